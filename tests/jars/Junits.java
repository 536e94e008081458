import static org.hamcrest.CoreMatchers.containsString;
import static org.hamcrest.CoreMatchers.equalTo;
import static org.hamcrest.CoreMatchers.everyItem;
import static org.hamcrest.CoreMatchers.hasItems;
import static org.hamcrest.CoreMatchers.instanceOf;
import static org.hamcrest.CoreMatchers.not;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.junit.After;
import org.junit.AfterClass;
import org.junit.Assume;
import org.junit.Before;
import org.junit.BeforeClass;
import org.junit.FixMethodOrder;
import org.junit.Ignore;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.ErrorCollector;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.TestName;
import org.junit.runner.Description;
import org.junit.runner.JUnitCore;
import org.junit.runner.Request;
import org.junit.runner.Result;
import org.junit.runner.RunWith;
import org.junit.runner.manipulation.Filter;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunListener;
import org.junit.runners.MethodSorters;
import org.junit.runners.Parameterized;
import org.junit.runners.Suite;

/** JUnit 4 and Hamcrest: a runner that lives from reflection and annotations; rules, parameters, timeouts, failures
 * with their words. */
public class Junits {
    static final List<String> log = new ArrayList<>();

    @FixMethodOrder(MethodSorters.NAME_ASCENDING)
    public static class Ordinary {
        @Rule
        public final TestName name = new TestName();
        @Rule
        public final TemporaryFolder folder = new TemporaryFolder();
        @Rule
        public final ErrorCollector errors = new ErrorCollector();

        @BeforeClass
        public static void first() {
            log.add("before class");
        }

        @AfterClass
        public static void last() {
            log.add("after class");
        }

        @Before
        public void before() {
            log.add("before " + name.getMethodName());
        }

        @After
        public void after() {
            log.add("after");
        }

        @Test
        public void a_passes() throws Exception {
            assertEquals(4, 2 + 2);
            assertTrue(folder.newFile("x").exists());
            assertThat("some text", containsString("me t"));
        }

        @Test
        public void b_fails() {
            assertEquals("the message", "expected text", "expected test");
        }

        @Test
        public void c_arrays() {
            assertArrayEquals(new int[][] {{1}, {2, 3}}, new int[][] {{1}, {2, 4}});
        }

        @Test(expected = ArithmeticException.class)
        public void d_expected() {
            int zero = 0;
            log.add("" + 1 / zero);
        }

        @Test(expected = IllegalStateException.class)
        public void e_expectedElse() { }

        @Test(timeout = 20)
        public void f_timeout() throws InterruptedException {
            Thread.sleep(20000);
        }

        @Ignore("not now")
        @Test
        public void g_ignored() {
            fail();
        }

        @Test
        public void h_matchers() {
            assertThat(Arrays.asList(1, 2, 3), hasItems(2, 5));
        }

        @Test
        public void i_assumption() {
            Assume.assumeTrue("never", log.isEmpty());
        }

        @Test
        public void j_error() {
            throw new UnsupportedOperationException("thrown");
        }

        @Test
        public void k_collected() {
            errors.checkThat("first", equalTo("1st"));
            errors.checkThat(List.of("a", "bb"), everyItem(not(instanceOf(String.class))));
            assertEquals("boom", assertThrows(IllegalArgumentException.class, () -> {
                throw new IllegalArgumentException("boom");
            }).getMessage());
        }
    }

    @RunWith(Parameterized.class)
    public static class WithParameters {
        @Parameterized.Parameter
        public int input;
        @Parameterized.Parameter(1)
        public int square;

        @Parameterized.Parameters(name = "{index}: {0} squared")
        public static Collection<Object[]> values() {
            return List.of(new Object[] {2, 4}, new Object[] {3, 9}, new Object[] {4, 15});
        }

        @Test
        public void squares() {
            assertEquals(square, input * input);
        }
    }

    @RunWith(Suite.class)
    @Suite.SuiteClasses({WithParameters.class, Broken.class})
    public static class Both { }

    public static class Broken {
        public Broken(int unwanted) { }

        @Test
        private void hidden() { }
    }

    static void run(Request request) {
        JUnitCore core = new JUnitCore();
        core.addListener(new RunListener() {
            @Override
            public void testStarted(Description description) {
                log.add("start " + description.getDisplayName());
            }

            @Override
            public void testIgnored(Description description) {
                log.add("ignored " + description.getMethodName() + " " + description.getAnnotation(Ignore.class).value());
            }

            @Override
            public void testAssumptionFailure(Failure failure) {
                log.add("assumption " + failure.getMessage());
            }
        });
        Result result = core.run(request);
        System.out.println(result.getRunCount() + " " + result.getFailureCount() + " " + result.getIgnoreCount() + " " + result.wasSuccessful());
        for (Failure failure : result.getFailures()) System.out.println(failure.getTestHeader() + ": " + failure.getException().getClass().getSimpleName() + " " + String.valueOf(failure.getMessage()).replace("\n", "|"));
        for (String line : log) System.out.println("  " + line);
        log.clear();
    }

    public static void main(String[] arguments) {
        run(Request.aClass(Ordinary.class));
        run(Request.aClass(Both.class));
        run(Request.aClass(Ordinary.class).filterWith(Filter.matchMethodDescription(Description.createTestDescription(Ordinary.class, "b_fails"))));
    }
}
