/** Balls in a box that bounce off its walls: small objects with a few ints, methods of middle size in a double loop. */
class Balls {
    private static final int SIDE = 500;

    private static final class Ball {
        private int x, y, dx, dy;

        Ball(Balls numbers) {
            x = numbers.random() % SIDE;
            y = numbers.random() % SIDE;
            dx = numbers.random() % 300 - 150;
            dy = numbers.random() % 300 - 150;
        }

        boolean move() {
            boolean bounced = false;
            x += dx;
            y += dy;
            if (x > SIDE) {
                x = SIDE;
                dx = -Math.abs(dx);
                bounced = true;
            }
            if (x < 0) {
                x = 0;
                dx = Math.abs(dx);
                bounced = true;
            }
            if (y > SIDE) {
                y = SIDE;
                dy = -Math.abs(dy);
                bounced = true;
            }
            if (y < 0) {
                y = 0;
                dy = Math.abs(dy);
                bounced = true;
            }
            return bounced;
        }
    }

    private int seed = 4711;

    private int random() {
        seed = seed * 1309 + 13849 & 65535;
        return seed;
    }

    static int round() {
        Balls numbers = new Balls();
        Ball[] balls = new Ball[100];
        for (int i = 0; i < balls.length; i++) balls[i] = new Ball(numbers);
        int bounces = 0;
        for (int i = 0; i < 60; i++) {
            for (Ball ball : balls) {
                if (ball.move()) bounces++;
            }
        }
        return bounces;
    }
}
