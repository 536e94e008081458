package other.far;

import other.Base;

/** In another package: its open() is a new method, not an override. */
public class Far extends Base {
    String open() { return "Far.open"; }
    @Override protected String guarded() { return "Far.guarded " + super.guarded(); }
    @Override public String shown() { return "Far.shown"; }
    public String mine() { return open() + " " + count++ + " " + own; }
    public static String callFar(Far far) { return far.open(); }
}
