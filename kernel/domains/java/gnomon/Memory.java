package gnomon;

import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A block of bytes that domains share. As an argument or a result of a call through a {@link Portal}, or inside of one,
 * it goes by reference: the other domain gets a Memory of its own with the same bytes. What one writes the other sees,
 * as threads of one program see each other's writes: in order only where something orders them, such as a call through
 * a portal, or an access in volatile mode by {@link java.lang.invoke.MethodHandles#byteBufferViewVarHandle}.
 *
 * <p>The bytes lie outside of every heap. They are zero at first, and are given back when no domain has a Memory or a
 * buffer for them any more. They count for the domain that has made them, which may have as many as bytes of heap.
 *
 * <p>A view has some of the bytes ({@link #part}), cannot write ({@link #readOnly}), or can be taken back
 * ({@link #revocable}). A view of a view can do no more than that. The kernel holds what a view may do: a domain that
 * is given one gets at nothing else. The bytes are there as long as any view is.
 *
 * <p>On any other virtual machine than Gnomon it counts for the one program.
 */
public final class Memory {
    private final int number; // the kernel knows the first two fields
    private final int size;
    private ByteBuffer buffer; // null on Gnomon if it is revocable
    private Object owner; // of what is revocable: the domain uses it as long as this is alive
    private Lease lease; // on other virtual machines: null if it is not revocable
    private boolean isLease; // there: revoking it is revoking `lease`

    private static final int PART = 0;
    private static final int READ_ONLY = 1;
    private static final int REVOCABLE = 2;

    private static final AtomicInteger LOCAL = new AtomicInteger(); // numbers on other virtual machines
    private static final Cleaner CLEANER = EventLog.isRecording() ? Cleaner.create() : null;

    /** What can be taken back, on other virtual machines. Accesses hold its lock. */
    private static final class Lease {
        final Lease outer;
        final LocalDomain lender;
        private boolean isRevoked;

        Lease(Lease outer, LocalDomain lender) {
            this.outer = outer;
            this.lender = lender;
        }

        synchronized boolean isRevoked() {
            return isRevoked || (outer != null && outer.isRevoked());
        }

        synchronized void revoke() {
            isRevoked = true;
        }
    }

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
        Object made = new Object(); // each buffer refers to it, and so do their duplicates and slices
        CLEANER.register(made, Memory::sweep0);
        if (isRevocable0(number)) {
            bind0(number, made);
            owner = made;
        } else {
            buffer = buffer0(number, made);
        }
    }

    /** For another domain, on another virtual machine than Gnomon. */
    Memory share() {
        Memory shared = new Memory(number, size);
        shared.buffer = buffer;
        shared.lease = lease;
        shared.isLease = isLease;
        return shared;
    }

    // ---- Views

    private Memory view(int start, int count, int kind) {
        if (start < 0 || count < 0 || (long) start + count > size) {
            throw new IndexOutOfBoundsException(count + " bytes from " + start + " on, of " + size);
        }
        if (EventLog.isRecording()) {
            Memory made = new Memory(view0(number, start, count, kind), count);
            made.adopt();
            return made;
        }
        Memory made = new Memory(LOCAL.incrementAndGet(), count);
        ByteBuffer part = buffer.duplicate().position(start).limit(start + count).slice();
        made.buffer = kind == READ_ONLY ? part.asReadOnlyBuffer() : part;
        made.isLease = kind == REVOCABLE;
        made.lease = kind == REVOCABLE ? new Lease(lease, LocalDomain.current()) : lease;
        return made;
    }

    /**
     * So many of the bytes, from a place on.
     *
     * @throws IndexOutOfBoundsException if they are not within it
     * @throws OutOfMemoryError as for {@link #allocate}; a domain has 4096 blocks and views at once at most
     */
    public Memory part(int start, int count) {
        return view(start, count, PART);
    }

    /** The same bytes, which cannot be written through it: {@link ReadOnlyBufferException}. */
    public Memory readOnly() {
        return view(0, size, READ_ONLY);
    }

    /**
     * The same bytes, which can be taken back with {@link #revoke}. It has no buffers, only {@link #read}, {@link
     * #write} and what is built on them, each of which the kernel checks.
     */
    public Memory revocable() {
        return view(0, size, REVOCABLE);
    }

    /**
     * Takes back what {@link #revocable} has made in this domain: when it returns, no domain gets at the bytes through
     * this Memory, or any view that has been made of it, ever again; accesses are {@link IllegalStateException}s then.
     * Accesses that other processors make at the same time come before it, or fail.
     *
     * @throws UnsupportedOperationException if it is not revocable, or another domain has made it so
     */
    public void revoke() {
        boolean isDone = false;
        if (EventLog.isRecording()) {
            isDone = revoke0(number);
        } else if (isLease && lease.lender == LocalDomain.current()) {
            lease.revoke();
            isDone = true;
        }
        if (!isDone) {
            throw new UnsupportedOperationException("not made revocable by this domain");
        }
    }

    // ---- Accesses

    /** How many bytes it has. */
    public int size() {
        return size;
    }

    /**
     * A direct buffer of all bytes, big-endian, with a position and limit of its own; read-only if this is.
     *
     * @throws UnsupportedOperationException if it is revocable
     */
    public ByteBuffer buffer() {
        if (buffer == null || lease != null) {
            throw new UnsupportedOperationException("a revocable memory has no buffers");
        }
        return buffer.duplicate();
    }

    private void transfer(int at, byte[] array, int start, int count, boolean isWrite) {
        if (start < 0 || count < 0 || (long) start + count > array.length) {
            throw new IndexOutOfBoundsException(count + " bytes from " + start + " on, of " + array.length);
        }
        if (EventLog.isRecording()) {
            transfer0(number, at, array, start, count, isWrite);
        } else if (lease == null) {
            transferLocally(at, array, start, count, isWrite);
        } else {
            synchronized (lease) {
                transferLocally(at, array, start, count, isWrite);
            }
        }
    }

    private void transferLocally(int at, byte[] array, int start, int count, boolean isWrite) {
        if (lease != null && lease.isRevoked()) {
            throw new IllegalStateException("the memory has been revoked");
        }
        if (isWrite && buffer.isReadOnly()) {
            throw new ReadOnlyBufferException();
        }
        if (at < 0 || (long) at + count > size) {
            throw new IndexOutOfBoundsException(count + " bytes at " + at + " of " + size);
        }
        ByteBuffer from = buffer.duplicate().position(at);
        if (isWrite) {
            from.put(array, start, count);
        } else {
            from.get(array, start, count);
        }
    }

    /**
     * Reads bytes from a place on into an array.
     *
     * @throws IndexOutOfBoundsException if they are not within this, or not within the array; nothing is read then
     * @throws IllegalStateException if this has been revoked
     */
    public void read(int at, byte[] to, int start, int count) {
        transfer(at, to, start, count, false);
    }

    /**
     * Writes bytes of an array.
     *
     * @throws IndexOutOfBoundsException if they are not within this, or not within the array; nothing is written then
     * @throws IllegalStateException if this has been revoked
     * @throws ReadOnlyBufferException if this is read-only
     */
    public void write(int at, byte[] from, int start, int count) {
        transfer(at, from, start, count, true);
    }

    /** The byte at a place; fails as {@link #read} does. */
    public byte get(int at) {
        byte[] one = new byte[1];
        read(at, one, 0, 1);
        return one[0];
    }

    /** Sets the byte at a place; fails as {@link #write} does. */
    public void put(int at, byte value) {
        write(at, new byte[] {value}, 0, 1);
    }

    /** The eight bytes from a place on, big-endian; fails as {@link #read} does. */
    public long getLong(int at) {
        byte[] eight = new byte[Long.BYTES];
        read(at, eight, 0, Long.BYTES);
        return ByteBuffer.wrap(eight).getLong();
    }

    /** Sets the eight bytes from a place on; fails as {@link #write} does. */
    public void putLong(int at, long value) {
        write(at, ByteBuffer.allocate(Long.BYTES).putLong(value).array(), 0, Long.BYTES);
    }

    /** Whether the other object is a Memory of the same bytes: the same block, or the same view of one. */
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

    private static native int view0(int number, int start, int size, int kind);

    private static native boolean revoke0(int number);

    private static native boolean isRevocable0(int number);

    private static native void transfer0(int number, int at, byte[] array, int start, int count, boolean isWrite);

    private static native void bind0(int number, Object owner);

    private static native ByteBuffer buffer0(int number, Object owner);

    /** Gives back those blocks all of whose owners are dead, which the kernel knows by itself. */
    private static native void sweep0();
}
