package elsewhere;

public class Library {
    public static int count = 1;
    public static long typed = 3;
    public int own = 4;
    private static int hidden = 5;
    public static int shared = 6;
    public final int fixed = 7;
    public static String greet() { return "greet"; }
    public static long returned() { return 1; }
    public static String given(long number) { return "given " + number; }
    public static String instance() { return "instance"; }
    public String single() { return "single"; }
    private String secret() { return "secret" + hidden; }
    static String closed() { return "closed"; }
    public Library() { }
    private Library(String name) { }
    protected String inherited() { return "inherited"; }
}
