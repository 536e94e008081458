package elsewhere;

public class Types {
    public interface Kind { static String name() { return "kind"; } String of(); }
    public static class Face { public String face() { return "face"; } }
    public static final class Open { public String which() { return "open"; } }
    public static class Closing { public final String last() { return "last"; } }
    static class Private { public String text() { return "private"; } }
    public enum Colour { BLUE, RED }
    public record Point(int x) { }
    public interface Given { default String given() { return "given"; } }
    public interface Other { default String given() { return "other"; } }
    public interface More { String first(); String second(); default String third() { return second(); } }
    public static abstract class Half { public abstract String half(); public String calls() { return half(); } }
    public static abstract class Whole { public Object made() { return new Object(); } }
    public static class Root { }
    public static class Leaf extends Root { }
    public static class Mark { }
}
