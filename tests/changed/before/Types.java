package elsewhere;

public class Types {
    public static class Kind { public static String name() { return "kind"; } public String of() { return "of"; } }
    public interface Face { String face(); }
    public static class Open { public String which() { return "open"; } }
    public static class Closing { public String last() { return "last"; } }
    public static class Private { public String text() { return "private"; } }
    public enum Colour { RED, GREEN, BLUE }
    public record Point(int x, int y) { }
    public interface Given { default String given() { return "given"; } }
    public interface Other { }
    public interface More { String first(); }
    public static abstract class Half { public String half() { return "half"; } }
    public static class Whole { public Object made() { return new Object(); } }
    public static class Root { public String root() { return "root"; } }
    public static class Leaf extends Root { }
    public interface Mark { }
}
