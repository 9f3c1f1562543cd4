// The opponent of Ioiwari as a program of its own. It prints the board, reads your moves, one pit
// number a line, and answers each with its own, which is a best one. The whole dialogue is written
// to IOIWARI.OUT in the current folder.
//
//   g++ -O2 -std=c++17 -o ioiwari2 ioiwari2.cpp
//   ./ioiwari2                  plays on the board 4 3 2 4 2 3 2
//   ./ioiwari2 3 2 4 2 2 3 4    plays on that board
//
// It ends when all pits are empty, with status 0; with 1 when you make a move that is not allowed
// or stop too early, and with 2 when the board is none.
#include <array>
#include <fstream>
#include <iostream>
#include <map>
#include <string>

namespace {

using Board = std::array<int, 7>;

struct Game {
  Board board{4, 3, 2, 4, 2, 3, 2};
  std::array<int, 2> banks{};
};

bool is_over(const Board& board) {
  return board == Board{};
}

/// Makes a move of player 0 or 1 from a pit that is not empty, counted from 0.
void make_move(Game& game, int player, int pit) {
  int hand = game.board[pit];
  game.board[pit] = 0;
  for (pit = (pit + 1) % 7; hand > 1; pit = (pit + 1) % 7) {
    if (game.board[pit] == 5) {
      --game.board[pit];
      ++game.banks[player];
    } else {
      ++game.board[pit];
      --hand;
    }
  }
  const int there = game.board[pit];
  if (there == 0 || there == 5) {
    ++game.banks[1 - player];
  } else {
    game.banks[player] += there + 1;
    game.board[pit] = 0;
  }
}

int best_pit(const Board& board, int& difference);

/// How many beads more than the other the player to move gets from here on.
int difference_of(const Board& board) {
  static std::map<Board, int> known;
  const auto found = known.find(board);
  if (found != known.end()) return found->second;
  int difference = 0;
  if (!is_over(board)) best_pit(board, difference);
  return known[board] = difference;
}

int best_pit(const Board& board, int& difference) {
  int best = -1;
  for (int pit = 0; pit < 7; ++pit) {
    if (board[pit] == 0) continue;
    Game game{board, {}};
    make_move(game, 0, pit);
    const int gain = game.banks[0] - game.banks[1] - difference_of(game.board);
    if (best >= 0 && gain <= difference) continue;
    best = pit;
    difference = gain;
  }
  return best;
}

/// Says a line to the player and to the file.
class Dialogue {
 public:
  void say(const std::string& line) {
    std::cout << line << std::endl;
    note(line);
  }

  void note(const std::string& line) { file_ << line << std::endl; }

  /// How it ended, to the file and to a person, not to a program that plays.
  void tell(const std::string& line) {
    std::cerr << line << '\n';
    note(line);
  }

 private:
  std::ofstream file_{"IOIWARI.OUT"};
};

bool read_board(int argc, char** argv, Board& board) {
  if (argc == 1) return true;
  int beads = 0;
  for (int pit = 0; pit < 7; ++pit) {
    const std::string word = pit + 1 < argc ? argv[pit + 1] : "";
    if (word.size() != 1 || word[0] < '0' || word[0] > '5') return false;
    board[pit] = word[0] - '0';
    beads += board[pit];
  }
  return argc == 8 && beads > 0;
}

/// The pit that the player names, counted from 0; -1 if that is not allowed.
int read_move(const Board& board, Dialogue& dialogue) {
  std::string line;
  if (!std::getline(std::cin, line)) {
    dialogue.tell("no more moves");
    return -1;
  }
  dialogue.note(line);
  if (line.size() == 1 && line[0] >= '1' && line[0] <= '7' && board[line[0] - '1'] > 0)
    return line[0] - '1';
  dialogue.tell("this move is not allowed");
  return -1;
}

}  // namespace

int main(int argc, char** argv) {
  Game game;
  if (!read_board(argc, argv, game.board)) {
    std::cerr << "usage: ioiwari2 [seven numbers from 0 to 5]\n";
    return 2;
  }
  Dialogue dialogue;
  std::string first;
  for (const int pit : game.board)
    first += (first.empty() ? "" : " ") + std::to_string(pit);
  dialogue.say(first);
  for (int player = 0; !is_over(game.board); player = 1 - player) {
    int pit = 0;
    if (player == 0) {
      pit = read_move(game.board, dialogue);
      if (pit < 0) return 1;
    } else {
      int difference = 0;
      pit = best_pit(game.board, difference);
      dialogue.say(std::to_string(pit + 1));
    }
    make_move(game, player, pit);
  }
  dialogue.tell("banks " + std::to_string(game.banks[0]) + "-" + std::to_string(game.banks[1]));
}
