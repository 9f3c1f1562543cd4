#ifndef WHO_H
#define WHO_H

/* 1 if the player to move wins from this word, else 0. */
int who(const char* word);

#endif
