/** The only thread ends with an OutOfMemoryError that nobody catches, and whose trace finds no room. */
public class DiesOfMemory {
    static Object[] all = {};
    public static void main(String[] arguments) {
        System.out.println("begins");
        for (int size = 1 << 20; ; ) {
            try {
                all = new Object[] {all, new byte[size]};
            } catch (OutOfMemoryError e) {
                if (size == 1) throw e;
                size /= 2;
            }
        }
    }
}
