import gnomon.EventLog;

/** Logs what System.nanoTime says, over and over: the event's own time lies between that and what it says right
 * afterwards. */
public class Clock {
    public static void main(String[] arguments) throws InterruptedException {
        int rounds = Integer.parseInt(arguments[0]), pause = Integer.parseInt(arguments[1]);
        int before = EventLog.createEvent("before"), after = EventLog.createEvent("after");
        long last = System.nanoTime();
        for (int i = 0; i < rounds; i++) {
            long now = System.nanoTime();
            EventLog.record(before, now);
            EventLog.record(after, System.nanoTime());
            if (now < last) System.out.println("the clock runs back");
            last = now;
            if (pause > 0) Thread.sleep(pause);
        }
        System.out.println(rounds);
    }
}
