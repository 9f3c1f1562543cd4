// Brackets in brackets, until the compiler's own stack is over: its death is a compile error.
#define A (((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((
#define B A A A A A A A A A A A A A A A A A A A A A A A A A A A A A A
#define C B B B B B B B B B B B B B B B B B B B B B B B B B B B B B B
int main(void) { return C C C C C C C C C C 1; }
