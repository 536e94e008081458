import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** ASM: classes written by hand and run, read, counted, and rewritten on the way to a loader. */
public class Asms implements Opcodes {
    public interface Calculation {
        long of(long x);
    }

    static final class Loader extends ClassLoader {
        Loader() {
            super(Asms.class.getClassLoader());
        }

        Class<?> define(byte[] bytes) {
            return defineClass(null, bytes, 0, bytes.length);
        }
    }

    public static class Subject {
        public int calls;

        public String work(int n) {
            StringBuilder out = new StringBuilder();
            for (int i = 0; i < n; i++) out.append(helper(i)).append(i % 2 == 0 ? "," : ";");
            return out.toString();
        }

        int helper(int i) {
            try {
                return 100 / (i - 2);
            } catch (ArithmeticException e) {
                return -1;
            } finally {
                calls++;
            }
        }
    }

    /** Class with fields, a constructor, a loop, a table switch, a lambda-free interface, an exception handler. */
    static byte[] written() {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES | ClassWriter.COMPUTE_MAXS);
        writer.visit(V17, ACC_PUBLIC, "made/Sum", null, "java/lang/Object", new String[] {Type.getInternalName(Calculation.class)});
        FieldVisitor field = writer.visitField(ACC_PRIVATE | ACC_FINAL, "factor", "J", null, null);
        AnnotationVisitor annotation = field.visitAnnotation("Ljava/lang/Deprecated;", true);
        annotation.visit("since", "now");
        annotation.visitEnd();
        MethodVisitor method = writer.visitMethod(ACC_PUBLIC, "<init>", "(J)V", null, null);
        method.visitCode();
        method.visitVarInsn(ALOAD, 0);
        method.visitMethodInsn(INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        method.visitVarInsn(ALOAD, 0);
        method.visitVarInsn(LLOAD, 1);
        method.visitFieldInsn(PUTFIELD, "made/Sum", "factor", "J");
        method.visitInsn(RETURN);
        method.visitMaxs(0, 0);
        method = writer.visitMethod(ACC_PUBLIC, "of", "(J)J", null, null);
        Label loop = new Label(), end = new Label();
        method.visitInsn(LCONST_0);
        method.visitVarInsn(LSTORE, 3);
        method.visitLabel(loop);
        method.visitVarInsn(LLOAD, 1);
        method.visitInsn(LCONST_0);
        method.visitInsn(LCMP);
        method.visitJumpInsn(IFLE, end);
        method.visitVarInsn(LLOAD, 3);
        method.visitVarInsn(LLOAD, 1);
        method.visitVarInsn(ALOAD, 0);
        method.visitFieldInsn(GETFIELD, "made/Sum", "factor", "J");
        method.visitInsn(LMUL);
        method.visitInsn(LADD);
        method.visitVarInsn(LSTORE, 3);
        method.visitVarInsn(LLOAD, 1);
        method.visitInsn(LCONST_1);
        method.visitInsn(LSUB);
        method.visitVarInsn(LSTORE, 1);
        method.visitJumpInsn(GOTO, loop);
        method.visitLabel(end);
        method.visitVarInsn(LLOAD, 3);
        method.visitInsn(LRETURN);
        method.visitMaxs(0, 0);
        method = writer.visitMethod(ACC_PUBLIC | ACC_STATIC, "choose", "(ILjava/lang/Object;)Ljava/lang/String;", null, null);
        Label zero = new Label(), one = new Label(), other = new Label(), start = new Label(), stop = new Label(), handler = new Label();
        method.visitTryCatchBlock(start, stop, handler, "java/lang/ClassCastException");
        method.visitVarInsn(ILOAD, 0);
        method.visitTableSwitchInsn(0, 1, other, zero, one);
        method.visitLabel(zero);
        method.visitLdcInsn("zero");
        method.visitInsn(ARETURN);
        method.visitLabel(one);
        method.visitLabel(start);
        method.visitVarInsn(ALOAD, 1);
        method.visitTypeInsn(CHECKCAST, "java/lang/String");
        method.visitLabel(stop);
        method.visitInsn(ARETURN);
        method.visitLabel(handler);
        method.visitInsn(POP);
        method.visitLdcInsn("no string");
        method.visitInsn(ARETURN);
        method.visitLabel(other);
        method.visitVarInsn(ILOAD, 0);
        method.visitVarInsn(ALOAD, 1);
        method.visitInvokeDynamicInsn("join", "(ILjava/lang/Object;)Ljava/lang/String;", new Handle(H_INVOKESTATIC, "java/lang/invoke/StringConcatFactory", "makeConcatWithConstants", "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/invoke/CallSite;", false), "other \1 of \1");
        method.visitInsn(ARETURN);
        method.visitMaxs(0, 0);
        writer.visitEnd();
        return writer.toByteArray();
    }

    static byte[] rewritten(byte[] original, List<String> trace) {
        ClassReader reader = new ClassReader(original);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(new ClassVisitor(ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
                trace.add(name + descriptor);
                MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
                if (!name.equals("helper")) return next;
                return new MethodVisitor(ASM9, next) {
                    @Override
                    public void visitIntInsn(int opcode, int operand) {
                        super.visitIntInsn(opcode, opcode == BIPUSH && operand == 100 ? 120 : operand);
                    }
                };
            }
        }, 0);
        return writer.toByteArray();
    }

    static int[] counts(byte[] bytes) {
        int[] counts = new int[4];
        new ClassReader(bytes).accept(new ClassVisitor(ASM9) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
                counts[0]++;
                return new MethodVisitor(ASM9) {
                    @Override
                    public void visitInsn(int opcode) {
                        counts[1]++;
                    }

                    @Override
                    public void visitMethodInsn(int opcode, String owner, String method, String type, boolean isInterface) {
                        counts[2]++;
                    }

                    @Override
                    public void visitJumpInsn(int opcode, Label label) {
                        counts[3]++;
                    }
                };
            }
        }, ClassReader.SKIP_DEBUG);
        return counts;
    }

    public static void main(String[] arguments) throws Exception {
        Class<?> made = new Loader().define(written());
        Calculation sum = (Calculation) made.getConstructor(long.class).newInstance(3L);
        Method choose = made.getMethod("choose", int.class, Object.class);
        System.out.println(made.getName() + " " + sum.of(100) + " " + choose.invoke(null, 0, null) + " " + choose.invoke(null, 1, "text") + " " + choose.invoke(null, 1, 5) + " " + choose.invoke(null, 7, 'c') + " " + made.getDeclaredField("factor").getAnnotation(Deprecated.class).since());
        byte[] original;
        try (InputStream in = Asms.class.getResourceAsStream("Asms$Subject.class")) {
            original = in.readAllBytes();
        }
        List<String> trace = new ArrayList<>();
        Class<?> changed = new Loader().define(rewritten(original, trace));
        Object instance = changed.getConstructor().newInstance();
        System.out.println(new Subject().work(6) + " " + changed.getMethod("work", int.class).invoke(instance, 6) + " " + changed.getField("calls").get(instance) + " " + trace);
        int[] all = new int[4];
        int classes = 0;
        for (Class<?> type : List.of(Object.class, String.class, java.util.HashMap.class, java.util.concurrent.ConcurrentHashMap.class, java.util.regex.Pattern.class, ClassReader.class)) {
            try (InputStream in = type.getResourceAsStream(type.getSimpleName() + ".class")) {
                byte[] bytes = in.readAllBytes();
                int[] counts = counts(bytes);
                for (int i = 0; i < 4; i++) all[i] += counts[i];
                ClassWriter copy = new ClassWriter(0);
                new ClassReader(bytes).accept(copy, 0);
                classes += counts(copy.toByteArray())[1] == counts[1] ? 1 : 0;
            }
        }
        System.out.println(classes + " " + all[0] + " " + all[1] + " " + all[2] + " " + all[3]);
        System.out.println(Type.getMethodDescriptor(choose) + " " + Type.getType("[[Ljava/util/List;").getElementType().getClassName() + " " + Type.getArgumentTypes("(IJ[D)V").length + " " + Type.getArgumentsAndReturnSizes("(IJD)J") + " " + Type.LONG_TYPE.getOpcode(IADD));
        try {
            new ClassReader(new byte[] {1, 2, 3, 4, 0, 0, 0, 99, 0, 0});
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        ClassWriter bad = new ClassWriter(0);
        bad.visit(V17, ACC_PUBLIC, "made/Bad", null, "java/lang/Object", null);
        MethodVisitor method = bad.visitMethod(ACC_PUBLIC | ACC_STATIC, "wrong", "()I", null, null);
        method.visitLdcInsn("not an int");
        method.visitInsn(IRETURN);
        method.visitMaxs(1, 0);
        try {
            new Loader().define(bad.toByteArray()).getMethod("wrong").invoke(null);
        } catch (VerifyError e) {
            System.out.println(e.getMessage().startsWith("Bad type on operand stack"));
        }
    }
}
