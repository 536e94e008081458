import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.UnmappableCharacterException;
import other.Assembler;
import other.Probe;

/** What cannot be resolved fails the same way each time it is asked for, whatever the error's cause is made of. */
public class RepeatedErrors {
    private static int asked;

    private static Error failure(String name) {
        asked++;
        LinkageError error = new NoClassDefFoundError("no " + name);
        switch (name) {
            case "unchecked.Io": error.initCause(new UncheckedIOException("io", new IOException("deep"))); break;
            case "unmappable.Text": error.initCause(new UnmappableCharacterException(3)); break;
            case "plain.State": error.initCause(new IllegalStateException("state")); break;
            case "wordless.State": error.initCause(new IllegalStateException()); break;
            case "own.Cause": error.initCause(new Own(name)); break;
            case "bare": return new NoClassDefFoundError();
            case "no.Linkage": return new InternalError("not linkage " + asked);
            default: break;
        }
        return error;
    }

    static final class Own extends RuntimeException {
        private static final long serialVersionUID = 1;
        Own(Object text) { super("own " + text); }
    }

    static final class Failing extends Assembler.Loader {
        Failing() { super(RepeatedErrors.class.getClassLoader()); }

        @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("User") || name.startsWith("java.")) return super.loadClass(name, resolve);
            throw failure(name);
        }
    }

    public static void main(String[] arguments) throws Throwable {
        String[] names = {"unchecked/Io", "unmappable/Text", "plain/State", "wordless/State", "own/Cause", "bare", "no/Linkage", "other/Thing"};
        Assembler user = new Assembler("User", "java/lang/Object").version(52);
        for (int i = 0; i < names.length; i++) {
            user.addMethod(Assembler.PUBLIC | Assembler.STATIC, "m" + i, "()Ljava/lang/Object;", user.code(1, 0).load(user.type(names[i])).op(0xb0));
        }
        Class<?> type = new Failing().add(user).loadClass("User");
        for (int i = 0; i < names.length; i++) {
            String method = "m" + i;
            // The causes of later ones are HotSpot's own affair.
            for (int round = 0; round < 3; round++) Probe.kind(names[i] + " " + round, () -> Assembler.call(type, method));
        }
        System.out.println("asked " + asked);
    }
}
