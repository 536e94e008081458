import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Dimension;
import java.awt.Font;
import java.awt.GraphicsEnvironment;
import java.awt.HeadlessException;
import java.awt.Insets;
import java.awt.Point;
import java.awt.Rectangle;
import java.awt.event.KeyEvent;
import java.awt.geom.AffineTransform;
import java.awt.geom.Area;
import java.awt.geom.Ellipse2D;
import java.awt.image.BufferedImage;
import java.beans.PropertyChangeSupport;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import javax.imageio.ImageIO;
import javax.swing.DefaultListModel;
import javax.swing.SwingUtilities;
import javax.swing.Timer;
import javax.swing.table.DefaultTableModel;
import javax.swing.text.html.HTMLEditorKit;
import javax.swing.tree.DefaultMutableTreeNode;

/** What programs without windows use of java.desktop: shapes, colours, images in memory and in files, models,
 * documents, timers. */
public class Desktop {
    static void shapes() throws Exception {
        System.out.println(new Color(1, 2, 3).brighter() + " " + Color.decode("#ff8000").getGreen() + " " + Arrays.toString(Color.RGBtoHSB(10, 200, 30, null)));
        System.out.println(new Point(1, 2) + " " + new Rectangle(1, 2, 3, 4).intersection(new Rectangle(2, 2, 9, 1)) + " " + new Dimension(3, 4) + " " + new Insets(1, 2, 3, 4));
        System.out.println(new AffineTransform(1, 2, 3, 4, 5, 6).createInverse());
        Area area = new Area(new Ellipse2D.Double(0, 0, 5, 5));
        area.subtract(new Area(new Rectangle(1, 1, 9, 9)));
        System.out.println(area.getBounds2D() + " " + area.isSingular());
        System.out.println(new BasicStroke(2f).createStrokedShape(new Rectangle(0, 0, 5, 5)).getBounds2D());
        System.out.println(new Font("Dialog", Font.BOLD, 12).deriveFont(14f).getSize2D() + " " + KeyEvent.getKeyText(KeyEvent.VK_ENTER));
    }

    static void images() throws Exception {
        BufferedImage image = new BufferedImage(40, 30, BufferedImage.TYPE_INT_ARGB);
        for (int i = 0; i < 1200; i++) image.setRGB(i % 40, i / 40, i * 7777 | 0xff000000);
        for (String format : new String[] {"png", "bmp", "gif"}) {
            BufferedImage from = image;
            if (!format.equals("png")) {
                from = new BufferedImage(40, 30, BufferedImage.TYPE_INT_RGB);
                for (int i = 0; i < 1200; i++) from.setRGB(i % 40, i / 40, i * 7777);
            }
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            boolean written = ImageIO.write(from, format, out);
            BufferedImage read = ImageIO.read(new ByteArrayInputStream(out.toByteArray()));
            System.out.println(format + " " + written + " " + Arrays.hashCode(out.toByteArray()) + " " + Integer.toHexString(read.getRGB(7, 9)) + " " + read.getWidth());
        }
        System.out.println(Integer.toHexString(image.getSubimage(3, 4, 5, 6).getRGB(1, 1)) + " " + image.getRaster().getSample(3, 3, 0));
    }

    static void models() throws Exception {
        DefaultTableModel table = new DefaultTableModel(2, 2);
        table.addTableModelListener(event -> System.out.println("row " + event.getFirstRow() + ", column " + event.getColumn()));
        table.setValueAt("q", 1, 1);
        DefaultListModel<String> list = new DefaultListModel<>();
        list.addElement("x");
        DefaultMutableTreeNode root = new DefaultMutableTreeNode("root");
        root.add(new DefaultMutableTreeNode("leaf"));
        System.out.println(list + " " + root.getDepth());
        HTMLEditorKit kit = new HTMLEditorKit();
        var document = kit.createDefaultDocument();
        kit.read(new java.io.StringReader("<h1>Hi</h1><p>there <b>you</b></p>"), document, 0);
        System.out.println(document.getText(0, document.getLength()).trim());
        PropertyChangeSupport support = new PropertyChangeSupport(root);
        support.addPropertyChangeListener(event -> System.out.println(event.getPropertyName() + " " + event.getOldValue() + " " + event.getNewValue()));
        support.firePropertyChange("size", 1, 2);
        CountDownLatch fired = new CountDownLatch(1);
        Timer timer = new Timer(1, event -> {
            System.out.println("timer, in the events' thread: " + SwingUtilities.isEventDispatchThread());
            fired.countDown();
        });
        timer.setRepeats(false);
        timer.start();
        fired.await();
        SwingUtilities.invokeAndWait(() -> System.out.println("invoked"));
    }

    public static void main(String[] arguments) throws Exception {
        System.out.println("headless: " + GraphicsEnvironment.isHeadless());
        shapes();
        images();
        models();
        try {
            new javax.swing.JFrame();
        } catch (HeadlessException e) {
            System.out.println("no window");
        }
    }
}
