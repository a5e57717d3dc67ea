// Package configuration has of Armada's package configuration what the tests of docs/findings name.
package configuration

type SchedulingConfig struct{ DominantResourceFairnessResourcesToConsider []string }
