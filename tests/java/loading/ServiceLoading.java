import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.spi.CharsetProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** ServiceLoader with providers on the class path and in modules; modules and layers as seen from a program. */
public class ServiceLoading {
    public interface Shape {
        String name();
    }

    public static class Circle implements Shape {
        @Override
        public String name() {
            return "circle";
        }
    }

    public static class Square implements Shape {
        public Square() {
            throw new IllegalStateException("no squares");
        }

        @Override
        public String name() {
            return "square";
        }
    }

    static void load(Path base, String content) throws IOException {
        Path services = base.resolve("META-INF/services");
        Files.createDirectories(services);
        Files.writeString(services.resolve(Shape.class.getName()), content);
        try (URLClassLoader loader = new URLClassLoader(new URL[] {base.toUri().toURL()}, ServiceLoading.class.getClassLoader())) {
            ServiceLoader<Shape> shapes = ServiceLoader.load(Shape.class, loader);
            System.out.print(shapes.toString().startsWith("java.util.ServiceLoader") + " ");
            try {
                for (Shape shape : shapes) System.out.print(shape.name() + " " + shape.getClass().getSimpleName() + " ");
                System.out.println(shapes.findFirst().map(Shape::name).orElse("none") + " " + shapes.stream().map(provider -> provider.type().getSimpleName()).toList() + " " + (shapes.findFirst().orElse(null) == shapes.findFirst().orElse(null)));
                shapes.reload();
            } catch (ServiceConfigurationError e) {
                System.out.println(e.getMessage().replaceAll("file:\\S*?META-INF", "META-INF") + " / " + e.getCause());
            }
        }
        try (Stream<Path> all = Files.walk(base)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) Files.delete(path);
        }
    }

    public static void main(String[] arguments) throws IOException {
        Path base = Path.of("/tmp/gnomon-ServiceLoading");
        load(base, "# comment\n" + Circle.class.getName() + "  # the only one\n\n" + Circle.class.getName() + "\n");
        load(base, Square.class.getName());
        load(base, "no.such.Provider");
        load(base, "java.lang.String");
        load(base, "two words");
        load(base, "");
        System.out.println(ServiceLoader.load(Shape.class).findFirst().isPresent() + " " + ServiceLoader.loadInstalled(CharsetProvider.class).stream().allMatch(provider -> CharsetProvider.class.isAssignableFrom(provider.type())) + " " + ServiceLoader.load(java.nio.file.spi.FileSystemProvider.class).stream().map(provider -> provider.type().getSimpleName()).sorted().collect(Collectors.toCollection(ArrayList::new)).contains("ZipFileSystemProvider"));

        Module base1 = Object.class.getModule(), own = ServiceLoading.class.getModule();
        ModuleDescriptor descriptor = base1.getDescriptor();
        System.out.println(base1 + " " + own.isNamed() + " " + own.getName() + " " + base1.isExported("java.util") + " " + base1.isExported("jdk.internal.misc") + " " + base1.isExported("jdk.internal.misc", own) + " " + base1.isOpen("java.lang") + " " + own.canRead(base1) + " " + base1.canRead(own) + " " + own.canUse(Shape.class) + " " + descriptor.isOpen() + " " + descriptor.exports().stream().anyMatch(exports -> exports.source().equals("java.io")));
        ModuleLayer boot = ModuleLayer.boot();
        System.out.println(boot.findModule("java.sql").isPresent() + " " + boot.findModule("no.such").isPresent() + " " + boot.parents().size() + " " + boot.findLoader("java.sql").getName() + " " + boot.findLoader("java.base") + " " + boot.findModule("java.sql").get().getDescriptor().requires().stream().map(ModuleDescriptor.Requires::name).collect(Collectors.toCollection(TreeSet::new)));
        System.out.println(base1.getAnnotations().length + " " + base1.getPackages().contains("java.lang") + " " + base1.getLayer().equals(boot) + " " + own.getLayer() + " " + List.of(ModuleDescriptor.Version.parse("1.2.3").compareTo(ModuleDescriptor.Version.parse("1.10")), ModuleDescriptor.newModule("m").requires("java.base").exports("p").build().exports().size()));
        try {
            own.getClass().getDeclaredField("layer").setAccessible(true);
        } catch (NoSuchFieldException | java.lang.reflect.InaccessibleObjectException e) {
            System.out.println(e.getClass().getSimpleName());
        }
        own.addReads(base1).addExports("", base1);
        try {
            base1.addExports("java.lang", own);
            System.out.println("exported already");
            base1.addOpens("java.lang", own);
        } catch (IllegalCallerException e) {
            System.out.println(e.getMessage().replaceAll("@[0-9a-f]+", "@"));
        }
    }
}
