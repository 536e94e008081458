/** Runs the programs that need no boot of their own, one after the other; with names as arguments, those. */
public class Suite {
    private static final String[] PROGRAMS = {"Language", "Dispatch", "Corners", "Pressure", "ArrayKinds", "Traces", "Initialisation", "Overflow", "Interleaved",
        "Lambdas", "C", "Handles", "Constants", "Bounds"};

    public static void main(String[] arguments) throws Exception {
        boolean chosen = arguments.length > 0 && Character.isUpperCase(arguments[0].charAt(0));
        for (String program : chosen ? arguments : PROGRAMS) {
            System.out.println("==== " + program);
            Class.forName(program).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        }
    }
}
