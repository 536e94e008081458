import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.Date;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.JDBCType;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLWarning;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.rowset.serial.SerialBlob;
import javax.sql.rowset.serial.SerialClob;
import javax.sql.rowset.serial.SerialException;

/** java.sql without a database: its types, exceptions in chains, DriverManager with a driver of one's own. */
public class JdbcTypes {
    static final class Echo implements Driver {
        @Override
        public Connection connect(String url, Properties info) throws SQLException {
            if (!acceptsURL(url)) return null;
            if (url.endsWith("fail")) throw new SQLException("refused", "08001", 42);
            return (Connection) java.lang.reflect.Proxy.newProxyInstance(JdbcTypes.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, values) -> switch (method.getName()) {
                case "getCatalog" -> url + info.getProperty("user");
                case "isValid" -> (int) values[0] > 3;
                case "getNetworkTimeout" -> 7;
                case "nativeSQL" -> ((String) values[0]).toUpperCase(java.util.Locale.ROOT);
                case "commit" -> throw new SQLException("no transaction");
                case "rollback" -> throw new java.io.IOException("not declared");
                default -> method.getReturnType() == boolean.class ? (Object) false : null;
            });
        }

        @Override
        public boolean acceptsURL(String url) {
            return url.startsWith("jdbc:echo:");
        }

        @Override
        public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
            return new DriverPropertyInfo[] {new DriverPropertyInfo("user", null)};
        }

        @Override
        public int getMajorVersion() {
            return 1;
        }

        @Override
        public int getMinorVersion() {
            return 2;
        }

        @Override
        public boolean jdbcCompliant() {
            return false;
        }

        @Override
        public Logger getParentLogger() throws SQLFeatureNotSupportedException {
            throw new SQLFeatureNotSupportedException("no logger");
        }
    }

    public static void main(String[] arguments) throws Exception {
        Timestamp stamp = Timestamp.valueOf("2024-02-29 12:34:56.789012");
        System.out.println(stamp + " " + stamp.getNanos() + " " + stamp.toLocalDateTime() + " " + Timestamp.valueOf(LocalDateTime.of(1999, 12, 31, 23, 59, 59, 5)) + " " + stamp.equals(new Timestamp(stamp.getTime())) + " " + stamp.compareTo(new Timestamp(stamp.getTime())) + " " + stamp.after(new Timestamp(0)) + " " + Date.valueOf("2024-2-9") + " " + Date.valueOf(LocalDate.EPOCH).getTime() % 1000 + " " + Time.valueOf("01:02:03").toLocalTime());
        for (String bad : List.of("2024-02-29", "2024-13-01 00:00:00", "x", "2024-02-29 1:2", "2024-02-29 12:34:56.0123456789")) {
            try {
                System.out.println(Timestamp.valueOf(bad));
            } catch (IllegalArgumentException e) {
                System.out.println(bad + " ! " + e.getMessage());
            }
        }
        try {
            Date.valueOf("2024-01-01").getHours();
        } catch (IllegalArgumentException e) {
            System.out.println("no hours");
        }
        SQLException first = new SQLException("first", "42000", 5, new RuntimeException("cause"));
        first.setNextException(new SQLIntegrityConstraintViolationException("second", "23000"));
        first.setNextException(new BatchUpdateException(new int[] {1, 0, -3}));
        StringBuilder chain = new StringBuilder();
        for (Throwable thrown : first) chain.append(thrown.getClass().getSimpleName()).append(':').append(thrown.getMessage()).append(' ');
        SQLWarning warning = new SQLWarning("w1");
        warning.setNextWarning(new SQLWarning("w2"));
        System.out.println(chain + first.getSQLState() + first.getErrorCode() + " " + warning.getNextWarning().getMessage() + " " + first.getNextException());
        System.out.println(JDBCType.valueOf(Types.VARCHAR) + " " + JDBCType.DECIMAL.getVendorTypeNumber() + " " + JDBCType.BIGINT.getVendor());
        try {
            DriverManager.getConnection("jdbc:none:x");
        } catch (SQLException e) {
            System.out.println(e.getMessage() + " " + e.getSQLState());
        }
        Echo driver = new Echo();
        DriverManager.registerDriver(driver, () -> System.out.println("deregistered"));
        try (Connection connection = DriverManager.getConnection("jdbc:echo:db;", "me", "secret")) {
            System.out.println(connection.getCatalog() + " " + connection.isValid(5) + " " + connection.isValid(1) + " " + connection.getNetworkTimeout() + " " + connection.nativeSQL("select 1") + " " + connection.isClosed() + " " + connection.getWarnings());
            try {
                connection.commit();
            } catch (SQLException e) {
                System.out.println(e.getMessage());
            }
            try {
                connection.rollback();
            } catch (java.lang.reflect.UndeclaredThrowableException e) {
                System.out.println(e.getCause());
            }
            try {
                connection.getTransactionIsolation();
            } catch (NullPointerException e) {
                System.out.println("null for an int");
            }
        }
        try {
            DriverManager.getConnection("jdbc:echo:fail");
        } catch (SQLException e) {
            System.out.println(e.getMessage() + " " + e.getErrorCode());
        }
        System.out.println(DriverManager.getDriver("jdbc:echo:").getMinorVersion() + " " + DriverManager.drivers().filter(known -> known == driver).count() + " " + DriverManager.getLoginTimeout());
        DriverManager.deregisterDriver(driver);
        SerialBlob blob = new SerialBlob(new byte[] {1, 2, 3, 4, 5});
        System.out.println(blob.length() + " " + Arrays.toString(blob.getBytes(2, 3)) + " " + blob.position(new byte[] {3, 4}, 1) + " " + blob.setBytes(1, new byte[] {9}) + " " + blob.getBinaryStream().read() + " " + new SerialClob("character data".toCharArray()).getSubString(3, 5));
        try {
            blob.getBytes(9, 1);
        } catch (SerialException e) {
            System.out.println(e.getMessage());
        }
    }
}
