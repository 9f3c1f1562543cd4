import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

public class Hello {
  public static void main(String[] arguments) throws IOException {
    System.out.println(new BufferedReader(new InputStreamReader(System.in)).readLine());
  }
}
