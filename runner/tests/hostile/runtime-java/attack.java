// Attacks nothing: a machine of its own in little memory.
import java.util.Scanner;

class Main {
  public static void main(String[] arguments) {
    int[] squares = new int[1000000];
    for (int i = 0; i < squares.length; i++) squares[i] = i * i;
    System.out.println(new Scanner(System.in).next() + " " + squares[1000]);
  }
}
