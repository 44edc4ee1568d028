// Usage: c++ -std=c++17 vectors.cpp -o vectors && ./vectors bleu.tsv, a file that vectors.jq makes.
// Replace bleu by a call of your own program.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>
using Strings = std::vector<std::string>;

Strings split(const std::string &text, char separator) {
    Strings parts;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
    if (!text.empty() && text.back() == separator) parts.push_back("");
    return parts;
}

std::map<Strings, int> counts(const Strings &words, size_t n) {
    std::map<Strings, int> own;
    for (size_t i = 0; i + n <= words.size(); i++) own[Strings(words.begin() + i, words.begin() + i + n)]++;
    return own;
}

double bleu(const std::vector<Strings> &hyps, const std::vector<std::vector<Strings>> &refs) {
    double logs = 0, c = 0, r = 0;
    for (size_t n = 1; n <= 4; n++) {
        int matches = 0, total = 0;
        for (size_t k = 0; k < hyps.size(); k++) {
            std::map<Strings, int> most;
            for (auto &ref : refs[k])
                for (auto &[ngram, times] : counts(ref, n)) most[ngram] = std::max(most[ngram], times);
            for (auto &[ngram, times] : counts(hyps[k], n)) total += times, matches += std::min(times, most[ngram]);
        }
        if (matches == 0) return 0;
        logs += std::log(double(matches) / total) / 4;
    }
    for (size_t k = 0; k < hyps.size(); k++) {
        long length = hyps[k].size();
        auto distance = [&](const Strings &ref) { return std::pair(std::abs(long(ref.size()) - length), ref.size()); };
        c += length;
        r += std::min_element(refs[k].begin(), refs[k].end(), [&](auto &a, auto &b) { return distance(a) < distance(b); })->size();
    }
    return std::exp(logs + std::min(0.0, 1 - r / c));
}

int main(int, char **arguments) {
    std::ifstream file(arguments[1]);
    int passed = 0, compared = 0, failed = 0;
    for (std::string line; std::getline(file, line); compared++) {
        Strings fields = split(line, '\t');
        std::vector<Strings> hyps;
        std::vector<std::vector<Strings>> refs;
        for (size_t at = 3; at < fields.size();) {
            size_t end = at + 2 + std::stoul(fields[at + 1]);
            hyps.push_back(split(fields[at], ' '));
            refs.emplace_back();
            for (at += 2; at < end; at++) refs.back().push_back(split(fields[at], ' '));
        }
        double got = bleu(hyps, refs);
        bool right = false;
        for (auto &field : split(fields[2], '|')) {
            double want = std::stod(field);
            right |= std::abs(got - want) <= 1e-9 * want || (std::isnan(got) && std::isnan(want));
        }
        passed += right;
        if (right) continue;
        std::cout << fields[0] << ": " << got << ", not " << fields[2] << ", optional: " << fields[1] << "\n";
        failed += fields[1] == "false";
    }
    std::cout << passed << " of " << compared << " cases pass\n";
    return failed > 0 || compared == 0;
}
