package other;

import other.far.Far;

/** Back in the first package, below the class of the other: overrides Base's open(), not Far's. */
public class Near extends Far {
    String open() { return "Near.open"; }
    @Override public String guarded() { return "Near.guarded " + super.guarded(); }
    private String secret() { return "Near.secret"; }
    static String fixed() { return "Near.fixed"; }
    String field = "Near.field";
    public String fields() { return field + " " + ((Base) this).field + " " + secret() + " " + fixed() + " " + Base.fixed(); }
}
