import elsewhere.Library;
import elsewhere.Types;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;

/**
 * A program whose library is not the one that it was compiled with. Left out, because the words differ: two defaults
 * called by an interface that inherits both (ours names the first's interface).
 */
public class Changed {
    interface Action { Object run() throws Throwable; }
    interface Both extends Types.Given, Types.Other { }

    static class FromOpen extends Types.Open { }
    static class FromClosing extends Types.Closing { @Override public String last() { return "mine"; } }
    static class FromKind extends Types.Kind { }
    static class ByFace implements Types.Face { public String face() { return "mine"; } }
    static class ByMore implements Types.More { public String first() { return "first"; } }
    static class ByBoth implements Both { }
    static class FromHalf extends Types.Half { }
    static class FromLibrary extends Library {
        String up() { return super.inherited(); }
        String upLost() { return super.lost(); }
    }
    static class ByBothSuper implements Types.Given, Types.Other { public String mine() { return Types.Given.super.given(); } }

    /** Twice: the second time it is known already. */
    static void attempt(String label, Action action) {
        for (int i = 0; i < 2; i++) {
            try {
                System.out.println(label + ": " + action.run());
            } catch (InvocationTargetException | ExceptionInInitializerError e) {
                System.out.println(label + ": " + e + " by " + e.getCause());
            } catch (BootstrapMethodError e) {
                System.out.println(label + ": " + e + " by " + e.getCause() + " at " + e.getStackTrace()[0]);
            } catch (VerifyError e) {
                System.out.println(label + ": VerifyError");
            } catch (Throwable e) {
                System.out.println(label + ": " + e);
            }
        }
    }

    public static void main(String[] arguments) throws Throwable {
        String label = String.valueOf(arguments.length);
        attempt("as it was", () -> Library.count + Library.greet() + new FromLibrary().up());
        attempt("field gone", () -> Library.gone);
        attempt("field gone, stored", () -> Library.gone = 1);
        attempt("field of another type", () -> Library.typed);
        attempt("static field now own", () -> Library.own);
        attempt("static field now own, stored", () -> Library.own = 1);
        attempt("field now private", () -> Library.hidden);
        attempt("own field now static", () -> new Library().shared);
        attempt("own field now static, stored", () -> new Library().shared = 1);
        attempt("field now final", () -> new Library().fixed);
        attempt("field now final, stored", () -> new Library().fixed = 8);
        attempt("method gone", () -> Library.vanished(1, "b"));
        attempt("method returns another type", () -> Library.returned());
        attempt("method takes another type", () -> Library.given(1));
        attempt("method now static", () -> new Library().instance());
        attempt("method now own", () -> Library.single());
        attempt("method now private", () -> new Library().secret());
        attempt("method now of the package", () -> Library.closed());
        attempt("constructor gone", () -> new Library(1));
        attempt("constructor now private", () -> new Library("name"));
        attempt("superclass's method gone", () -> new FromLibrary().upLost());
        attempt("superclass's superclass's method gone", () -> new Types.Leaf().root());
        attempt("class now interface, new", () -> new Types.Kind());
        attempt("class now interface, static", () -> Types.Kind.name());
        attempt("class now interface, virtual", () -> ((Types.Kind) null).of());
        attempt("class now interface, extended", () -> new FromKind());
        attempt("interface now class, called", () -> ((Types.Face) null).face());
        attempt("interface now class, implemented", () -> new ByFace());
        attempt("class now final", () -> new FromOpen());
        attempt("method now final", () -> new FromClosing());
        attempt("class of the package", () -> new Types.Private().text());
        attempt("class now abstract", () -> new Types.Whole());
        attempt("method now abstract", () -> new FromHalf().half());
        attempt("method now abstract, called by its class", () -> Types.Half.class.getMethod("calls").invoke(new FromHalf()));
        attempt("method new in the interface", () -> Types.More.class.getMethod("third").invoke(new ByMore()));
        attempt("lambda of an interface with two methods", () -> { Types.More more = () -> "first"; return more.first(); });
        attempt("lambda of what is no interface", () -> { Types.Face face = () -> "face"; return face.face(); });
        attempt("lambda of what is no interface, with a value", () -> { Types.Face face = label::toString; return face.face(); });
        attempt("lambda of several, one of which is no interface", () -> (java.util.function.Supplier<String> & Types.Mark) () -> "mark");
        attempt("serializable lambda of what is no interface", () -> (Types.Face & java.io.Serializable) () -> "face");
        attempt("two defaults", () -> new ByBoth().given());
        attempt("two defaults, by one interface", () -> ((Types.Given) new ByBoth()).given());
        attempt("two defaults, by reference", () -> { java.util.function.Supplier<String> s = new ByBoth()::given; return s.get(); });
        attempt("two defaults, by reflection", () -> Types.Given.class.getMethod("given").invoke(new ByBoth()));
        attempt("two defaults, by reflection of the other", () -> Types.Other.class.getMethod("given").invoke(new ByBoth()));
        attempt("two defaults, by handle", () -> (Object) MethodHandles.lookup().findVirtual(ByBoth.class, "given", MethodType.methodType(String.class)).invoke(new ByBoth()));
        attempt("two defaults, one named", () -> new ByBothSuper().mine());
        attempt("constant gone", () -> Types.Colour.GREEN);
        attempt("constant moved", () -> switch (Types.Colour.valueOf("BLUE")) { case RED -> "red"; case GREEN -> "green"; case BLUE -> "blue"; });
        attempt("component gone", () -> new Types.Point(1, 2));
        attempt("component gone, read", () -> ((Types.Point) (Object) Types.Point.class.getConstructors()[0].newInstance(1)).y());
        Library.vanished(2, "uncaught");
    }
}
