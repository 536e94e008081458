import gnomon.Domain;
import gnomon.Memory;
import gnomon.Naming;
import gnomon.Portal;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Memory that domains share. With "direct" it is all in one program, as far as that makes no difference; with
 * "elsewhere" without accounts. */
public class Shared {
    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    interface Store extends Portal {
        long sum(Memory memory);

        Memory make(int size);

        Memory[] keep(Memory[] memories, Object beside);

        boolean same(Memory first, Memory second);

        void add(Memory memory, int times);

        void forget();
    }

    static class StoreService implements Store {
        private final List<Memory> kept = new ArrayList<>();

        public long sum(Memory memory) {
            long sum = 0;
            ByteBuffer buffer = memory.buffer();
            while (buffer.hasRemaining()) sum += buffer.get();
            return sum;
        }

        public Memory make(int size) {
            Memory memory = Memory.allocate(size);
            memory.buffer().putLong(0, 0x0102030405060708L);
            kept.add(memory);
            return memory;
        }

        public Memory[] keep(Memory[] memories, Object beside) {
            for (Memory memory : memories) {
                kept.add(memory);
                memory.buffer().put(0, (byte) (memory.buffer().get(0) + 1));
            }
            return memories;
        }

        public boolean same(Memory first, Memory second) {
            return first.equals(second);
        }

        public void add(Memory memory, int times) {
            ByteBuffer buffer = memory.buffer();
            for (int i = 0; i < times; i++) {
                LONGS.getAndAdd(buffer, 0, 1L);
            }
        }

        public void forget() {
            kept.clear();
        }
    }

    private static void check(String what, Object object) {
        System.out.println(what + ": " + object);
    }

    public static void main(String[] arguments) throws Exception {
        String how = arguments.length > 0 ? arguments[0] : "all";
        if (how.equals("serve")) {
            Naming.register("store", new StoreService());
            Thread.sleep(1_000_000);
        }
        if (how.equals("direct")) {
            share(new StoreService());
            return;
        }
        Domain domain = Domain.start(new Domain.Options("there").main("Shared").argument("serve").heap(8 << 20));
        Store store = Naming.lookup("store", Store.class);
        share(store);
        if (how.equals("all")) limits(store);
        Memory left = store.make(100);
        domain.terminate();
        domain.await();
        check("its maker has ended", left.buffer().getLong(0) == 0x0102030405060708L);
        left = null;
        if (how.equals("all")) collected();
    }

    private static void share(Store store) throws Exception {
        Memory memory = Memory.allocate(64);
        ByteBuffer buffer = memory.buffer();
        check("zero", store.sum(memory));
        for (int i = 0; i < 64; i++) buffer.put((byte) i);
        check("sum", store.sum(memory));
        Memory made = store.make(32);
        check("made", made.size() + " " + made + " " + made.buffer().getLong(0) + " " + store.sum(made));
        Memory[] kept = store.keep(new Memory[] {memory, made, memory}, "beside");
        check("kept", kept[0].equals(memory) + " " + kept[1].equals(made) + " " + kept[0].equals(kept[1]) + " " + (kept[0] == kept[2]) + " "
            + (kept[0].hashCode() == memory.hashCode()) + " " + buffer.get(0) + " " + kept[1].buffer().get(0));
        check("same", store.same(memory, memory) + " " + store.same(memory, made) + " " + store.same(made, kept[1]));
        check("empty", Memory.allocate(0).buffer().capacity() + " " + store.sum(Memory.allocate(0)));
        buffer.putLong(0, 0);
        Thread other = new Thread(() -> store.add(memory, 20_000));
        other.start();
        for (int i = 0; i < 20_000; i++) LONGS.getAndAdd(buffer, 0, 1L);
        other.join();
        check("added", buffer.getLong(0));
        try {
            memory.buffer().get(64);
        } catch (IndexOutOfBoundsException e) {
            check("beyond", e.getClass().getName());
        }
        try {
            made.buffer().put(-1, (byte) 1);
        } catch (IndexOutOfBoundsException e) {
            check("before", e.getClass().getName());
        }
        try {
            Memory.allocate(-1);
        } catch (IllegalArgumentException e) {
            check("negative", e.getMessage());
        }
    }

    private static void limits(Store store) {
        int count = 0;
        try {
            for (; count < 100; count++) store.make(1 << 20);
        } catch (OutOfMemoryError e) {
            check("too much", count + " " + e.getMessage());
        }
        store.forget();
    }

    /** What nobody has any more is given back. */
    private static void collected() throws InterruptedException {
        long before = Domain.machineAccount()[4];
        for (int i = 0; i < 40; i++) {
            Memory.allocate(16 << 20);
            System.gc();
            while (Domain.machineAccount()[4] > before + (20 << 20)) Thread.sleep(1);
        }
        check("collected", true);
    }
}
