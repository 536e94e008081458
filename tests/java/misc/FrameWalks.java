import java.lang.StackWalker.StackFrame;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** StackWalker and stack traces: frames through lambdas and reflection, callers, skipping, filled in anew. */
public class FrameWalks {
    static final StackWalker WALKER = StackWalker.getInstance(), RETAINING = StackWalker.getInstance(Set.of(StackWalker.Option.RETAIN_CLASS_REFERENCE));

    static boolean own(StackFrame frame) {
        return frame.getClassName().startsWith("FrameWalks");
    }

    static String frames() {
        return WALKER.walk(all -> all.filter(FrameWalks::own).map(frame -> frame.getMethodName().replaceAll("\\$\\d+", "\\$N") + ":" + (frame.getLineNumber() > 0) + frame.getFileName()).collect(Collectors.joining(" ")));
    }

    static class Inner {
        Class<?> caller() {
            return RETAINING.getCallerClass();
        }

        static List<String> deep(int n) {
            return n == 0 ? WALKER.walk(all -> all.skip(1).limit(3).map(StackFrame::getMethodName).toList()) : deep(n - 1);
        }
    }

    public void byReflection() {
        System.out.println("" + RETAINING.walk(all -> all.filter(FrameWalks::own).map(frame -> frame.getDeclaringClass().getSimpleName() + "." + frame.getMethodName() + frame.getMethodType().parameterCount()).limit(2).toList()));
        System.out.println(WALKER.walk(all -> all.limit(4).map(StackFrame::getMethodName).toList()).contains("invoke") + " " + StackWalker.getInstance(StackWalker.Option.SHOW_REFLECT_FRAMES).walk(all -> all.limit(4).map(StackFrame::getMethodName).toList()).contains("invoke"));
    }

    static void thrower(int n) {
        if (n == 0) throw new IllegalStateException("bottom");
        thrower(n - 1);
    }

    public static void main(String[] arguments) throws Exception {
        System.out.println(frames());
        Supplier<String> lambda = () -> frames();
        System.out.println(lambda.get());
        Supplier<String> reference = FrameWalks::frames;
        System.out.println(reference.get());
        System.out.println(new Inner().caller() + " " + Inner.deep(5) + " " + WALKER.walk(all -> all.filter(FrameWalks::own).count()));
        FrameWalks.class.getMethod("byReflection").invoke(new FrameWalks());
        try {
            WALKER.getCallerClass();
        } catch (UnsupportedOperationException e) {
            System.out.println(e.getMessage());
        }
        try {
            WALKER.walk(all -> all.findFirst().get().getDeclaringClass());
        } catch (UnsupportedOperationException e) {
            System.out.println(e.getMessage());
        }
        try {
            thrower(4);
        } catch (IllegalStateException e) {
            StackTraceElement[] trace = e.getStackTrace();
            System.out.println(trace.length > 4 && trace[4].getMethodName().equals("thrower") && trace[5].getMethodName().equals("main") ? trace[0].getClassName() + " " + trace[0].getMethodName() + " " + trace[0].getFileName() + " " + trace[0].isNativeMethod() : "wrong");
            e.fillInStackTrace();
            System.out.println(e.getStackTrace()[0].getMethodName());
            e.setStackTrace(new StackTraceElement[] {new StackTraceElement("a.B", "m", "B.java", 5), new StackTraceElement("c.D", "n", null, -2), new StackTraceElement("loader", "mod", "1.0", "e.F", "o", null, -1)});
            java.io.StringWriter text = new java.io.StringWriter();
            e.addSuppressed(new RuntimeException("suppressed", null) {
                private static final long serialVersionUID = 1;

                @Override
                public synchronized Throwable fillInStackTrace() {
                    return this;
                }
            });
            e.printStackTrace(new java.io.PrintWriter(text, true));
            System.out.println(text.toString().replace("\n", "$").replace("\t", ">"));
        }
        StackTraceElement here = Thread.currentThread().getStackTrace()[1];
        System.out.println(here.getMethodName() + " " + here.getClassName() + " " + new Throwable().getStackTrace()[0].getMethodName() + " " + Thread.getAllStackTraces().containsKey(Thread.currentThread()) + " " + here.equals(new StackTraceElement(here.getClassLoaderName(), null, null, "FrameWalks", "main", "FrameWalks.java", here.getLineNumber())));
    }
}
