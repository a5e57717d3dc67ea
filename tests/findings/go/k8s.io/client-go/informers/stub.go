// Package informers has of k8s.io/client-go/informers what the tests of docs/findings name.
package informers

import (
	"time"

	clientsetfake "k8s.io/client-go/kubernetes/fake"
)

type SharedInformerFactory struct{}

func NewSharedInformerFactory(client *clientsetfake.Clientset, defaultResync time.Duration) SharedInformerFactory {
	panic("a stub")
}
