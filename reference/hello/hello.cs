using System;

class Hello {
  static void Main() {
    Console.WriteLine(Console.ReadLine());
  }
}
