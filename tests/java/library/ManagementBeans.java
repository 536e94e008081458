import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import javax.management.Attribute;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** The platform's beans: what of them does not depend on the machine, a bean of one's own, and what ThreadInfo tells of
 * threads that wait. */
public class ManagementBeans {
    public interface CounterMBean {
        int getCount();
        void setCount(int count);
        String add(int more);
    }

    public static class Counter implements CounterMBean {
        private int count;
        public int getCount() { return count; }
        public void setCount(int count) { this.count = count; }
        public String add(int more) { return "now " + (count += more); }
    }

    private static void own() throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName("test:type=Counter");
        server.registerMBean(new Counter(), name);
        server.setAttribute(name, new Attribute("Count", 9));
        System.out.println(server.invoke(name, "add", new Object[] {3}, new String[] {"int"}) + ", " + server.getAttribute(name, "Count"));
        server.unregisterMBean(name);
    }

    private static void machine() {
        var runtime = ManagementFactory.getRuntimeMXBean();
        System.out.println(runtime.getManagementSpecVersion() + " " + runtime.getSpecVersion() + " " + (runtime.getUptime() > 0) + " " + (runtime.getPid() > 0));
        long since = System.currentTimeMillis() - runtime.getStartTime();
        System.out.println("start " + (since > 0 && Math.abs(since - runtime.getUptime()) < 10_000));
        var classes = ManagementFactory.getClassLoadingMXBean();
        System.out.println("classes " + (classes.getLoadedClassCount() > 300 && classes.getTotalLoadedClassCount() >= classes.getLoadedClassCount()));
        var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        System.out.println(system.getName() + " " + (system.getAvailableProcessors() > 0) + " " + (system.getTotalMemorySize() > 1 << 26) + " " + (system.getProcessCpuTime() > 0) + " " + (system.getCpuLoad() <= 1));
    }

    private static boolean isSound(MemoryUsage usage) {
        return usage.getUsed() >= 0 && usage.getUsed() <= usage.getCommitted() && (usage.getMax() < 0 || usage.getCommitted() <= usage.getMax());
    }

    private static void memory() {
        var memory = ManagementFactory.getMemoryMXBean();
        System.out.println("usage " + isSound(memory.getHeapMemoryUsage()) + " " + isSound(memory.getNonHeapMemoryUsage()));
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            if (!isSound(pool.getUsage()) || !pool.isValid()) System.out.println("pool " + pool.getName() + ": " + pool.getUsage());
        }
        long count = 0, after = 0, pools = 0;
        for (var collector : ManagementFactory.getGarbageCollectorMXBeans()) count += collector.getCollectionCount();
        System.gc();
        for (var collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            after += collector.getCollectionCount();
            pools += collector.getMemoryPoolNames().length;
        }
        System.out.println("collected " + (after > count) + " " + (pools > 0));
    }

    private static void show(ThreadInfo info) {
        System.out.println(info.getThreadName() + " " + info.getThreadState() + " " + (info.getLockInfo() == null ? null : info.getLockInfo().getClassName()) + " " + info.getLockOwnerName() + " "
            + (info.getStackTrace().length > 0 ? info.getStackTrace()[0].getMethodName() : "-"));
    }

    private static void await(Thread thread, Thread.State state) throws InterruptedException {
        while (thread.getState() != state) Thread.sleep(1);
    }

    private static void threads() throws Exception {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        Object monitor = new Object();
        ReentrantLock lock = new ReentrantLock();
        CountDownLatch done = new CountDownLatch(1);
        Thread blocked = new Thread(() -> { synchronized (monitor) { done.countDown(); } }, "blocked");
        Thread parked = new Thread(() -> { lock.lock(); lock.unlock(); }, "parked");
        Thread waiting = new Thread(() -> { try { done.await(); } catch (InterruptedException e) { System.out.println(e); } }, "waiting");
        String name = Thread.currentThread().getName();
        Thread.currentThread().setName("owner");
        lock.lock();
        synchronized (monitor) {
            blocked.start();
            await(blocked, Thread.State.BLOCKED);
            parked.start();
            await(parked, Thread.State.WAITING);
            waiting.start();
            await(waiting, Thread.State.WAITING);
            for (ThreadInfo info : threads.getThreadInfo(new long[] {blocked.getId(), parked.getId(), waiting.getId()}, 4)) show(info);
            System.out.println(threads.getThreadInfo(Thread.currentThread().getId()).getThreadState() + " " + threads.getThreadInfo(1 << 30));
            System.out.println(java.util.Arrays.toString(threads.findDeadlockedThreads()) + " " + java.util.Arrays.toString(threads.findMonitorDeadlockedThreads()));
        }
        lock.unlock();
        for (Thread thread : new Thread[] {blocked, parked, waiting}) thread.join();
        boolean found = false;
        for (ThreadInfo info : threads.dumpAllThreads(false, false)) found |= info.getThreadName().equals("owner") && info.getStackTrace().length > 2;
        System.out.println("dump " + found + " " + (threads.getThreadCount() >= threads.getDaemonThreadCount() + 1));
        Thread.currentThread().setName(name);
        long before = threads.getCurrentThreadCpuTime();
        byte[] large = new byte[1 << 20];
        for (int i = 0; i < 3_000_000; i++) large[i & 0xfffff] += i;
        System.out.println("cpu " + (threads.getCurrentThreadCpuTime() > before) + " " + (((com.sun.management.ThreadMXBean) threads).getCurrentThreadAllocatedBytes() > 1 << 20));
    }

    public static void main(String[] arguments) throws Exception {
        own();
        machine();
        memory();
        threads();
    }
}
