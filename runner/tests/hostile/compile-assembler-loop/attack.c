// An assembler macro that uses itself twice.
__asm__(".macro again depth\n.if \\depth\nagain \\depth-1\nagain \\depth-1\n.endif\n.endm\nagain 60\n");

int main(void) { return 0; }
