fun main() {
    println(readLine())
}
