import gnomon.Naming;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** An attacker whose classes have the victim's names, and other fields and methods. */
public class Shapes {
    static String outcome(Callable<?> action) {
        try {
            return "" + action.call();
        } catch (Throwable e) {
            return e.getClass().getSimpleName();
        }
    }

    public static void main(String[] arguments) throws Exception {
        Judge.Desk judge = Naming.lookup("judge", Judge.Desk.class);
        Victim.Service victim = Naming.lookup("victim", Victim.Service.class);
        List<String> all = new ArrayList<>();
        all.add(outcome(() -> victim.shape(new Victim.Shape()).number));
        all.add(outcome(() -> victim.same(new Victim.Shape())));
        all.add(outcome(() -> {
            victim.nowhere(new int[] {1});
            return "called";
        }));
        judge.done("shapes", String.join(", ", all));
        judge.done("interfaces", outcome(() -> victim.same(new Victim.Kind())) + ", " + outcome(() -> victim.same(new Object[] {1, new Victim.Kind()})));
        judge.done("finalizers", outcome(() -> victim.same(new Victim.Ended())));
    }
}
