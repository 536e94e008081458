import java.io.File;
import java.util.Arrays;
import org.graalvm.visualvm.lib.jfluid.heap.*;

// What VisualVM's own reader finds in a heap dump, line by line: classes with their instances, their size and
// superclass; threads with their stacks; what the fields of some objects hold.
public class ReadHeap {
    public static void main(String[] arguments) throws Exception {
        Heap heap = HeapFactory.createHeap(new File(arguments[0]));
        System.out.println("all " + heap.getSummary().getTotalLiveInstances());
        for (JavaClass one : heap.getAllClasses()) {
            JavaClass above = one.getSuperClass();
            System.out.println("class " + one.getName() + " " + one.getInstancesCount() + " " + (one.isArray() ? -1 : one.getInstanceSize()) + " " + (above == null ? "-" : above.getName()));
        }
        for (GCRoot root : heap.getGCRoots()) {
            if (root.getInstance() == null) System.out.println("broken root " + root.getKind());
            if (!(root instanceof ThreadObjectGCRoot)) continue;
            ThreadObjectGCRoot thread = (ThreadObjectGCRoot) root;
            System.out.println("thread " + thread.getInstance().getValueOfField("tid") + " " + Arrays.toString(thread.getStackTrace()));
        }
        JavaClass held = heap.getJavaClassByName("Held");
        ObjectArrayInstance kept = (ObjectArrayInstance) held.getValueOfStaticField("kept");
        long sum = 0, nodes = 0;
        for (Instance node = kept.getValues().get(1); node != null; node = (Instance) node.getValueOfField("next"), nodes++) sum += (Long) node.getValueOfField("value");
        System.out.println("list " + nodes + " " + sum);
        PrimitiveArrayInstance text = (PrimitiveArrayInstance) ((Instance) held.getValueOfStaticField("text")).getValueOfField("value");
        System.out.println("text " + String.join(",", text.getValues()));
        System.out.println("reached " + kept.getValues().get(1).isGCRoot() + " " + (kept.getNearestGCRootPointer() != null));
    }
}
