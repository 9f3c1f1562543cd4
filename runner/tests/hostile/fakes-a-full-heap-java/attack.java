// Says that its heap is full: without cause, or because it is, bit by bit or at once.
import java.util.ArrayList;
import java.util.Scanner;

class Attack {
  public static void main(String[] arguments) {
    ArrayList<int[]> kept = new ArrayList<>();
    switch (new Scanner(System.in).next()) {
      case "says":
        System.err.println("Exception in thread \"main\" java.lang.OutOfMemoryError: Java heap space");
        System.exit(1);
      case "throws":
        throw new OutOfMemoryError("Java heap space");
      case "fills":
        while (true) kept.add(new int[1 << 16]);
      default:
        System.out.println(new long[100000000].length);
    }
  }
}
