// Puts files of the host into the program by way of the assembler.
__asm__(".section .rodata\n.incbin \"{secret}\"\n");
__asm__(".incbin \"/etc/shadow\"\n");

int main(void) { return 0; }
