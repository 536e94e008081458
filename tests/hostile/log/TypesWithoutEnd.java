import gnomon.EventLog;

/** A million types of events, names of all lengths: there are 65,280 numbers, and so much room for names. */
public class TypesWithoutEnd {
    public static void main(String[] arguments) {
        int made = 0;
        boolean refused = false;
        try {
            for (int i = 0; i < 1_000_000; i++) {
                int id = EventLog.createEvent("type" + i);
                if (id < 256 || id > 65535) System.out.println("wrong number " + id);
                EventLog.record(id);
                made++;
            }
        } catch (IllegalStateException e) {
            refused = true;
        }
        System.out.println(refused + " " + (made <= 65_280));
        Attack.kind("one more", () -> EventLog.createEvent("one more"));
        for (int i = 0; i < 1_000; i++) Thread.currentThread().setName("name".repeat(i) + i);
        Thread.currentThread().setName("main");
        for (int i = 0; i < Attack.some(200_000); i++) EventLog.logEvent(i, "a flood of texts, as long as they can be, so that packets end " + i);
        System.out.println("goes on");
    }
}
