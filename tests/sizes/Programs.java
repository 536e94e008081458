import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.Arrays;
import other.Assembler;
import other.Assembler.Attribute;
import other.Assembler.Bytes;
import other.Assembler.Code;

/** Sizes within class files and programs. `java` comes to the same. */
class Programs {
    private static int nextName;

    private Programs() {
    }

    private static String fresh() {
        return "S" + nextName++;
    }

    private static Object run(Assembler a, String method, Object... arguments) throws Throwable {
        Class<?> type = a.load();
        for (Method each : type.getMethods()) if (each.getName().equals(method)) return each.invoke(null, arguments);
        throw new NoSuchMethodException(method);
    }

    private static String name(int length) {
        return "N".repeat(length);
    }

    // ---- Class files

    private static Object parameters(int count, String type, Object value) throws Throwable {
        Assembler a = new Assembler(fresh(), "java/lang/Object");
        a.addMethod(9, "run", "(" + type.repeat(count) + ")I", a.code(2, 2 * count).op(0x04, 0xac));
        Object[] arguments = new Object[count];
        Arrays.fill(arguments, value);
        return run(a, "run", arguments);
    }

    /** Through a call, so that each is passed: the last is the result. */
    private static Object passed(int count) throws Throwable {
        String name = fresh(), descriptor = "(" + "I".repeat(count) + ")I";
        Assembler a = new Assembler(name, "java/lang/Object");
        a.addMethod(9, "last", descriptor, a.code(1, count).op(0xc4, 0x15).op((count - 1) >> 8, (count - 1) & 255).op(0xac));
        Code code = a.code(count, 0);
        for (int i = 0; i < count; i++) code.op(0x11, i >> 8, i & 255);
        a.addMethod(9, "run", "()I", code.call(0xb8, name, "last", descriptor).op(0xac));
        return run(a, "run");
    }

    private static Object codeBytes(int count) throws Throwable {
        Assembler a = new Assembler(fresh(), "java/lang/Object");
        Code code = a.code(1, 0);
        for (int i = 0; i < count - 2; i++) code.op(0x00);
        a.addMethod(9, "run", "()I", code.op(0x04, 0xac));
        return run(a, "run");
    }

    private static Object dimensions(int count) throws Throwable {
        Assembler a = new Assembler(fresh(), "java/lang/Object");
        Code code = a.code(count, 0);
        for (int i = 0; i < count; i++) code.op(i < 20 ? 0x04 : 0x03);
        a.addMethod(9, "run", "()Ljava/lang/Object;", code.op2(0xc5, a.type("[".repeat(count) + "I")).op(count & 255).op(0xb0));
        return run(a, "run").getClass().getName().length();
    }

    private static Object names(int length) throws Throwable {
        if (length > 65535) return Class.forName(name(length));
        String type = name(length);
        Assembler a = new Assembler(type, "java/lang/Object");
        a.addMethod(9, "run", "()I", a.code(1, 0).op(0x04, 0xac));
        return run(a, "run") + " " + a.load().getName().length();
    }

    private static Object memberNames(int length) throws Throwable {
        if (length > 65535) return Programs.class.getMethod(name(length));
        Assembler a = new Assembler(fresh(), "java/lang/Object");
        a.addMethod(9, name(length), "()I", a.code(1, 0).op(0x05, 0xac)).addField(9, name(length), "I");
        return run(a, name(length));
    }

    private static Object chain(int depth) throws Throwable {
        String name = fresh();
        Assembler.Loader loader = new Assembler.Loader(Programs.class.getClassLoader());
        for (int i = 0; i < depth; i++) loader.add(new Assembler(name + "_" + i, i == 0 ? "java/lang/Object" : name + "_" + (i - 1)).addConstructor());
        Object last = loader.loadClass(name + "_" + (depth - 1)).getConstructor().newInstance();
        int count = 0;
        for (int i = 0; i < depth; i++) count += loader.loadClass(name + "_" + i).isInstance(last) ? 1 : 0;
        Object[] all = (Object[]) Array.newInstance(loader.loadClass(name + "_" + depth / 2), 1);
        all[0] = last;
        return count;
    }

    private static Object interfaceMethods(int count) throws Throwable {
        String name = fresh();
        Assembler type = new Assembler(name + "I", "java/lang/Object").access(0x601), a = new Assembler(name, "java/lang/Object", name + "I").addConstructor();
        Code code = a.code(3, 0).op(0x03);
        for (int i = 0; i < count; i++) {
            type.addMethod(0x401, "m" + i, "()I");
            a.addMethod(1, "m" + i, "()I", a.code(1, 1).op(0x11, i >> 8, i & 255).op(0xac));
            code.op2(0xbb, a.type(name)).op(0x59).call(0xb7, name, "<init>", "()V").callInterface(name + "I", "m" + i, "()I", 1).op(0x60);
        }
        a.addMethod(9, "run", "()I", code.op(0xac));
        Assembler.Loader loader = new Assembler.Loader(Programs.class.getClassLoader()).add(type, a);
        return loader.loadClass(name).getMethod("run").invoke(null);
    }

    private static Object fields(int count) throws Throwable {
        String name = fresh();
        Assembler a = new Assembler(name, "java/lang/Object").addConstructor();
        Code code = a.code(4, 1).op2(0xbb, a.type(name)).op(0x59).call(0xb7, name, "<init>", "()V").op(0x4b);
        for (int i = 0; i < count; i++) a.addField(1, "f" + i, "I");
        for (int i = 0; i < count; i++) code.op(0x2a).op(0x11, i >> 8, i & 255).access(0xb5, name, "f" + i, "I");
        code.op(0x03);
        for (int i = 0; i < count; i++) code.op(0x2a).access(0xb4, name, "f" + i, "I").op(0x60);
        a.addMethod(9, "run", "()I", code.op(0xac));
        Object sum = null;
        Class<?> type = a.load();
        for (int i = 0; i < 30; i++) sum = type.getMethod("run").invoke(null);
        return sum;
    }

    // ---- Methods

    private static Object locks(int depth) throws Throwable {
        Assembler a = new Assembler(fresh(), "java/lang/Object");
        Code code = a.code(2, 1);
        for (int i = 0; i < depth; i++) code.op(0x2a, 0xc2);
        for (int i = 0; i < depth; i++) code.op(0x2a, 0xc3);
        a.addMethod(9, "run", "(Ljava/lang/Object;)I", code.op(0x04, 0xac));
        Object lock = new Object();
        Object result = run(a, "run", lock);
        return result + " " + Thread.holdsLock(lock);
    }

    /** Loops one after the other, each of some instructions. */
    private static Object loops(int count, int instructions, boolean isNested) throws Throwable {
        Assembler a = new Assembler(fresh(), "java/lang/Object");
        Code code = a.code(3, 2 + count).op(0x03, 0x3b, 0x03, 0x3c);
        for (int i = 0; i < count; i++) {
            code.op(isNested && i > 3 ? 0x04 : 0x05).op(0x36, 2 + i).label("head" + i);
            for (int k = 0; k < instructions; k++) code.op(0x1b, 0x06, 0x60, 0x3c); // b += 3
            code.op(0x1a, 0x1b, 0x68, 0x1b, 0x60, 0x3b);                            // a = a * b + b
            if (!isNested) code.op(0x84, 2 + i, 0xff).op(0x15, 2 + i).jump(0x9d, "head" + i);
        }
        for (int i = count - 1; isNested && i >= 0; i--) code.op(0x84, 2 + i, 0xff).op(0x15, 2 + i).jump(0x9d, "head" + i);
        a.addMethod(9, "run", "()I", code.op(0x1a, 0xac));
        Class<?> type = a.load();
        Object result = null;
        for (int i = 0; i < 30; i++) result = type.getMethod("run").invoke(null);
        return result;
    }

    /** A loop whose body has so many blocks. */
    private static Object blocks(int count) throws Throwable {
        Assembler a = new Assembler(fresh(), "java/lang/Object");
        Code code = a.code(3, 2).op(0x03, 0x3c).op(0x10, 20, 0x3b).label("head");
        for (int i = 0; i < count; i++) code.op(0x1a).op(0x11, i >> 8, i & 255).jump(0xa1, "next" + i).op(0x84, 1, i % 7).label("next" + i);
        if (count < 2000) code.op(0x84, 0, 0xff).op(0x1a).jump(0x9d, "head"); // further back than a jump leads
        a.addMethod(9, "run", "()I", code.op(0x1b, 0xac));
        Class<?> type = a.load();
        Object result = null;
        for (int i = 0; i < 30; i++) result = type.getMethod("run").invoke(null);
        return result;
    }

    /** a[a[...a[0]...]], where the innermost array is null: the words say what was. */
    private static Object nested(int depth) throws Throwable {
        Assembler a = new Assembler(fresh(), "java/lang/Object");
        Code code = a.code(depth + 2, 2);
        for (int i = 0; i < depth - 1; i++) code.op(0x2a);
        code.op(0x2b, 0x03);
        for (int i = 0; i < depth; i++) code.op(0x2e);
        a.addMethod(9, "run", "([I[I)I", code.op(0xac));
        try {
            return run(a, "run", new int[1], null);
        } catch (java.lang.reflect.InvocationTargetException e) {
            return e.getCause().getMessage().length() < 300 ? e.getCause().getMessage() : e.getCause().getMessage().length();
        }
    }

    static class Link {
        Link next;
    }

    private static Object detail(int depth) throws Throwable {
        Assembler a = new Assembler(fresh(), "java/lang/Object");
        a.addField(9, "first", a.utf("x") > 0 ? "[Ljava/lang/Object;" : "");
        Code code = a.code(2, 1).op(0x2a);
        for (int i = 0; i < depth; i++) code.op(0x03, 0x32).op2(0xc0, a.type("[Ljava/lang/Object;"));
        a.addMethod(9, "run", "([Ljava/lang/Object;)I", code.op(0xbe, 0xac));
        Object[] array = {null};
        for (int i = 1; i < depth; i++) array = new Object[] {array};
        try {
            return run(a, "run", (Object) array);
        } catch (java.lang.reflect.InvocationTargetException e) {
            return e.getCause().getMessage();
        }
    }

    private static Object handlers(int count) throws Throwable {
        Assembler a = new Assembler(fresh(), "java/lang/Object");
        Code code = a.code(2, 1).op(0x03, 0x3b);
        for (int i = 0; i < count; i++) {
            code.label("from" + i).op(0x01, 0xbf).label("to" + i).label("catch" + i).op(0x57).op(0x84, 0, 1);
            code.handler("from" + i, "to" + i, "catch" + i, null);
        }
        a.addMethod(9, "run", "()I", code.op(0x1a, 0xac));
        return run(a, "run");
    }

    // ---- While it runs

    private static int entered;

    private static void enter(Object lock, int depth) {
        synchronized (lock) {
            entered++;
            if (depth > 1) enter(lock, depth - 1);
        }
    }

    private static Object recursiveLock(int depth) throws Throwable {
        Object lock = new Object();
        entered = 0;
        Thread thread = new Thread(null, () -> enter(lock, depth), "locks", 64 << 20);
        thread.start();
        thread.join();
        synchronized (lock) {
            lock.notify();
        }
        return entered;
    }

    /** An array of about that many bytes, of each kind of element: it is empty, keeps what is stored at its ends, and
     * is copied. */
    private static Object array(int bytes) throws Throwable {
        StringBuilder all = new StringBuilder();
        for (int less : new int[] {0, 8, 12, 16, 24}) {
            byte[] a = new byte[bytes - less];
            long sum = 0;
            for (byte each : a) sum += each;
            a[0] = 1;
            a[a.length - 1] = 2;
            byte[] b = a.clone();
            System.gc();
            Object[] c = new Object[(bytes - less) / 4];
            for (Object each : c) if (each != null) sum++;
            c[c.length - 1] = b;
            all.append(sum).append(Arrays.equals(a, b)).append(c[c.length - 1] == b).append(new long[(bytes - less) / 8].length).append(' ');
        }
        return all;
    }

    private static Object threadName(int length) throws Throwable {
        String name = name(length);
        Thread thread = new Thread(() -> { }, name);
        thread.start();
        thread.join();
        Thread.currentThread().setName(name);
        int known = Thread.currentThread().getName().length();
        Thread.currentThread().setName("main");
        return known;
    }

    private static Object stackSize(int kib) throws Throwable {
        int[] result = new int[1];
        Thread thread = new Thread(null, () -> result[0] = 5, "stack", (long) kib << 10);
        thread.start();
        thread.join();
        return result[0];
    }

    private static Object stackSizes(int count) throws Throwable {
        int[] done = new int[1];
        for (int i = 0; i < count; i++) {
            Thread thread = new Thread(null, () -> done[0]++, "stack", (100L + 4 * i) << 10);
            thread.start();
            thread.join();
        }
        return done[0];
    }

    private static Object stackTrace(int depth) {
        if (depth > 0) return stackTrace(depth - 1);
        return new Throwable().getStackTrace().length > 5;
    }

    private static Object strings(int length) throws Throwable {
        Assembler a = new Assembler(fresh(), "java/lang/Object");
        if (length > 65535) return name(length).intern().length();
        a.addMethod(9, "run", "()Ljava/lang/Object;", a.code(1, 0).load(a.string(name(length))).op(0xb0));
        return ((String) run(a, "run")).intern() == name(length).intern();
    }

    private static Object properties(int length) {
        System.setProperty("size", name(length));
        return System.clearProperty("size").length();
    }

    static void add() {
        Sizes.add("ARGUMENT_SLOTS_MAX", 255, count -> parameters(count, "I", 1));
        Sizes.add("arguments_long", 127, count -> parameters(count, "J", 1L));
        Sizes.add("arguments_passed", 255, Programs::passed);
        Sizes.add("CODE_BYTES_MAX", 65535, Programs::codeBytes);
        Sizes.add("MOST_DIMENSIONS", 255, Programs::dimensions);
        Sizes.add("dimensions_by_name", 255, count -> Class.forName("[".repeat(count) + "I").getName().length());
        Sizes.add("dimensions_reflected", 255, count -> Array.newInstance(int.class, new int[count]).getClass().getName().length());
        Sizes.add("names", 65535, Programs::names);
        Sizes.add("names_of_members", 65535, Programs::memberNames);
        Sizes.add("string_literals", 65535, Programs::strings);
        Sizes.add("CLASS_DISPLAY_DEPTH", 8, Programs::chain);
        Sizes.add("ABOVE_MOST", 64, Programs::chain);
        Sizes.add("CLASS_IMT_SLOTS", 32, Programs::interfaceMethods);
        Sizes.add("MOST_FIELDS", 16, Programs::fields);
        Sizes.add("HELD_LIMIT", 16, Programs::locks);
        Sizes.add("MAX_LOOPS", 12, count -> loops(count, 2, false));
        Sizes.add("loops_nested", 12, count -> loops(count, 1, true));
        Sizes.add("MAX_INSTRUCTIONS", 14, count -> loops(1, count, false));
        Sizes.add("MAX_BLOCKS", 8, Programs::blocks);
        Sizes.add("CONTEXT_LIMIT", 4096, Programs::blocks);
        Sizes.add("MOST_INSTRUCTIONS", 400, count -> loops(1, count / 2, false));
        Sizes.add("MOST_STEPS", 200, count -> loops(1, count, false));
        Sizes.add("MOST_NESTING", 100, Programs::nested);
        Sizes.add("MOST_DETAIL", 5, Programs::detail);
        Sizes.add("handlers", 1000, Programs::handlers);
        Sizes.add("THIN_DEPTH_LIMIT", 1024, Programs::recursiveLock);
        Sizes.add("HEAP_CHUNK_BYTES", 1 << 20, Programs::array);
        Sizes.add("names_of_threads", 65535, Programs::threadName);
        Sizes.add("stacks", 1024, Programs::stackSize);
        Sizes.add("STACK_SIZES", 64, Programs::stackSizes);
        Sizes.add("SAMPLER_MAX_FRAMES", 128, Programs::stackTrace);
        Sizes.add("MOST_FRAMES", 512, Programs::stackTrace);
        Sizes.add("stack_trace", 1024, Programs::stackTrace);
        Sizes.add("properties", 65535, Programs::properties);
    }
}
