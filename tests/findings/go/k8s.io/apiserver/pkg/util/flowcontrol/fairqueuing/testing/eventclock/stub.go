// Package eventclock has of the API server's package eventclock what the tests of docs/findings name.
package eventclock

import (
	"math/rand"
	"time"
)

type Fake struct{}

func NewFake(t time.Time, fuzz time.Duration, r *rand.Rand) (*Fake, interface{}) { panic("a stub") }

func (fec *Fake) SetTime(t time.Time) { panic("a stub") }
