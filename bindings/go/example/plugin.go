// Package example has a scheduler with a defect, as plugins for Kubernetes have had it, and a fuzz test that finds it.
package example

import "math"

// Divide gives to each queue by its weight, then raises and caps once. What a cap leaves over is lost.
func Divide(total float64, weight, least, most []float64) []float64 {
	sum := 0.0
	for _, w := range weight {
		sum += w
	}
	deserved := make([]float64, len(weight))
	for i, w := range weight {
		deserved[i] = math.Min(math.Max(total*w/sum, least[i]), most[i])
	}
	return deserved
}
