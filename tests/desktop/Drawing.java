import java.awt.image.BufferedImage;

/** Draws into an image. */
public class Drawing {
    public static void main(String[] arguments) {
        try {
            new BufferedImage(4, 4, BufferedImage.TYPE_INT_RGB).createGraphics().fillRect(0, 0, 2, 2);
            System.out.println("has drawn");
        } catch (UnsatisfiedLinkError e) {
            System.out.println("cannot draw: " + e);
        }
    }
}
