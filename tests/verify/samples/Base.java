package samples;

// The superclass of Shapes, with protected members to inherit.
public class Base {
    protected static int shared;
    private final String label;

    protected Base(String label) {
        this.label = label;
    }

    protected int inherited() {
        return label.length();
    }

    protected static int hidden(Base base) {
        return base.label.hashCode();
    }
}
