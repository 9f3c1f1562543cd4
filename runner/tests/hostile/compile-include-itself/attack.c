// Includes itself twice, forty levels deep.
#if __INCLUDE_LEVEL__ < 40
#include __FILE__
#include __FILE__
#endif

int main(void) { return 0; }
