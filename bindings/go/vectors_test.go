package fairshare_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"fairshare"
)

// isWithin says whether the answer has what is expected; it may say more.
func isWithin(expected, answer any) bool {
	switch of := expected.(type) {
	case map[string]any:
		told, ok := answer.(map[string]any)
		for key, value := range of {
			ok = ok && isWithin(value, told[key])
		}
		return ok
	case []any:
		told, ok := answer.([]any)
		if !ok || len(told) != len(of) {
			return false
		}
		for i := range of {
			ok = ok && isWithin(of[i], told[i])
		}
		return ok
	}
	return reflect.DeepEqual(expected, answer)
}

func TestVectors(t *testing.T) {
	files, _ := filepath.Glob("../../vectors/*.json")
	count := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var content struct {
			Vectors []struct {
				ID, Line, Rounding string
				Record             json.RawMessage // as it is written
				Expected           map[string]any
			}
		}
		if err := json.Unmarshal(text, &content); err != nil {
			continue // no file of vectors
		}
		for _, vector := range content.Vectors {
			record := string(vector.Record)
			if record == "" {
				record = vector.Line
			}
			ask := map[string]func() (string, error){
				"exact":   func() (string, error) { return fairshare.ExactRecord(record) },
				"error":   func() (string, error) { return fairshare.ExactRecord(record) },
				"units":   func() (string, error) { return fairshare.Apportion(record) },
				"verdict": func() (string, error) { return fairshare.Judge(record, "", vector.Rounding) },
			}
			for what, expected := range vector.Expected {
				if ask[what] == nil || expected == nil {
					continue
				}
				if name := map[string]string{"error": "error", "units": "shares"}[what]; name != "" {
					expected = map[string]any{name: expected}
				}
				told, _ := expected.(map[string]any)
				_, isRefused := told["error"]
				answer, err := ask[what]()
				var said any
				if json.Unmarshal([]byte(answer), &said) != nil || !isWithin(expected, said) || (err != nil) != isRefused {
					t.Errorf("%s: %s: %s, %v", vector.ID, what, answer, err)
				}
				count++
			}
		}
	}
	if count < 600 {
		t.Errorf("only %d answers are expected", count)
	}
}
