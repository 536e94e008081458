package elsewhere;

/** What programs were compiled with. */
public class Library {
    public static int count = 1, gone = 2, typed = 3, own = 4, hidden = 5;
    public int shared = 6, fixed = 7;
    public static String greet() { return "greet"; }
    public static String vanished(int a, String b) { return "vanished"; }
    public static int returned() { return 1; }
    public static String given(int number) { return "given " + number; }
    public String instance() { return "instance"; }
    public static String single() { return "single"; }
    public String secret() { return "secret"; }
    public static String closed() { return "closed"; }
    public Library() { }
    public Library(int number) { }
    public Library(String name) { }
    protected String inherited() { return "inherited"; }
    protected String lost() { return "lost"; }
}
