# Usage: julia vectors.jl bleu.tsv, a file that vectors.jq makes. Replace `bleu` by a call of your own program.
function counts(words, n)
    own = Dict{Vector{String},Int}()
    for i in 1:(length(words) - n + 1)
        ngram = words[i:(i + n - 1)]
        own[ngram] = get(own, ngram, 0) + 1
    end
    return own
end

function bleu(hyps, refs)
    logs = 0.0
    for n in 1:4
        matches = total = 0
        for (hyp, several) in zip(hyps, refs)
            for (ngram, times) in counts(hyp, n)
                total += times
                matches += min(times, maximum(get(counts(ref, n), ngram, 0) for ref in several))
            end
        end
        matches == 0 && return 0.0
        logs += log(matches / total) / 4
    end
    closest(hyp, several) = minimum((abs(length(ref) - length(hyp)), length(ref)) for ref in several)[2]
    c, r = sum(length, hyps), sum(closest.(hyps, refs))
    return exp(logs + min(0, 1 - r / c))
end

tokens(line) = String.(split(line, " "; keepempty=false))
passed = failed = compared = 0
for line in eachline(ARGS[1])
    global passed, failed, compared
    fields = split(line, "\t")
    hyps, refs, at = Vector{String}[], Vector{Vector{String}}[], 4
    while at <= length(fields)
        last = at + 1 + parse(Int, fields[at + 1])
        push!(hyps, tokens(fields[at]))
        push!(refs, tokens.(fields[(at + 2):last]))
        at = last + 1
    end
    got = bleu(hyps, refs)
    compared += 1
    if any(want -> isapprox(got, want; rtol=1e-9, nans=true), parse.(Float64, split(fields[3], "|")))
        passed += 1
    else
        println(fields[1], ": ", got, ", not ", fields[3], ", optional: ", fields[2])
        failed += fields[2] == "false"
    end
end
println(passed, " of ", compared, " cases pass")
exit(failed > 0 || compared == 0)
