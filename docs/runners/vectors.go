// Usage: go run vectors.go bleu.jsonl [ORIGIN]. Replace bleu by a call of your own program.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
)

type Result struct {
	Score      *float64
	Acceptable []struct{ Score *float64 }
}
type Case struct {
	ID, Tests string
	Optional  bool
	Hyps      []any
	Refs      [][]any
	Results   map[string]Result
}

func tokens(segment any) []string { // a line, or a list of tokens
	words := []string{}
	if line, isLine := segment.(string); isLine {
		if line != "" {
			words = strings.Split(line, " ")
		}
		return words
	}
	for _, word := range segment.([]any) {
		words = append(words, word.(string))
	}
	return words
}

func counts(words []string, n int) map[string]int {
	own := map[string]int{}
	for i := 0; i+n <= len(words); i++ {
		own[strings.Join(words[i:i+n], "\x00")]++
	}
	return own
}

func bleu(hyps [][]string, refs [][][]string) float64 {
	logs, c, r := 0.0, 0, 0
	for n := 1; n <= 4; n++ {
		matches, total := 0, 0
		for k, hyp := range hyps {
			most := map[string]int{}
			for _, ref := range refs[k] {
				for ngram, times := range counts(ref, n) {
					if times > most[ngram] {
						most[ngram] = times
					}
				}
			}
			for ngram, times := range counts(hyp, n) {
				total += times
				matches += int(math.Min(float64(times), float64(most[ngram])))
			}
		}
		if matches == 0 {
			return 0
		}
		logs += math.Log(float64(matches)/float64(total)) / 4
	}
	for k, hyp := range hyps {
		best := len(refs[k][0])
		for _, ref := range refs[k] {
			distance, least := math.Abs(float64(len(ref)-len(hyp))), math.Abs(float64(best-len(hyp)))
			if distance < least || distance == least && len(ref) < best {
				best = len(ref)
			}
		}
		c, r = c+len(hyp), r+best
	}
	return math.Exp(logs + math.Min(0, 1-float64(r)/float64(c)))
}

func main() {
	origin := "papineni2002"
	if len(os.Args) > 2 {
		origin = os.Args[2]
	}
	content, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	lines := bytes.Split(bytes.TrimSpace(content), []byte("\n"))
	var header struct{ Origins map[string]struct{ Scale float64 } }
	if err := json.Unmarshal(lines[0], &header); err != nil {
		panic(err)
	}
	if _, known := header.Origins[origin]; !known {
		fmt.Printf("no results of %s; give one of:\n", origin)
		for name := range header.Origins {
			fmt.Println(name)
		}
		os.Exit(1)
	}
	passed, compared, failed := 0, 0, 0
	for _, line := range lines[1:] {
		var vector Case
		if err := json.Unmarshal(line, &vector); err != nil {
			panic(err)
		}
		want, given := vector.Results[origin]
		if !given {
			continue
		}
		hyps, refs := [][]string{}, [][][]string{}
		for k, hyp := range vector.Hyps {
			hyps, refs = append(hyps, tokens(hyp)), append(refs, [][]string{})
			for _, ref := range vector.Refs[k] {
				refs[k] = append(refs[k], tokens(ref))
			}
		}
		got := bleu(hyps, refs) * header.Origins[origin].Scale
		right := false
		for _, outcome := range append(want.Acceptable, struct{ Score *float64 }{want.Score}) {
			isNone := outcome.Score == nil && math.IsNaN(got)
			right = right || isNone || outcome.Score != nil && math.Abs(got-*outcome.Score) <= 1e-9*math.Abs(*outcome.Score)
		}
		compared++
		if right {
			passed++
		} else {
			fmt.Printf("%s (%s, optional: %v): %v\n", vector.ID, vector.Tests, vector.Optional, got)
			if !vector.Optional {
				failed++
			}
		}
	}
	fmt.Printf("%d of %d cases pass\n", passed, compared)
	if failed > 0 {
		os.Exit(1)
	}
}
