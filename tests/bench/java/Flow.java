import java.util.ArrayList;
import java.util.List;

/** Constraints between variables keep them equal or in proportion: virtual methods that subclasses override, a plan of
 * them run by a lambda. */
class Flow {
    private static final class Variable {
        int value;
        boolean fixed;
        final List<Constraint> constraints = new ArrayList<>();

        Variable(int value) {
            this.value = value;
        }
    }

    private abstract static class Constraint {
        abstract Variable output();
        abstract Variable input();
        abstract void execute();

        boolean isSatisfied() {
            return output().fixed;
        }

        void recalculate() {
            output().fixed = isInput() || input().fixed;
            if (output().fixed) execute();
        }

        boolean isInput() {
            return false;
        }
    }

    private static final class Edit extends Constraint {
        final Variable variable;
        int value;

        Edit(Variable variable) {
            this.variable = variable;
            variable.constraints.add(this);
        }

        @Override Variable output() { return variable; }
        @Override Variable input() { return variable; }
        @Override void execute() { variable.value = value; }
        @Override boolean isInput() { return true; }
    }

    private static class Equal extends Constraint {
        final Variable first, second;

        Equal(Variable first, Variable second) {
            this.first = first;
            this.second = second;
            first.constraints.add(this);
        }

        @Override Variable output() { return second; }
        @Override Variable input() { return first; }
        @Override void execute() { second.value = first.value; }
    }

    private static final class Scaled extends Equal {
        final Variable scale, offset;

        Scaled(Variable first, Variable scale, Variable offset, Variable second) {
            super(first, second);
            this.scale = scale;
            this.offset = offset;
        }

        @Override void execute() { second.value = first.value * scale.value + offset.value; }
    }

    private static List<Constraint> plan(Constraint start) {
        List<Constraint> plan = new ArrayList<>(), open = new ArrayList<>();
        open.add(start);
        while (!open.isEmpty()) {
            Constraint next = open.remove(open.size() - 1);
            next.recalculate();
            if (!next.isSatisfied()) continue;
            plan.add(next);
            for (Constraint each : next.output().constraints) {
                if (each != next && !each.isInput()) open.add(each);
            }
        }
        return plan;
    }

    private static int chain(int length) {
        Variable first = new Variable(0), last = first;
        for (int i = 0; i < length; i++) {
            Variable variable = new Variable(0);
            new Equal(last, variable);
            last = variable;
        }
        Edit edit = new Edit(first);
        List<Constraint> plan = plan(edit);
        for (int i = 0; i < 50; i++) {
            edit.value = i;
            plan.forEach(constraint -> constraint.execute());
        }
        return last.value;
    }

    private static int projection(int length) {
        Variable scale = new Variable(3), offset = new Variable(7), from = new Variable(0);
        List<Variable> ends = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            Variable end = new Variable(i);
            ends.add(end);
            new Scaled(from, scale, offset, end);
        }
        Edit edit = new Edit(from);
        List<Constraint> plan = plan(edit);
        for (int i = 0; i < 20; i++) {
            edit.value = i;
            plan.forEach(constraint -> constraint.execute());
        }
        int sum = 0;
        for (Variable end : ends) sum += end.value;
        return sum;
    }

    static int round() {
        return chain(800) * 31 + projection(800);
    }
}
