// Package fake has of k8s.io/client-go/kubernetes/fake what the tests of docs/findings name.
package fake

type FlowcontrolV1 struct{}

type Clientset struct{}

func NewSimpleClientset(objects ...interface{}) *Clientset { panic("a stub") }

func (c *Clientset) FlowcontrolV1() FlowcontrolV1 { panic("a stub") }
