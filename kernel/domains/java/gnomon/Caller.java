package gnomon;

/** The caller of a service, as {@link Portal#caller} returns it. */
public final class Caller {
    private final int number;
    private final String name;

    Caller(int number, String name) {
        this.number = number;
        this.name = name;
    }

    /** The number of its domain, which no other domain of the run has or gets. */
    public int number() {
        return number;
    }

    /** The name that the domain was started with; others may have the same. */
    public String name() {
        return name;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Caller && ((Caller) other).number == number;
    }

    @Override
    public int hashCode() {
        return number;
    }

    @Override
    public String toString() {
        return name + " (" + number + ")";
    }
}
