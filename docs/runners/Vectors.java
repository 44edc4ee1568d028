// Usage: java Vectors.java bleu.tsv, a file that vectors.jq makes. Replace bleu by a call of your own program.
import java.nio.file.*;
import java.util.*;

class Vectors {
    static Map<List<String>, Integer> counts(List<String> words, int n) {
        Map<List<String>, Integer> own = new HashMap<>();
        for (int i = 0; i + n <= words.size(); i++) own.merge(words.subList(i, i + n), 1, Integer::sum);
        return own;
    }

    static double bleu(List<List<String>> hyps, List<List<List<String>>> refs) {
        double logs = 0, c = 0, r = 0;
        for (int n = 1; n <= 4; n++) {
            int matches = 0, total = 0;
            for (int k = 0; k < hyps.size(); k++) {
                Map<List<String>, Integer> most = new HashMap<>();
                for (var ref : refs.get(k)) counts(ref, n).forEach((ngram, times) -> most.merge(ngram, times, Math::max));
                for (var entry : counts(hyps.get(k), n).entrySet()) {
                    total += entry.getValue();
                    matches += Math.min(entry.getValue(), most.getOrDefault(entry.getKey(), 0));
                }
            }
            if (matches == 0) return 0;
            logs += Math.log((double) matches / total) / 4;
        }
        for (int k = 0; k < hyps.size(); k++) {
            int length = hyps.get(k).size();
            c += length;
            r += refs.get(k).stream().map(List::size).min(
                Comparator.<Integer>comparingInt(it -> Math.abs(it - length)).thenComparing(it -> it)).get();
        }
        return Math.exp(logs + Math.min(0, 1 - r / c));
    }

    static List<String> words(String line) {
        return line.isEmpty() ? List.of() : List.of(line.split(" "));
    }

    public static void main(String[] arguments) throws Exception {
        List<String> lines = Files.readAllLines(Path.of(arguments[0]));
        int passed = 0, failed = 0;
        for (String line : lines) {
            String[] fields = line.split("\t", -1);
            List<List<String>> hyps = new ArrayList<>();
            List<List<List<String>>> refs = new ArrayList<>();
            for (int at = 3; at < fields.length; at += 2 + Integer.parseInt(fields[at + 1])) {
                hyps.add(words(fields[at]));
                refs.add(Arrays.stream(fields, at + 2, at + 2 + Integer.parseInt(fields[at + 1])).map(Vectors::words).toList());
            }
            double got = bleu(hyps, refs);
            boolean right = Arrays.stream(fields[2].split("\\|")).anyMatch(want -> want.equals("nan") ? Double.isNaN(got)
                : Math.abs(got - Double.parseDouble(want)) <= 1e-9 * Double.parseDouble(want));
            if (right) { passed++; continue; }
            System.out.println(fields[0] + ": " + got + ", not " + fields[2] + ", optional: " + fields[1]);
            if (fields[1].equals("false")) failed++;
        }
        System.out.println(passed + " of " + lines.size() + " cases pass");
        System.exit(failed > 0 || lines.isEmpty() ? 1 : 0);
    }
}
