// Native methods that nobody has, and libraries that are not there.
public class Missing {
    interface Body { void run(); }
    static native void bar(int a, String[] s);
    native long baz(double d, Missing[][] m);
    static native Missing both(boolean b, char c);

    static void show(Body body) {
        try {
            body.run();
        } catch (Throwable e) {
            System.out.println(String.valueOf(e).replaceAll("library.path: .*", "library.path"));
        }
    }

    public static void main(String[] arguments) {
        show(() -> bar(1, null));
        show(() -> bar(1, null));
        show(() -> new Missing().baz(1, null));
        show(() -> both(true, 'c'));
        show(() -> System.loadLibrary("nosuchlibrary"));
        show(() -> System.loadLibrary("a/b"));
        show(() -> System.load("/nowhere/libnothing.so"));
        show(() -> System.load("relative.so"));
        System.out.println(System.mapLibraryName("zip"));
    }
}
