import gnomon.EventLog;

/** A component that logs events of its own kinds: 100,000 in all, with and without information. */
public class Events {
    private static final int RECORDS = 100_000;

    public static void main(String[] arguments) {
        int requests = EventLog.createEvent("request");
        int answers = EventLog.createEvent("answer");
        int sizes = EventLog.createEvent("size");
        int totals = EventLog.createEvent("total");
        if (requests != EventLog.createEvent("request")) throw new IllegalStateException("one name, two numbers");
        long total = 0;
        int written = 0;
        for (int i = 0; written < RECORDS; i++) {
            int size = (i * 31) & 1023;
            total += size;
            EventLog.record(requests);
            EventLog.record(answers, i);
            EventLog.record(sizes, i, size);
            EventLog.record(totals, total);
            written += 4;
            if (i % 2500 == 0) {
                EventLog.logEvent(i, "turn of the loop");
                EventLog.logEvent(i, null);
                EventLog.logEvent(i + 1, "");
                EventLog.logEvent(i + 2, "another turn, still going");
                written += 4;
            }
        }
        System.out.println(written + " records, " + total + " bytes");
    }
}
