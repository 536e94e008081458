/**
 * A small operating system's scheduler at work: tasks of several kinds with priorities pass packets to each other
 * through queues. Virtual calls, linked lists, and objects that live as long as the program. After the published
 * description of such a benchmark; written anew.
 */
public class Tasks {
    private static final int BUFFER = 4;

    private static final class Packet {
        Packet next;
        int owner, value;
        final boolean device;
        final int[] letters = new int[BUFFER];

        Packet(int owner, boolean device) {
            this.owner = owner;
            this.device = device;
        }
    }

    private static Packet append(Packet queue, Packet packet) {
        packet.next = null;
        if (queue == null) return packet;
        Packet last = queue;
        while (last.next != null) last = last.next;
        last.next = packet;
        return queue;
    }

    private abstract static class Task {
        final int number, priority;
        Task next;
        Packet queue;
        boolean waiting, held;

        Task(int number, int priority) {
            this.number = number;
            this.priority = priority;
        }

        boolean canRun() {
            return !held && (!waiting || queue != null);
        }

        /** Takes a turn; packet is null when it only goes on. Returns the task to try next. */
        abstract Task run(Packet packet);
    }

    private final Task[] byNumber = new Task[6];
    private Task first;
    private int queued, holds;

    private void add(Task task) {
        byNumber[task.number] = task;
        if (first == null || task.priority > first.priority) {
            task.next = first;
            first = task;
            return;
        }
        Task before = first;
        while (before.next != null && before.next.priority >= task.priority) before = before.next;
        task.next = before.next;
        before.next = task;
    }

    private Task hold(Task task) {
        holds++;
        task.held = true;
        return task.next;
    }

    private Task release(Task from, int number) {
        Task task = byNumber[number];
        task.held = false;
        return task.priority > from.priority ? task : from;
    }

    private Task send(Task from, Packet packet, int to) {
        Task task = byNumber[to];
        queued++;
        packet.owner = from.number;
        task.queue = append(task.queue, packet);
        return task.priority > from.priority ? task : from;
    }

    private static Task sleep(Task task) {
        task.waiting = true;
        return task;
    }

    /** Lets the two devices go in turn, as its register says. */
    private final class Idle extends Task {
        int register = 1, left;

        Idle(int turns) {
            super(0, 0);
            left = turns;
        }

        @Override
        Task run(Packet packet) {
            if (--left == 0) return hold(this);
            boolean odd = (register & 1) != 0;
            register = odd ? register >>> 1 ^ 0xd008 : register >>> 1;
            return release(this, odd ? 4 : 5);
        }
    }

    /** Makes work for the two handlers, alternately. */
    private final class Worker extends Task {
        int target = 2, letter;

        Worker() {
            super(1, 1000);
        }

        @Override
        Task run(Packet packet) {
            if (packet == null) return sleep(this);
            target = 5 - target;
            packet.value = 0;
            for (int i = 0; i < BUFFER; i++) {
                letter = letter % 26 + 1;
                packet.letters[i] = letter;
            }
            return send(this, packet, target);
        }
    }

    /** Hands the letters of work packets to its device, one at a time. */
    private final class Handler extends Task {
        Packet work, devices;
        final int device;

        Handler(int number, int device) {
            super(number, 2000 + number);
            this.device = device;
        }

        @Override
        Task run(Packet packet) {
            if (packet != null) {
                if (packet.device) devices = append(devices, packet);
                else work = append(work, packet);
            }
            if (work != null && work.value >= BUFFER) {
                Packet done = work;
                work = work.next;
                return send(this, done, 1);
            }
            if (work == null || devices == null) return sleep(this);
            Packet free = devices;
            devices = devices.next;
            free.value = work.letters[work.value++];
            return send(this, free, device);
        }
    }

    /** Keeps one packet for a while and gives it back. */
    private final class Device extends Task {
        Packet pending;

        Device(int number) {
            super(number, 4000 + number);
        }

        @Override
        Task run(Packet packet) {
            if (packet != null) {
                pending = packet;
                return hold(this);
            }
            if (pending == null) return sleep(this);
            Packet done = pending;
            pending = null;
            return send(this, done, done.owner);
        }
    }

    private void schedule() {
        Task task = first;
        while (task != null) {
            if (!task.canRun()) {
                task = task.next;
                continue;
            }
            Packet packet = null;
            if (task.waiting) {
                packet = task.queue;
                task.queue = packet.next;
                task.waiting = false;
            }
            Task next = task.run(packet);
            task = next == task && !task.canRun() ? task.next : next;
        }
    }

    private static long simulate(int turns) {
        Tasks system = new Tasks();
        system.add(system.new Idle(turns));
        Task worker = system.new Worker();
        system.add(worker);
        for (int i = 0; i < 2; i++) worker.queue = append(worker.queue, new Packet(1, false));
        for (int i = 0; i < 2; i++) {
            Task handler = system.new Handler(2 + i, 4 + i);
            for (int k = 0; k < 3; k++) handler.queue = append(handler.queue, new Packet(4 + i, true));
            handler.waiting = true;
            system.add(handler);
        }
        for (int i = 0; i < 2; i++) {
            Task device = system.new Device(4 + i);
            device.waiting = true;
            system.add(device);
        }
        worker.waiting = true;
        system.schedule();
        return system.queued * 31L + system.holds;
    }

    public static void main(String[] arguments) {
        int repeats = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 300;
        long sum = 0;
        for (int i = 0; i < repeats; i++) sum = sum * 31 + simulate(100_000 + i);
        System.out.println("tasks " + sum);
    }
}
