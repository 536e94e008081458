import gnomon.Domain;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import sun.misc.Unsafe;

/** A domain takes memory in pieces of one size after another, and gives it back but for a few pieces, many times what
 * the machine has. Then another one finds as much as before. */
public class Released {
    private static final int ROUND_BYTES = 20 << 20;

    private static void takeAndGiveBack() throws ReflectiveOperationException {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Unsafe unsafe = (Unsafe) field.get(null);
        long sum = 0;
        int sizes = 0;
        for (long bytes = 3000; bytes < 9 << 20; bytes += bytes / 4, sizes++) {
            long[] pieces = new long[(int) (ROUND_BYTES / bytes)];
            for (int i = 0; i < pieces.length; i++) {
                pieces[i] = unsafe.allocateMemory(bytes);
                unsafe.putByte(pieces[i] + bytes - 1, (byte) 1);
            }
            for (int i = 0; i < pieces.length; i++) {
                sum += unsafe.getByte(pieces[i] + bytes - 1);
                if (i % 1000 != 999) unsafe.freeMemory(pieces[i]);
            }
        }
        System.out.println(sizes + " sizes, " + (sum > 0));
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0) {
            takeAndGiveBack();
            return;
        }
        Domain domain = Domain.start(new Domain.Options("taker").main("Released").heap(40 << 20).argument("take"));
        System.out.println("status " + domain.await());
        System.out.println(ByteBuffer.allocateDirect(64 << 20).capacity());
    }
}
