// Options for the compiler from inside the source: plugins, files to write and to read.
#pragma GCC optimize("-fplugin=/work/x.so")
#pragma GCC optimize("-fdump-tree-all=/work/dump")
#pragma GCC optimize("-include /etc/shadow")
#pragma GCC target("@/etc/shadow")
#pragma GCC pch_preprocess "/etc/shadow"
#pragma GCC dependency "/etc/shadow"

int main(void) { return 0; }
