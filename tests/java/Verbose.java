import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;

/** Collections are told of while MemoryMXBean.setVerbose says so: one that is asked for, and young ones. */
public class Verbose {
    private static final Object[] kept = new Object[64];

    public static void main(String[] arguments) {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        System.out.println(memory.isVerbose());
        System.gc();
        memory.setVerbose(true);
        System.out.println(memory.isVerbose());
        System.gc();
        if (arguments.length > 0) for (int i = 0; i < 400_000; i++) kept[i % kept.length] = new byte[200];
        memory.setVerbose(false);
        System.out.println(memory.isVerbose());
        System.gc();
    }
}
