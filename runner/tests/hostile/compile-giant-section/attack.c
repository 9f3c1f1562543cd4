// A huge program by way of the assembler.
__asm__(".data\n.rept 100000000\n.quad 0x4141414141414141\n.endr\n");

int main(void) { return 0; }
