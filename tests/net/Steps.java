/** What a program does one after the other, with how each step ends. */
class Steps {
    interface Step {
        void run() throws Exception;
    }

    static void step(String name, Step step) {
        try {
            step.run();
            System.out.println(name + ": done");
        } catch (Exception e) {
            System.out.println(name + ": " + e);
        }
    }
}
