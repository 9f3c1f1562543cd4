// A program of terabytes that are not there: sections of nothing, aligned far apart.
__asm__(".data\n.org 0x3fffffff\n.byte 1\n"
        ".bss\n.org 0x7fffffff0\n.byte 0\n"
        ".section .far,\"aw\",@nobits\n.balign 0x40000000\n.skip 0x10000000000\n");

int main(void) { return 0; }
