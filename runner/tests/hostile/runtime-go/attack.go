// Attacks nothing: reserves gigabytes of addresses, starts threads.
package main

import "fmt"

func main() {
	var word string
	fmt.Scan(&word)
	squares := make([]int, 100000)
	done := make(chan bool)
	for part := 0; part < 8; part++ {
		go func(part int) {
			for i := part; i < len(squares); i += 8 {
				squares[i] = i * i
			}
			done <- true
		}(part)
	}
	for part := 0; part < 8; part++ {
		<-done
	}
	fmt.Println(word, squares[1000])
}
