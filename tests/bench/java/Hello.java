/** What starting up costs. */
public class Hello {
    public static void main(String[] arguments) {
        System.out.println("hello");
    }
}
