import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.ThreadMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryNotificationInfo;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.ThreadInfo;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.management.MBeanServer;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

/** What the platform's beans say of threads, the process, memory and collections: relations that hold on any machine.
 * */
public class MemoryBeans {
    static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    static volatile Object sink;

    static void say(String what, Object is) {
        System.out.println(what + ": " + is);
    }

    static void counts() throws Exception {
        long started = THREADS.getTotalStartedThreadCount();
        Object gate = new Object();
        Thread[] many = new Thread[5];
        for (int i = 0; i < many.length; i++) {
            many[i] = new Thread(() -> {
                synchronized (gate) {
                    try {
                        gate.wait();
                    } catch (InterruptedException e) {
                        say("interrupted", e.getMessage());
                    }
                }
            });
            many[i].start();
        }
        for (Thread one : many) {
            while (one.getState() != Thread.State.WAITING) Thread.sleep(1);
        }
        say("started", THREADS.getTotalStartedThreadCount() - started >= 5);
        say("peak", THREADS.getPeakThreadCount() >= THREADS.getThreadCount() && THREADS.getPeakThreadCount() >= 6);
        ThreadInfo info = THREADS.getThreadInfo(many[0].getId());
        say("waits", info.getWaitedCount() + " " + info.getWaitedTime() + " " + info.getBlockedTime());
        synchronized (gate) {
            gate.notifyAll();
        }
        for (Thread one : many) one.join();
        THREADS.resetPeakThreadCount();
        say("peak again", THREADS.getPeakThreadCount() >= THREADS.getThreadCount());
    }

    static void contention() throws Exception {
        say("contention", THREADS.isThreadContentionMonitoringSupported() + " " + THREADS.isThreadContentionMonitoringEnabled());
        THREADS.setThreadContentionMonitoringEnabled(true);
        Object gate = new Object();
        Thread blocked = new Thread(() -> {
            synchronized (gate) {
                LockSupport.parkNanos(30_000_000);
            }
            while (!Thread.interrupted()) LockSupport.park();
        });
        synchronized (gate) {
            blocked.start();
            while (blocked.getState() != Thread.State.BLOCKED) Thread.sleep(1);
            Thread.sleep(30);
        }
        ThreadInfo info;
        do {
            Thread.sleep(1);
            info = THREADS.getThreadInfo(blocked.getId());
        } while (info.getWaitedCount() < 2);
        say("blocked", info.getBlockedCount() + " " + (info.getBlockedTime() >= 25));
        say("parked", info.getWaitedCount() + " " + (info.getWaitedTime() >= 25));
        blocked.interrupt();
        blocked.join();
        THREADS.setThreadContentionMonitoringEnabled(false);
        say("not timed", THREADS.getThreadInfo(Thread.currentThread().getId()).getBlockedTime());
    }

    static void time() {
        THREADS.setThreadCpuTimeEnabled(false);
        say("no CPU time", THREADS.getCurrentThreadCpuTime());
        THREADS.setThreadCpuTimeEnabled(true);
        say("CPU time", THREADS.getCurrentThreadCpuTime() > 0);
        long id = Thread.currentThread().getId(), before = THREADS.getThreadAllocatedBytes(id);
        sink = new byte[1_000_000];
        say("allocated", THREADS.getThreadAllocatedBytes(id) - before >= 1_000_000);
    }

    static void process() throws Exception {
        var bean = (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        say("processors", bean.getAvailableProcessors() == Runtime.getRuntime().availableProcessors());
        File file = File.createTempFile("beans", ".tmp");
        long open = bean.getOpenFileDescriptorCount();
        try (var out = new FileOutputStream(file)) {
            say("open files", bean.getOpenFileDescriptorCount() - open);
        }
        say("at most", bean.getMaxFileDescriptorCount() > open);
        say("delete", file.delete());
        bean.getProcessCpuLoad();
        bean.getCpuLoad();
        for (long end = System.nanoTime() + 50_000_000; System.nanoTime() < end;) sink = new int[10];
        double load = bean.getProcessCpuLoad(), all = bean.getCpuLoad();
        say("load", load >= 0 && load <= 1 && all >= 0 && all <= 1);
        say("CPU time", bean.getProcessCpuTime() > 0);
        var compiler = ManagementFactory.getCompilationMXBean();
        say("compiler", compiler.isCompilationTimeMonitoringSupported() + " " + (compiler.getTotalCompilationTime() >= 0) + " " + !compiler.getName().isEmpty());
        say("verbose", ManagementFactory.getClassLoadingMXBean().isVerbose() + " " + ManagementFactory.getMemoryMXBean().isVerbose());
    }

    static void collections() throws Exception {
        BlockingQueue<Notification> told = new LinkedBlockingQueue<>();
        for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
            ((NotificationEmitter) bean).addNotificationListener((notification, handback) -> told.add(notification), null, null);
        }
        System.gc();
        GarbageCollectionNotificationInfo about;
        do {
            Notification one = told.poll(20, TimeUnit.SECONDS);
            about = GarbageCollectionNotificationInfo.from((CompositeData) one.getUserData());
            if (!one.getType().equals("com.sun.management.gc.notification")) say("type", one.getType());
        } while (!about.getGcAction().equals("end of major GC") || !about.getGcCause().equals("System.gc()"));
        var info = about.getGcInfo();
        say("cause", about.getGcCause() + ", " + about.getGcAction());
        say("times", info.getDuration() >= 0 && info.getEndTime() <= ManagementFactory.getRuntimeMXBean().getUptime());
        say("id", info.getId() > 0);
        say("pools", info.getMemoryUsageBeforeGc().keySet().equals(info.getMemoryUsageAfterGc().keySet()));
        boolean last = false;
        for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
            last |= ((com.sun.management.GarbageCollectorMXBean) bean).getLastGcInfo() != null;
        }
        say("last", last);
    }

    static void thresholds() throws Exception {
        MemoryPoolMXBean found = null;
        for (MemoryPoolMXBean one : ManagementFactory.getMemoryPoolMXBeans()) {
            long used = one.getUsage().getUsed();
            if (one.getPeakUsage().getUsed() < used) say("peak below usage", one.getName());
            one.resetPeakUsage();
            if (one.getType() == MemoryType.HEAP && one.isUsageThresholdSupported()) found = one;
            if (found != null) break;
        }
        MemoryPoolMXBean pool = found;
        BlockingQueue<String> exceeded = new LinkedBlockingQueue<>();
        ((NotificationEmitter) ManagementFactory.getMemoryMXBean()).addNotificationListener((notification, handback) -> {
            var about = MemoryNotificationInfo.from((CompositeData) notification.getUserData());
            exceeded.add(notification.getType() + " " + about.getCount() + " " + about.getPoolName().equals(pool.getName()));
        }, null, null);
        pool.setCollectionUsageThreshold(1);
        System.gc();
        say("exceeded", exceeded.poll(20, TimeUnit.SECONDS));
        say("count", pool.getCollectionUsageThresholdCount() + " " + pool.isCollectionUsageThresholdExceeded());
        say("after", pool.getCollectionUsage().getUsed() > 0);
        pool.setCollectionUsageThreshold(0);
        say("usage threshold", pool.getUsageThreshold() + " " + pool.getUsageThresholdCount());
    }

    static void diagnostics() throws Exception {
        var bean = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        say("MaxHeapSize", Long.parseLong(bean.getVMOption("MaxHeapSize").getValue()) >= Runtime.getRuntime().maxMemory());
        say("UseCompressedOops", bean.getVMOption("UseCompressedOops").getValue());
        try {
            bean.getVMOption("NoSuchOption");
        } catch (IllegalArgumentException e) {
            say("no option", e.getMessage());
        }
        File file = new File(System.getProperty("java.io.tmpdir"), "beans-" + System.nanoTime() + ".hprof");
        bean.dumpHeap(file.getPath(), true);
        byte[] bytes = Files.readAllBytes(file.toPath());
        say("dump", new String(bytes, 0, 18, "ISO-8859-1") + " " + (bytes.length > 100_000));
        for (String path : new String[] {file.getPath(), "/no/such/directory/x.hprof"}) {
            try {
                bean.dumpHeap(path, false);
            } catch (IOException e) {
                say("not dumped", e.getMessage());
            }
        }
        say("delete", file.delete());
    }

    static void server() throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        for (ObjectName name : server.queryNames(new ObjectName("java.lang:*"), null)) {
            String[] attributes = Arrays.stream(server.getMBeanInfo(name).getAttributes()).map(one -> one.getName()).toArray(String[]::new);
            if (server.getAttributes(name, attributes).isEmpty()) say("nothing of", name);
        }
    }

    public static void main(String[] arguments) throws Exception {
        counts();
        contention();
        time();
        process();
        collections();
        thresholds();
        diagnostics();
        server();
    }
}
