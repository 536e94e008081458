package gnomon;

import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A block of bytes that domains share. As an argument or a result of a call through a {@link Portal}, or inside of one, it
 * goes by reference: the other domain gets a Memory of its own with the same bytes. What one writes the other sees, as
 * threads of one program see each other's writes: in order only where something orders them, such as a call through a
 * portal, or an access in volatile mode by {@link java.lang.invoke.MethodHandles#byteBufferViewVarHandle}.
 *
 * <p>The bytes lie outside of every heap. They are zero at first, and are given back when no domain has a Memory or a
 * buffer for them any more. They count for the domain that has made them, which may have as many as bytes of heap.
 *
 * <p>On any other virtual machine than Gnomon it counts for the one program.
 */
public final class Memory {
    private final int number; // the kernel knows the first two fields
    private final int size;
    private ByteBuffer buffer;

    private static final AtomicInteger LOCAL = new AtomicInteger(); // numbers on other virtual machines
    private static final Cleaner CLEANER = EventLog.isRecording() ? Cleaner.create() : null;

    private Memory(int number, int size) {
        this.number = number;
        this.size = size;
    }

    /**
     * A new block.
     *
     * @throws IllegalArgumentException if {@code size} is negative
     * @throws OutOfMemoryError if the domain may not have so much, or the machine has not
     */
    public static Memory allocate(int size) {
        if (size < 0) {
            throw new IllegalArgumentException("a negative size: " + size);
        }
        Memory memory = new Memory(EventLog.isRecording() ? allocate0(size) : LOCAL.incrementAndGet(), size);
        if (EventLog.isRecording()) {
            memory.adopt();
        } else {
            memory.buffer = ByteBuffer.allocateDirect(size);
        }
        return memory;
    }

    /** Called by the kernel as well, for what has come from another domain. */
    private void adopt() {
        Object owner = new Object(); // each buffer refers to it, and so do their duplicates and slices
        CLEANER.register(owner, Memory::sweep0);
        buffer = buffer0(number, owner);
    }

    /** For another domain, on another virtual machine than Gnomon. */
    Memory share() {
        Memory shared = new Memory(number, size);
        shared.buffer = buffer;
        return shared;
    }

    /** How many bytes it has. */
    public int size() {
        return size;
    }

    /** A direct buffer of all bytes, big-endian, with a position and limit of its own. */
    public ByteBuffer buffer() {
        return buffer.duplicate();
    }

    /** Whether the other object is a Memory of the same bytes. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Memory && ((Memory) other).number == number;
    }

    @Override
    public int hashCode() {
        return number;
    }

    @Override
    public String toString() {
        return "memory of " + size + " bytes";
    }

    private static native int allocate0(int size);

    private static native ByteBuffer buffer0(int number, Object owner);

    /** Gives back those blocks all of whose owners are dead, which the kernel knows by itself. */
    private static native void sweep0();
}
