package other;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Writes class files, right ones and wrong ones: constants are made as they are asked for, code is bytes with labels,
 * anything can be given as raw bytes instead. */
public class Assembler {
    public static final int PUBLIC = 1, PRIVATE = 2, PROTECTED = 4, STATIC = 8, FINAL = 16, SUPER = 32, SYNCHRONIZED = 32, VOLATILE = 64, BRIDGE = 64, VARARGS = 128, NATIVE = 256, INTERFACE = 512, ABSTRACT = 1024, STRICT = 2048, SYNTHETIC = 4096, ENUM = 16384;

    public int magic = 0xcafebabe, minor, major = 49;
    public int access = PUBLIC | SUPER;
    private final String name, superName;
    private final List<String> interfaces = new ArrayList<>();
    private final List<byte[]> constants = new ArrayList<>(), fields = new ArrayList<>(), methods = new ArrayList<>(), attributes = new ArrayList<>();
    private final Map<String, Integer> known = new HashMap<>();
    private int slots = 1;

    public Assembler(String name, String superName, String... interfaces) {
        this.name = name;
        this.superName = superName;
        this.interfaces.addAll(List.of(interfaces));
    }

    public Assembler version(int major) { this.major = major; return this; }
    public Assembler access(int flags) { access = flags; return this; }

    /** What is written into it, big-endian. */
    public static class Bytes {
        private final ByteArrayOutputStream stream = new ByteArrayOutputStream();
        private final DataOutputStream out = new DataOutputStream(stream);

        private interface Writing { void run() throws IOException; }
        private Bytes with(Writing writing) {
            try {
                writing.run();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
            return this;
        }

        public Bytes u1(int... values) { for (int value : values) with(() -> out.writeByte(value)); return this; }
        public Bytes u2(int... values) { for (int value : values) with(() -> out.writeShort(value)); return this; }
        public Bytes u4(int value) { return with(() -> out.writeInt(value)); }
        public Bytes u8(long value) { return with(() -> out.writeLong(value)); }
        public Bytes utf(String text) { return with(() -> out.writeUTF(text)); }
        public Bytes raw(byte[] bytes) { return with(() -> out.write(bytes)); }
        public int size() { return out.size(); }
        public byte[] get() { return stream.toByteArray(); }
    }

    // ---- Constants

    public int constant(String key, int width, Bytes content) {
        Integer index = known.get(key);
        if (index == null) {
            index = slots;
            known.put(key, index);
            constants.add(content.get());
            slots += width;
        }
        return index;
    }

    public int utf(String text) { return constant("1" + text, 1, new Bytes().u1(1).utf(text)); }
    public int number(int value) { return constant("3" + value, 1, new Bytes().u1(3).u4(value)); }
    public int number(float value) { return constant("4" + Float.floatToRawIntBits(value), 1, new Bytes().u1(4).u4(Float.floatToRawIntBits(value))); }
    public int number(long value) { return constant("5" + value, 2, new Bytes().u1(5).u8(value)); }
    public int number(double value) { return constant("6" + Double.doubleToRawLongBits(value), 2, new Bytes().u1(6).u8(Double.doubleToRawLongBits(value))); }
    public int type(String name) { int utf = utf(name); return constant("7" + name, 1, new Bytes().u1(7).u2(utf)); }
    public int string(String text) { int utf = utf(text); return constant("8" + text, 1, new Bytes().u1(8).u2(utf)); }
    public int named(String name, String descriptor) { int a = utf(name), b = utf(descriptor); return constant("12" + name + ":" + descriptor, 1, new Bytes().u1(12).u2(a, b)); }
    public int field(String owner, String name, String descriptor) { return member(9, owner, name, descriptor); }
    public int method(String owner, String name, String descriptor) { return member(10, owner, name, descriptor); }
    public int interfaceMethod(String owner, String name, String descriptor) { return member(11, owner, name, descriptor); }
    private int member(int tag, String owner, String name, String descriptor) {
        int a = type(owner), b = named(name, descriptor);
        return constant(tag + owner + "." + name + ":" + descriptor, 1, new Bytes().u1(tag).u2(a, b));
    }
    /** A method handle of a kind (5 invokeVirtual, 6 invokeStatic...) to a member constant. */
    public int handle(int kind, int member) { return constant("15" + kind + ":" + member, 1, new Bytes().u1(15, kind).u2(member)); }
    public int methodType(String descriptor) { int utf = utf(descriptor); return constant("16" + descriptor, 1, new Bytes().u1(16).u2(utf)); }
    public int dynamic(int tag, int bootstrap, String name, String descriptor) { int b = named(name, descriptor); return constant(tag + "#" + bootstrap + name + descriptor, 1, new Bytes().u1(tag).u2(bootstrap, b)); }

    // ---- Members

    public Assembler addField(int flags, String name, String descriptor, Attribute... attributes) {
        fields.add(member(new Bytes().u2(flags, utf(name), utf(descriptor)), attributes));
        return this;
    }

    public Assembler addMethod(int flags, String name, String descriptor, Attribute... attributes) {
        methods.add(member(new Bytes().u2(flags, utf(name), utf(descriptor)), attributes));
        return this;
    }

    private byte[] member(Bytes head, Attribute... list) {
        head.u2(list.length);
        for (Attribute attribute : list) head.raw(attribute.bytes(this));
        return head.get();
    }

    public Assembler addAttribute(Attribute attribute) { attributes.add(attribute.bytes(this)); return this; }

    /** A constructor that calls the superclass's. */
    public Assembler addConstructor() {
        return addMethod(PUBLIC, "<init>", "()V", code(1, 1).op(0x2a).call(0xb7, superName, "<init>", "()V").op(0xb1));
    }

    // ---- Attributes

    public static class Attribute {
        final String name;
        byte[] content;
        public Attribute(String name, byte[] content) { this.name = name; this.content = content; }
        byte[] bytes(Assembler assembler) { return new Bytes().u2(assembler.utf(name)).u4(content.length).raw(content).get(); }
    }

    public Code code(int stack, int locals) { return new Code(stack, locals); }

    /** A Code attribute. Jumps name labels, forward or backward; tables of switches are written by their methods. */
    public class Code extends Attribute {
        private final int stack, locals;
        private final Bytes code = new Bytes();
        private final Map<String, Integer> labels = new HashMap<>();
        private final List<Object[]> jumps = new ArrayList<>(), handlers = new ArrayList<>(), lines = new ArrayList<>();
        private byte[] frames;
        private int frameCount;

        Code(int stack, int locals) {
            super("Code", null);
            this.stack = stack;
            this.locals = locals;
        }

        public Code op(int... bytes) { code.u1(bytes); return this; }
        public Code op2(int opcode, int operand) { code.u1(opcode).u2(operand); return this; }
        public Code label(String name) { labels.put(name, code.size()); return this; }
        public int at() { return code.size(); }
        public Code jump(int opcode, String label) { jumps.add(new Object[] {code.size(), code.size() + 1, 2, label}); code.u1(opcode).u2(0); return this; }
        public Code wideJump(int opcode, String label) { jumps.add(new Object[] {code.size(), code.size() + 1, 4, label}); code.u1(opcode).u4(0); return this; }
        public Code call(int opcode, String owner, String name, String descriptor) { return op2(opcode, method(owner, name, descriptor)); }
        public Code callInterface(String owner, String name, String descriptor, int slots) { op2(0xb9, interfaceMethod(owner, name, descriptor)); return op(slots, 0); }
        public Code access(int opcode, String owner, String name, String descriptor) { return op2(opcode, field(owner, name, descriptor)); }
        public Code load(int constant) { return op2(0x13, constant); }
        public Code load2(int constant) { return op2(0x14, constant); }
        public Code print(String descriptor) { return call(0xb8, "other/Out", "print", descriptor); }
        public Code line(int number) { lines.add(new Object[] {code.size(), number}); return this; }

        public Code table(int low, String other, String... targets) {
            int start = code.size();
            code.u1(0xaa);
            while (code.size() % 4 != 0) code.u1(0);
            target(start, other);
            code.u4(low).u4(low + targets.length - 1);
            for (String label : targets) target(start, label);
            return this;
        }

        public Code lookup(String other, Object... keysAndTargets) {
            int start = code.size();
            code.u1(0xab);
            while (code.size() % 4 != 0) code.u1(0);
            target(start, other);
            code.u4(keysAndTargets.length / 2);
            for (int i = 0; i < keysAndTargets.length; i += 2) {
                code.u4((Integer) keysAndTargets[i]);
                target(start, (String) keysAndTargets[i + 1]);
            }
            return this;
        }

        private void target(int start, String label) {
            jumps.add(new Object[] {start, code.size(), 4, label});
            code.u4(0);
        }

        /** type null: any. */
        public Code handler(String from, String to, String label, String type) { handlers.add(new Object[] {from, to, label, type}); return this; }
        /** Raw content of a StackMapTable, without its count. */
        public Code frames(int count, byte[] content) { frameCount = count; frames = content; return this; }

        @Override byte[] bytes(Assembler assembler) {
            byte[] body = code.get();
            for (Object[] jump : jumps) {
                int offset = labels.get((String) jump[3]) - (Integer) jump[0];
                for (int i = (Integer) jump[2] - 1, at = (Integer) jump[1] + i; i >= 0; i--, at--, offset >>= 8) body[at] = (byte) offset;
            }
            Bytes all = new Bytes().u2(stack, locals).u4(body.length).raw(body).u2(handlers.size());
            for (Object[] handler : handlers) all.u2(labels.get((String) handler[0]), labels.get((String) handler[1]), labels.get((String) handler[2]), handler[3] == null ? 0 : type((String) handler[3]));
            all.u2((lines.isEmpty() ? 0 : 1) + (frames == null ? 0 : 1));
            if (!lines.isEmpty()) {
                all.u2(utf("LineNumberTable")).u4(2 + 4 * lines.size()).u2(lines.size());
                for (Object[] line : lines) all.u2((Integer) line[0], (Integer) line[1]);
            }
            if (frames != null) all.u2(utf("StackMapTable")).u4(2 + frames.length).u2(frameCount).raw(frames);
            content = all.get();
            return super.bytes(assembler);
        }
    }

    // ---- The file

    public byte[] bytes() {
        Bytes body = new Bytes().u2(access, type(name), superName == null ? 0 : type(superName), interfaces.size());
        for (String each : interfaces) body.u2(type(each));
        for (List<byte[]> table : List.of(fields, methods, attributes)) {
            body.u2(table.size());
            for (byte[] entry : table) body.raw(entry);
        }
        Bytes file = new Bytes().u4(magic).u2(minor, major, slots);
        for (byte[] each : constants) file.raw(each);
        return file.raw(body.get()).get();
    }

    // ---- Loading

    /** Defines what it is given when it is asked for, each class once; the rest is its parent's. */
    public static class Loader extends ClassLoader {
        private final Map<String, byte[]> files = new HashMap<>();
        public Loader(ClassLoader parent) { super(parent); }
        public Loader add(Assembler... assemblers) { for (Assembler each : assemblers) files.put(each.name.replace('/', '.'), each.bytes()); return this; }
        public Loader add(String name, byte[] file) { files.put(name, file); return this; }

        @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                if (loaded != null) return loaded;
                byte[] file = files.get(name);
                return file == null ? super.loadClass(name, resolve) : defineClass(name, file, 0, file.length);
            }
        }

        public Class<?> define(String name, byte[] file) { return defineClass(name, file, 0, file.length); }
    }

    /** The class, loaded with nothing else beside it. */
    public Class<?> load() throws ClassNotFoundException { return new Loader(Assembler.class.getClassLoader()).add(this).loadClass(name.replace('/', '.')); }

    /** The same for a class whose methods cannot all be listed, because a class in one's descriptor is missing. */
    public static Object callKnown(Class<?> type, String method) throws Throwable {
        return java.lang.invoke.MethodHandles.publicLookup().findStatic(type, method, java.lang.invoke.MethodType.methodType(Object.class)).invoke();
    }

    /** Calls its static method without arguments. */
    public static Object call(Class<?> type, String method) throws Throwable {
        try {
            return type.getMethod(method).invoke(null);
        } catch (java.lang.reflect.InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
