import other.Base;
import other.Near;
import other.far.Far;

/** Methods that only their package can override, across two packages and three classes; fields and static methods that
 * hide; protected members; private ones that are not overridden. */
public class PackagePrivate {
    static class Mine extends Near {
        String open() { return "Mine.open"; }
        @Override protected Object clone() throws CloneNotSupportedException { return super.clone(); }
        String use() { return own++ + " " + count++ + " " + guarded(); }
    }

    static class Parent {
        private String name() { return "Parent"; }
        String call() { return name() + this.name() + who(this); }
        static String who(Parent p) { return p.name(); }
        int x = 1;
        int x() { return x; }
    }

    static class Child extends Parent {
        private String name() { return "Child"; }
        String both() { return name() + super.call() + ((Parent) this).name(); }
        int x = 2;
        int sum() { return x * 100 + super.x * 10 + ((Parent) this).x + x(); }
    }

    public static void main(String[] arguments) throws Exception {
        for (Base base : new Base[] {new Base(), new Far(), new Near(), new Mine()}) {
            System.out.println(base.getClass().getName() + ": " + base.all() + "; " + Base.callOpen(base));
            if (base instanceof Far) System.out.println("  " + ((Far) base).mine() + "; " + Far.callFar((Far) base));
            if (base instanceof Near) System.out.println("  " + ((Near) base).fields() + "; " + ((Near) base).guarded());
        }
        Mine mine = new Mine();
        System.out.println(mine.use() + " " + mine.use());
        try { mine.clone(); } catch (CloneNotSupportedException e) { System.out.println(e.getMessage()); }
        System.out.println(new Child().both() + new Child().call() + new Child().sum());
        Parent p = new Child();
        System.out.println(p.x + " " + p.name() + " " + ((Child) p).x + " " + ((Child) p).name());
    }
}
