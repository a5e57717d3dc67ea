// Package queueset has of the API server's package queueset what the tests of docs/findings name.
package queueset

import testeventclock "k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing/testing/eventclock"

type Factory struct{}

func NewQueueSetFactory(c *testeventclock.Fake) Factory { panic("a stub") }
