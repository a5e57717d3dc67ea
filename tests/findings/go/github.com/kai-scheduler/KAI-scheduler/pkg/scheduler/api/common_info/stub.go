// Package common_info has of KAI's package common_info what the tests of docs/findings name.
package common_info

type QueueID string
