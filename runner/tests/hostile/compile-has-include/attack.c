// Asks the preprocessor which files the host has.
#if __has_include("{secret}") || __has_include("/etc/shadow") || __has_include("/root/.bashrc") || \
    __has_include("/etc/hostname") || __has_include("{answer}")
#error there is a file of the host
#endif

int main(void) { return 0; }
