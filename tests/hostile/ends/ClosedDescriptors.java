import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;

/** Descriptors 0, 1 and 2 closed under everybody's feet. */
public class ClosedDescriptors {
    public static void main(String[] arguments) throws Exception {
        System.out.println("last words");
        new FileInputStream(FileDescriptor.in).close();
        new FileOutputStream(FileDescriptor.err).close();
        Attack.kind("read", () -> System.in.read());
        new FileOutputStream(FileDescriptor.out).close();
        System.out.println("not heard");
        System.err.println("nor this");
        Thread thread = new Thread(() -> { throw new IllegalStateException(); });
        thread.start();
        thread.join();
        java.io.File file = java.io.File.createTempFile("hostile", "x");  // may get a number that was theirs
        try (FileOutputStream out = new FileOutputStream(file)) { out.write(1); System.out.println("still not heard"); }
        System.exit(file.length() == 1 && file.delete() && System.out.checkError() ? 11 : 12);
    }
}
