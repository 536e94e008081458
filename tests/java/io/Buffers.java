import java.nio.BufferOverflowException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.InvalidMarkException;
import java.nio.LongBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.ShortBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** java.nio buffers, on the heap and direct: positions, views, orders, slices, read-only, comparison, exceptions. */
public class Buffers {
    static String bytes(ByteBuffer buffer) {
        byte[] copy = new byte[buffer.remaining()];
        buffer.duplicate().get(copy);
        return HexFormat.of().formatHex(copy);
    }

    static void attempt(Runnable action) {
        try {
            action.run();
            System.out.print("fine ");
        } catch (BufferOverflowException | BufferUnderflowException | InvalidMarkException | ReadOnlyBufferException | IndexOutOfBoundsException | IllegalArgumentException e) {
            System.out.print(e + "; ");
        } catch (UnsupportedOperationException e) {
            System.out.print("unsupported; ");
        }
    }

    static void exercise(ByteBuffer buffer) {
        System.out.println(buffer + " " + buffer.isDirect() + " " + buffer.hasArray() + " " + buffer.order());
        buffer.put((byte) 1).putShort((short) 0x0203).putInt(0x04050607).putLong(0x08090a0b0c0d0e0fL).putFloat(1.5f).putDouble(-2.5).putChar('\u20ac');
        buffer.flip();
        System.out.println(buffer + " " + bytes(buffer) + " " + buffer.get() + " " + buffer.getShort() + " " + buffer.getInt() + " " + buffer.getLong() + " " + buffer.getFloat() + " " + buffer.getDouble() + " " + buffer.getChar() + " " + buffer.hasRemaining());
        buffer.rewind().order(ByteOrder.LITTLE_ENDIAN);
        System.out.println(buffer.getShort(1) + " " + buffer.getInt(3) + " " + buffer.getLong(7) + " " + buffer.getDouble(19) + " " + buffer.get(2));
        buffer.position(3).mark().position(10).reset();
        ByteBuffer slice = buffer.slice(), duplicate = buffer.duplicate(), part = buffer.slice(5, 4);
        slice.put(0, (byte) 99);
        System.out.println(slice + " " + duplicate + " " + part + " " + buffer.get(3) + " " + bytes(part) + " " + slice.order() + " " + duplicate.order());
        buffer.position(20).compact();
        System.out.println(buffer + " " + bytes(buffer.duplicate().flip()));
        buffer.clear();
        for (int i = 0; i < 16; i++) buffer.put((byte) (i * 17));
        buffer.flip();
        System.out.println(buffer.asIntBuffer().get(1) + " " + buffer.asLongBuffer().get(0) + " " + buffer.asShortBuffer().get(3) + " " + buffer.asFloatBuffer().get(2) + " " + buffer.asDoubleBuffer().get(1) + " " + (int) buffer.asCharBuffer().get(2) + " " + buffer.order(ByteOrder.BIG_ENDIAN).asIntBuffer().put(0, 0x7fffffff).get(0) + " " + bytes(buffer));
        ByteBuffer constant = buffer.asReadOnlyBuffer();
        attempt(() -> constant.put((byte) 1));
        attempt(constant::array);
        attempt(() -> buffer.duplicate().position(16).get());
        attempt(() -> buffer.duplicate().position(15).getInt());
        attempt(() -> buffer.duplicate().put(new byte[20]));
        attempt(() -> buffer.position(17));
        attempt(() -> buffer.limit(1000));
        attempt(() -> buffer.duplicate().rewind().reset());
        attempt(() -> {
            try {
                buffer.get(16);
            } catch (IndexOutOfBoundsException e) {
                throw new IndexOutOfBoundsException();  // HotSpot names the index only when it has compiled Buffer.checkIndex
            }
        });
        attempt(() -> buffer.getInt(13));
        attempt(() -> buffer.get(new byte[3], 1, 3));
        attempt(() -> buffer.duplicate().put(buffer));
        attempt(() -> buffer.slice(10, 10));
        System.out.println();
    }

    public static void main(String[] arguments) {
        exercise(ByteBuffer.allocate(64));
        exercise(ByteBuffer.allocateDirect(64));
        IntBuffer ints = IntBuffer.wrap(new int[] {5, 6, 7, 8}, 1, 2);
        System.out.println(ints + " " + ints.get() + " " + ints.arrayOffset() + " " + Arrays.toString(ints.array()) + " " + ints.slice().capacity() + " " + ints.compareTo(IntBuffer.wrap(new int[] {7})) + " " + ints.equals(IntBuffer.wrap(new int[] {7})) + " " + ints.hashCode() + " " + ints.mismatch(IntBuffer.wrap(new int[] {9})));
        CharBuffer chars = CharBuffer.wrap("character sequence", 2, 9);
        System.out.println(chars + " " + chars.length() + " " + chars.charAt(1) + " " + chars.subSequence(1, 4) + " " + chars.isReadOnly() + " " + chars.chars().sum() + " " + CharBuffer.allocate(5).put("ab").flip() + " " + CharBuffer.wrap(new char[] {'x'}).append("").toString());
        LongBuffer longs = ByteBuffer.allocateDirect(32).order(ByteOrder.nativeOrder()).asLongBuffer();
        longs.put(new long[] {1, -1, Long.MAX_VALUE}).flip();
        long[] back = new long[3];
        longs.get(back);
        DoubleBuffer doubles = DoubleBuffer.allocate(3).put(1.5).put(Double.NaN);
        ShortBuffer shorts = ShortBuffer.allocate(4);
        shorts.put(new short[] {1, 2, 3}, 1, 2).put(0, (short) 9);
        System.out.println(Arrays.toString(back) + " " + longs + " " + doubles.flip().equals(DoubleBuffer.wrap(new double[] {1.5, Double.NaN})) + " " + FloatBuffer.wrap(new float[] {0f}).compareTo(FloatBuffer.wrap(new float[] {-0f})) + " " + shorts + Arrays.toString(shorts.array()));
        ByteBuffer a = ByteBuffer.wrap(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9}), b = ByteBuffer.allocateDirect(9).put(a.duplicate()).flip();
        System.out.println(a.equals(b) + " " + a.compareTo(b) + " " + (a.hashCode() == b.hashCode()) + " " + a.mismatch(b.put(8, (byte) 0)) + " " + a.compareTo(b) + " " + a.alignedSlice(1).capacity() + " " + ByteOrder.nativeOrder());
        for (int size : List.of(0, 1, 1000000)) System.out.print(ByteBuffer.allocateDirect(size).capacity() + " ");
        attempt(() -> ByteBuffer.allocate(-1));
        attempt(() -> IntBuffer.wrap(new int[2], 1, 2));
        System.out.println();
    }
}
