import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.RandomAccessFile;
import java.io.Serializable;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import sun.reflect.ReflectionFactory;

/** Objects whose constructors have not run, or those of other classes: what they hold is not what their classes
 * promise. */
class Unmade {
    private Unmade() {
    }

    // ---- Constructors of other classes

    static class Refers {
        Object value = "x";
    }

    static class Counts {
        long value;

        Counts() {
            value = 0x123450;
        }
    }

    private static class Secret {
        private final int number;

        private Secret(int number) {
            this.number = number;
        }
    }

    private static class Below extends Secret implements Serializable {
        Below() {
            super(1);
        }
    }

    private static Object make(Class<?> type, Class<?> of, Class<?>[] parameters, Object... arguments) throws Exception {
        Constructor<?> constructor = of.getDeclaredConstructor(parameters);
        return ReflectionFactory.getReflectionFactory().newConstructorForSerialization(type, constructor).newInstance(arguments);
    }

    private static Object blank(Class<?> type) throws Exception {
        return make(type, Object.class, new Class<?>[0]);
    }

    /** A number where a reference is, memory at any address, a Lookup that may do anything: all by a constructor that
     * is called for what it is not meant for. Its own classes it may make as it likes. */
    static String confused() throws Exception {
        Class<?> direct = Class.forName("java.nio.DirectByteBuffer"), lookup = MethodHandles.Lookup.class;
        Class<?>[] address = {long.class, int.class}, modes = {Class.class, Class.class, int.class}, number = {int.class};
        return Attacks.outcomes(() -> ((Refers) make(Refers.class, Counts.class, new Class<?>[0])).value.hashCode(), () -> ((ByteBuffer) make(direct, direct, address, 4096L, 100)).get(0), () -> make(lookup, lookup, modes, Object.class, null, -1),
            () -> make(String.class, Object.class, new Class<?>[0]), () -> make(int[].class, Object.class, new Class<?>[0]), () -> make(Class.class, Object.class, new Class<?>[0]), () -> ((Secret) make(Secret.class, Secret.class, number, 7)).number,
            () -> ((Secret) make(Below.class, Secret.class, number, 8)).number, () -> ReflectionFactory.getReflectionFactory().newConstructorForSerialization(Class.class).newInstance());
    }

    // ---- Without any

    static class Input extends FileInputStream implements Serializable {
        Input() throws IOException {
            super("none");
        }
    }

    static class Output extends FileOutputStream implements Serializable {
        Output() throws IOException {
            super("none");
        }
    }

    static class Both extends RandomAccessFile implements Serializable {
        Both() throws IOException {
            super("none", "rw");
        }
    }

    static class Runs extends Thread implements Serializable {
    }

    static class Loads extends ClassLoader implements Serializable {
        Class<?> define(byte[] bytes) {
            return defineClass("Unmade", bytes, 0, bytes.length);
        }
    }

    /** Streams, files, addresses, threads, loaders in which everything is null: they are not made, or what is called of
     * them throws. */
    static String blank() {
        List<String> all = new ArrayList<>();
        for (Class<?> type : new Class<?>[] {Input.class, Output.class, Both.class, Runs.class, Loads.class, File.class, InetAddress.class, Inet4Address.class, java.net.URL.class}) {
            all.add(Attacks.outcomes(() -> blank(type), () -> Attacks.unsafe().allocateInstance(type), () -> use(blank(type)), () -> use(Attacks.unsafe().allocateInstance(type))));
        }
        return String.join("; ", all);
    }

    private static Object use(Object object) throws Exception {
        if (object instanceof FileInputStream) return ((FileInputStream) object).getChannel().read(ByteBuffer.allocate(5));
        if (object instanceof FileOutputStream) return ((FileOutputStream) object).getChannel().size();
        if (object instanceof RandomAccessFile) return ((RandomAccessFile) object).getChannel().map(FileChannel.MapMode.READ_ONLY, 0, 5);
        if (object instanceof Loads) return ((Loads) object).define(new byte[5]);
        if (object instanceof File) return ((File) object).exists();
        if (object instanceof InetAddress) return NetworkInterface.getByInetAddress((InetAddress) object);
        if (object instanceof Thread) ((Thread) object).start();
        return object;
    }

    // ---- By a stream of serialized objects, whose classes are stand-ins with names of the same length

    static class StandIn_ implements Serializable { // java.net.InetAddress
        private static final long serialVersionUID = 3286316764910316507L;
        int address = 0x7f000001, family = 2;
        String hostName;
    }

    static class StandIn_4_ extends StandIn_ { // java.net.Inet4Address
        private static final long serialVersionUID = 3286316764910316507L;
    }

    static class Leaks extends File {
        private static final long serialVersionUID = 1;

        Leaks() {
            super("none");
        }
    }

    static class Leak_ implements Serializable { // Leaks, without its superclass
        private static final long serialVersionUID = 1;
    }

    private static Object read(Object object, String... names) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ObjectOutputStream to = new ObjectOutputStream(out)) {
            to.writeObject(object);
        }
        String text = out.toString("ISO-8859-1");
        for (int i = 0; i < names.length; i += 2) {
            String from = (char) 0 + "" + (char) names[i].length() + names[i], to = (char) 0 + "" + (char) names[i + 1].length() + names[i + 1];
            if (!text.contains(from)) throw new IllegalStateException(names[i]);
            text = text.replace(from, to);
        }
        return new ObjectInputStream(new ByteArrayInputStream(text.getBytes("ISO-8859-1"))).readObject();
    }

    private static Object forged() throws Exception {
        return read(new StandIn_4_(), "Unmade$StandIn_4_", "java.net.Inet4Address", "Unmade$StandIn_", "java.net.InetAddress");
    }

    /** An address of the one family that says that it is of the other, whose fields it has not; a file without a path.
     * */
    static String serialized() {
        return Attacks.outcomes(() -> forged().getClass().getSimpleName(), () -> new Socket().getInetAddress(), () -> {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress((InetAddress) forged(), 5), 100);
                return "connected";
            }
        }, () -> NetworkInterface.getByInetAddress((InetAddress) forged()), () -> ((File) read(new Leak_(), "Unmade$Leak_", "Unmade$Leaks")).exists(),
            () -> ((File) read(new Leak_(), "Unmade$Leak_", "Unmade$Leaks")).getUsableSpace(), () -> new FileInputStream((File) read(new Leak_(), "Unmade$Leak_", "Unmade$Leaks")));
    }
}
