import gnomon.Domain;
import gnomon.Memory;
import gnomon.Naming;
import gnomon.Portal;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;

/** Views of memory: parts, without writing, and taken back, here and in another domain. */
public class Views {
    public interface Reader extends Portal {
        String look(Memory memory);

        String write(Memory memory);

        void keep(Memory memory);

        String kept();

        Memory part(Memory memory, int start, int size);

        String revoke(Memory memory);

        long work();

        String ended();
    }

    interface Action {
        Object run() throws Throwable;
    }

    static String outcome(Action action) {
        try {
            return String.valueOf(action.run());
        } catch (Throwable e) {
            return e.getClass().getSimpleName();
        }
    }

    static void check(String what, Action action) {
        System.out.println(what + ": " + outcome(action));
    }

    static class ReaderService implements Reader {
        private Memory kept;
        private volatile boolean isOver;
        private final AtomicLong steps = new AtomicLong();
        private String end;

        public String look(Memory memory) {
            return memory.size() + " " + outcome(() -> memory.get(0)) + " " + outcome(() -> memory.getLong(memory.size() - 8)) + " " + outcome(() -> memory.get(memory.size())) + " " + outcome(() -> memory.get(-1));
        }

        public String write(Memory memory) {
            return outcome(() -> {
                memory.put(1, (byte) 77);
                return "written";
            }) + " " + outcome(() -> memory.buffer().put(2, (byte) 78).get(2)) + " " + outcome(() -> memory.buffer().duplicate().slice().put(2, (byte) 79).get(2));
        }

        public void keep(Memory memory) {
            kept = memory;
        }

        public String kept() {
            return look(kept) + " " + outcome(() -> kept.part(0, 1).get(0)) + " " + outcome(() -> kept.readOnly().get(0));
        }

        public Memory part(Memory memory, int start, int size) {
            return memory.part(start, size);
        }

        public String revoke(Memory memory) {
            return outcome(() -> {
                memory.revoke();
                return "revoked";
            });
        }

        /** Reads and writes until it may no longer. */
        public long work() {
            Thread thread = new Thread(() -> {
                try {
                    for (;;) {
                        kept.putLong(0, kept.getLong(0) + 1);
                        steps.incrementAndGet();
                    }
                } catch (RuntimeException e) {
                    end = e.getClass().getSimpleName();
                    isOver = true;
                }
            });
            thread.setDaemon(true);
            thread.start();
            while (steps.get() < 1000) Thread.yield();
            return kept.size();
        }

        public String ended() {
            while (!isOver) Thread.yield();
            return end;
        }
    }

    static Memory filled(int size) {
        Memory memory = Memory.allocate(size);
        for (int i = 0; i < size; i++) memory.put(i, (byte) i);
        return memory;
    }

    static void parts(Reader reader) {
        Memory all = filled(64);
        check("whole", () -> reader.look(all));
        check("part", () -> reader.look(all.part(16, 32)));
        check("its buffer", () -> all.part(16, 32).buffer().capacity() + " " + all.part(16, 32).buffer().get(31));
        check("part of a part", () -> reader.look(all.part(16, 32).part(8, 16)));
        check("none", () -> all.part(64, 0).size());
        check("beyond", () -> all.part(60, 5));
        check("far beyond", () -> all.part(Integer.MAX_VALUE, Integer.MAX_VALUE));
        check("negative", () -> all.part(-1, 5));
        check("less than nothing", () -> all.part(5, -1));
        check("beyond its part", () -> all.part(16, 32).part(30, 3));
        check("part made there", () -> reader.look(reader.part(all.part(8, 40), 4, 20)));
        check("the same", () -> all.equals(all.part(0, 64)) + " " + reader.part(all, 0, 10).equals(all));
        check("array too small", () -> {
            all.read(0, new byte[4], 1, 4);
            return "read";
        });
        check("array and memory", () -> {
            byte[] bytes = new byte[10];
            all.read(20, bytes, 3, 5);
            all.write(0, bytes, 0, 10);
            return all.get(2) + " " + all.get(3) + " " + all.get(9);
        });
        check("after all", () -> reader.look(all));
    }

    static void readOnly(Reader reader) {
        Memory all = filled(64);
        check("written there", () -> reader.write(all) + " " + all.get(1) + " " + all.get(2));
        Memory view = all.readOnly();
        check("read there", () -> reader.look(view));
        check("read only there", () -> reader.write(view) + " " + all.get(1) + " " + all.get(2));
        check("read only here", () -> view.buffer().isReadOnly() + " " + outcome(() -> view.buffer().put((byte) 1)));
        check("a part of it", () -> reader.write(view.part(4, 40)));
        check("a part of it made there", () -> reader.write(reader.part(view, 1, 50)));
        check("and what it is revocable for", () -> reader.write(view.revocable()));
        check("written meanwhile", () -> {
            all.put(0, (byte) 100);
            return view.get(0) + " " + reader.look(view);
        });
    }

    static void revoked(Reader reader) {
        Memory all = filled(64);
        Memory lent = all.revocable();
        check("lent", () -> reader.look(lent));
        check("without buffers", () -> lent.buffer());
        check("written through", () -> reader.write(lent) + " " + all.get(1));
        Memory part = reader.part(lent, 8, 16);
        check("a part of what is lent", () -> part.get(0));
        reader.keep(lent);
        check("kept", () -> reader.kept());
        check("another may not", () -> reader.revoke(lent) + " " + lent.get(0));
        check("nor a part", () -> {
            part.revoke();
            return "revoked";
        });
        check("nor the whole", () -> {
            all.revoke();
            return "revoked";
        });
        check("a second one", () -> {
            Memory second = lent.revocable();
            reader.keep(second);
            second.revoke();
            return reader.kept() + " " + lent.get(0);
        });
        reader.keep(lent);
        lent.revoke();
        check("revoked there", () -> reader.kept());
        check("revoked here", () -> lent.get(0));
        check("its part", () -> part.get(0));
        check("a part made now", () -> lent.part(0, 4).get(0));
        check("given now", () -> reader.look(lent));
        check("twice", () -> {
            lent.revoke();
            return "revoked";
        });
        check("the bytes", () -> all.get(0) + " " + all.buffer().get(1));
        Memory outer = all.revocable();
        Memory inner = outer.part(0, 32).revocable();
        reader.keep(inner.readOnly());
        check("lent twice", () -> reader.kept());
        outer.revoke();
        check("the outer one revoked", () -> reader.kept() + " " + outcome(() -> inner.get(0)));
    }

    static void meanwhile(Reader reader) {
        Memory all = Memory.allocate(16);
        Memory lent = all.revocable();
        reader.keep(lent);
        check("works", () -> reader.work());
        lent.revoke();
        long now = all.getLong(0);
        check("ended there", () -> reader.ended());
        check("nothing written since", () -> all.getLong(0) == now && now > 0);
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0) {
            Naming.register("reader", new ReaderService());
            Thread.sleep(1_000_000);
        }
        Domain domain = Domain.start(new Domain.Options("there").main("Views").argument("serve"));
        Reader reader = Naming.lookup("reader", Reader.class);
        parts(reader);
        readOnly(reader);
        revoked(reader);
        meanwhile(reader);
        domain.terminate();
        System.exit(0);
    }
}
