// Two hundred levels of includes, each of which begins two more, each with a warning that names all
// of them.
#ifndef DEPTH
#define DEPTH 0
#endif
#warning "a line of the log for each, with all that led there ........................................"
#if __INCLUDE_LEVEL__ < 190
#include __FILE__
#include __FILE__
#endif

int main(void) { return 0; }
