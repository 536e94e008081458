package other;

/** Has methods of every visibility; what subclasses here and elsewhere override of them differs. */
public class Base {
    String open() { return "Base.open"; }
    protected String guarded() { return "Base.guarded"; }
    public String shown() { return "Base.shown"; }
    private String secret() { return "Base.secret"; }
    static String fixed() { return "Base.fixed"; }
    protected static int count;
    protected int own = 1;
    String field = "Base.field";

    public String all() { return open() + " " + guarded() + " " + shown() + " " + secret() + " " + fixed() + " " + field; }
    public static String callOpen(Base base) { return base.open(); }
    protected Object clone() throws CloneNotSupportedException { return super.clone(); }
}
