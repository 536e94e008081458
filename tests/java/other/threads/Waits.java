package other.threads;

public class Waits {
    /** Returns when the thread has been in a native method for some time: there it waits, however slow the machine is.
     * */
    public static void untilItWaits(Thread thread) throws InterruptedException {
        for (int seen = 0, tries = 0; seen < 5 && tries < 4000; tries++) {
            Thread.sleep(5);
            StackTraceElement[] stack = thread.getStackTrace();
            seen = stack.length > 0 && stack[0].isNativeMethod() ? seen + 1 : 0;
        }
    }
}
