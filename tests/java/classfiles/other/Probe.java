package other;

/** Runs what should fail, and says how. */
public class Probe {
    public interface Action { Object run() throws Throwable; }

    /** Result or error; an error's message too, a VerifyError's only its class: there each virtual machine has its own
     * words. */
    public static void attempt(String label, Action action) { attempt(label, true, action); }

    /** The same without messages. */
    public static void kind(String label, Action action) { attempt(label, false, action); }

    private static void attempt(String label, boolean withMessage, Action action) {
        String text;
        try {
            text = String.valueOf(action.run());
        } catch (VerifyError e) {
            text = "VerifyError";
        } catch (Throwable e) {
            text = !withMessage ? e.getClass().getName() : e + (e.getCause() == null ? "" : " by " + e.getCause());
        }
        System.out.println(label + ": " + Out.take() + text);
    }
}
