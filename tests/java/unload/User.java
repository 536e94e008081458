import java.util.function.Supplier;

// Defined by a loader that asks another one for Payload.
public class User implements Supplier<Object> {
    private final Payload payload = new Payload();
    @Override public Object get() { return ((Supplier<?>) payload.get()).get() + " " + Payload.twice(4); }
}
