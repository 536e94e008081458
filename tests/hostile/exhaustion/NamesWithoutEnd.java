import java.util.Random;
import other.Assembler;

/** Names that nobody has: of classes, methods, fields, interned strings, properties, threads. What the machine keeps of
 * them must not use it up. */
public class NamesWithoutEnd {
    interface Asker { void ask(String name) throws Exception; }

    private static void ask(String label, int most, int length, Asker asker) {
        Random random = new Random(most);
        long end = System.nanoTime() + Long.getLong("hostile.ms", 200) * 1_000_000;
        Attack.exhaust(label, () -> {
            for (int i = 0; i < most && System.nanoTime() < end; i++) {
                StringBuilder name = new StringBuilder(length);
                while (name.length() < length) name.append((char) ('a' + random.nextInt(26)));
                try {
                    asker.ask(name.toString());
                } catch (ReflectiveOperationException | IllegalArgumentException e) {
                    // as expected
                }
            }
        });
    }

    static class Finding extends ClassLoader {
        Class<?> known(String name) { return findLoadedClass(name); }
    }

    public static void main(String[] arguments) {
        Finding loader = new Finding();
        for (int length : new int[] {12, 60_000}) {
            int most = length < 100 ? 200_000 : 4_000;
            ask("Class.forName " + length, most, length, Class::forName);
            ask("loadClass " + length, most, length, loader::loadClass);
            ask("findLoadedClass " + length, most, length, loader::known);
            ask("getMethod " + length, most, length, name -> String.class.getMethod(name));
            ask("getField " + length, most, length, name -> String.class.getField(name));
            ask("intern " + length, most, length, String::intern);
            ask("methodType " + length, most / 4, length, name -> java.lang.invoke.MethodType.fromMethodDescriptorString("(L" + name + ";)V", null));
            ask("findVirtual " + length, most / 4, length, name -> java.lang.invoke.MethodHandles.lookup().findVirtual(String.class, name, java.lang.invoke.MethodType.methodType(void.class)));
            ask("valueOf " + length, most / 4, length, name -> Thread.State.valueOf(name));
            ask("getResource " + length, most / 10, length, NamesWithoutEnd.class::getResource);
            ask("getProperty " + length, most, length, System::getProperty);
            ask("package " + length, most, length, Package::getPackage);
            ask("thread's name " + length, 2_000, length, name -> Thread.currentThread().setName(name));
            ask("class " + length, 300, length, name -> new Attack.Shadow().define(new Assembler(name, "java/lang/Object").addMethod(Assembler.PUBLIC | Assembler.ABSTRACT, name, "(L" + name.substring(0, Math.min(40_000, name.length())) + ";)V").access(0x421).bytes()));
        }
        Thread.currentThread().setName("main");
    }
}
