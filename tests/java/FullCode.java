import java.util.ArrayList;
import java.util.List;
import other.Assembler;
import other.Assembler.Code;

/** Classes that are kept, until there is no room for their code. */
public class FullCode {
    public static void main(String[] arguments) throws Throwable {
        Assembler a = new Assembler("Large", "java/lang/Object");
        Code code = a.code(4, 2).op(0x1e);
        for (int i = 0; i < 12000; i++) code.op(0x8a, 0x8f);
        a.addMethod(9, "run", "(J)J", code.op(0xad));
        byte[] file = a.bytes();
        List<Class<?>> kept = new ArrayList<>();
        while (true) {
            Class<?> type = new Assembler.Loader(FullCode.class.getClassLoader()).define("Large", file);
            kept.add(type);
            type.getMethod("run", long.class).invoke(null, 3L);
        }
    }
}
