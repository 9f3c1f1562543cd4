package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Scan()
	fmt.Println(lines.Text())
}
