import gnomon.Domain;
import gnomon.Naming;
import gnomon.Portal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Starts the victim, then attackers one after the other, each with the attacks that its arguments name ("a,b c": two
 * domains). The class path is these classes, those with other shapes, and gnomon.jar. After each attack the victim is
 * asked how it is. What is printed is what the attackers have got, and that.
 */
public class Judge {
    interface Desk extends Portal {
        void done(String attack, String outcome) throws Exception;

        /** There is no outcome: the attack goes on while the victim is asked, and is ended then. */
        void goesOn(String attack) throws Exception;
    }

    static Victim.Service victim;
    static volatile String goingOn;

    static void print(String attack, String outcome) throws Exception {
        String how = victim.check();
        System.out.println(attack + ": " + outcome + (how.equals("well") ? "" : " VICTIM: " + how));
    }

    static class DeskService implements Desk {
        public synchronized void done(String attack, String outcome) throws Exception {
            print(attack, outcome);
        }

        public synchronized void goesOn(String attack) {
            goingOn = attack;
            notifyAll();
        }

        synchronized String await(Domain domain, long millis) throws InterruptedException {
            long end = System.currentTimeMillis() + millis;
            while (goingOn == null && domain.isAlive() && System.currentTimeMillis() < end) wait(2);
            String attack = goingOn;
            goingOn = null;
            return attack;
        }
    }

    static Domain.Options limited(String name, String main) {
        return new Domain.Options(name).main(main).heap(32 << 20).threads(40).files(64).classData(96 << 20).calls(16);
    }

    static void attack(DeskService desk, String attacks) throws Exception {
        boolean hasShapes = attacks.equals("shapes");
        Domain.Options options = limited("attacker", hasShapes ? "Shapes" : "Attacks");
        if (hasShapes) {
            String[] path = System.getProperty("java.class.path").split(":");
            options.classPath(path[1] + ":" + path[0] + ":" + path[2]);
        }
        for (String attack : attacks.split(",")) options.argument(attack);
        Domain attacker = Domain.start(options);
        String goesOn = desk.await(attacker, 200_000);
        if (goesOn != null) {
            Thread.sleep(50);
            print(goesOn, "goes on");
            attacker.terminate();
        } else if (attacker.isAlive()) {
            System.out.println(attacks + ": does not end");
            attacker.terminate();
        }
        int status = attacker.await();
        print(attacks, "ended with " + status);
    }

    public static void main(String[] arguments) throws Exception {
        DeskService desk = new DeskService();
        Naming.register("judge", desk);
        Domain domain = Domain.start(limited("victim", "Victim").heap(64 << 20).property("victim", "property").argument("victim"));
        victim = Naming.lookup("victim", Victim.Service.class);
        System.out.println("before: " + victim.check());
        for (String attacks : arguments) attack(desk, attacks);
        System.out.println("what it has kept of an attacker: " + victim.callKept());
        print("after all, alive", "" + domain.isAlive());
        domain.terminate();
        domain.await();
        System.out.println("and then: " + Attacks.outcome(() -> victim.check()));
    }
}
