// Package v1 has of k8s.io/apimachinery/pkg/apis/meta/v1 what the tests of docs/findings name.
package v1

type ObjectMeta struct{ Name string }
