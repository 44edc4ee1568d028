# Cases as tab-separated lines, for languages without JSON:
#   jq -r --arg origin papineni2002 -f vectors.jq bleu.jsonl > bleu.tsv
# id, true if optional, the scores that are right joined by "|" (nan: there is none), and for each segment
# the hypothesis, the number of references, and the references. Tokens are separated by single spaces.
if .origins and (.origins | has($origin) | not) then
  "no results of \($origin); give one of \(.origins | keys | join(", "))\n" | halt_error(1)
else . end
| select(.results[$origin] and ([.hyps[], .refs[][]] | all(type == "string")))
| .results[$origin] as $result
| [.id, .optional // false, ([$result, $result.acceptable[]?] | map(.score // "nan" | tostring) | join("|")),
   (range(.hyps | length) as $k | .hyps[$k], (.refs[$k] | length), .refs[$k][])]
| @tsv
