import java.util.ArrayList;
import java.util.List;
import org.mozilla.javascript.BaseFunction;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.EcmaError;
import org.mozilla.javascript.EvaluatorException;
import org.mozilla.javascript.Function;
import org.mozilla.javascript.JavaScriptException;
import org.mozilla.javascript.NativeArray;
import org.mozilla.javascript.NativeObject;
import org.mozilla.javascript.Scriptable;
import org.mozilla.javascript.ScriptableObject;
import org.mozilla.javascript.WrappedException;

/** Rhino: JavaScript interpreted and compiled to classes at run time, Java objects from scripts and scripts from Java.
 * */
public class Rhinos {
    public static class Account {
        private int balance;
        public final List<String> log = new ArrayList<>();

        public int getBalance() {
            return balance;
        }

        public void deposit(int amount) {
            if (amount < 0) throw new IllegalArgumentException("negative amount");
            balance += amount;
            log.add("deposit " + amount);
        }
    }

    static final String PROGRAM = """
        function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
        function Point(x, y) { this.x = x; this.y = y; }
        Point.prototype.length = function() { return Math.sqrt(this.x * this.x + this.y * this.y); };
        function sieve(n) {
            var composite = [], primes = [];
            for (var i = 2; i <= n; i++) {
                if (composite[i]) continue;
                primes.push(i);
                for (var j = i * i; j <= n; j += i) composite[j] = true;
            }
            return primes;
        }
        var counter = (function() { var c = 0; return { next: function() { return ++c; }, get value() { return c; } }; })();
        function words(text) {
            var counts = {};
            text.replace(/\\w+/g, function(w) { counts[w] = (counts[w] || 0) + 1; });
            return Object.keys(counts).sort().map(function(k) { return k + ':' + counts[k]; }).join(' ');
        }
        function attempt() { try { null.x; } catch (e) { return e instanceof TypeError; } finally { counter.next(); } }
        """;

    static void run(int level) {
        Context context = Context.enter();
        try {
            context.setOptimizationLevel(level);
            context.setLanguageVersion(Context.VERSION_ES6);
            Scriptable scope = context.initStandardObjects();
            context.evaluateString(scope, PROGRAM, "program.js", 1, null);
            for (String expression : new String[] {"fib(15)", "new Point(3, 4).length()", "sieve(60).join()", "counter.next() + counter.next() * 10", "words('the cat and the hat and the bat')", "attempt() + '/' + counter.value", "[3, 1, 2].sort().reverse().map(x => x * 2)", "0.1 + 0.2", "(255).toString(16) + parseInt('1010', 2)", "1 / 0 + '' + -1 / 0", "typeof undefined + typeof null + typeof fib",
                "JSON.stringify({a: [1, 'x', null], b: {c: true}})", "JSON.parse('{\"k\":[1,2,{\"z\":3}]}').k[2].z", "'a-b-c'.split('-').length", "/(\\d+)-(\\d+)/.exec('tel 12-34')[2]", "new Date(0).toISOString()", "isNaN('x') + ' ' + (NaN == NaN)", "'\u00e9\u20ac'.charCodeAt(1)", "(function() { return arguments.length; })(1, 2, 3)", "let [p, q] = [1, 2]; p + q", "var s = 0; for (var k of [1, 2, 3]) s += k; s", "'abc'.repeat(2) + 'xyz'.includes('y')", "1e21 + 123456789.123", "~~-3.7 + (5 >>> 1) + (1 << 31)", "escape('a b') + encodeURIComponent('\u20ac&')", "new Map([[1, 'one']]).get(1)", "eval('6 * 7')"})
                System.out.println(level + " " + expression + " = " + Context.toString(context.evaluateString(scope, expression, "e", 1, null)));
            Account account = new Account();
            ScriptableObject.putProperty(scope, "account", Context.javaToJS(account, scope));
            context.evaluateString(scope, "account.deposit(5); account.deposit(account.balance * 2); account.log.add('from script');", "bank.js", 1, null);
            System.out.println(account.getBalance() + " " + account.log);
            System.out.println(Context.toString(context.evaluateString(scope, "var list = new java.util.ArrayList(); for (var i = 0; i < 5; i++) list.add('i' + i); java.util.Collections.reverse(list); list.toString() + new java.lang.Integer(5).hashCode()", "java.js", 1, null)));
            System.out.println(Context.toString(context.evaluateString(scope, "var r = new java.lang.Runnable({ run: function() { counter.next(); } }); r.run(); var c = new java.util.Comparator({ compare: function(a, b) { return b - a; } }); c.compare(3, 5)", "adapter.js", 1, null)));
            ScriptableObject.putProperty(scope, "twice", new BaseFunction() {
                private static final long serialVersionUID = 1;

                @Override
                public Object call(Context calling, Scriptable here, Scriptable self, Object[] values) {
                    return Context.toNumber(values[0]) * 2;
                }
            });
            Function fib = (Function) scope.get("fib", scope);
            System.out.println(Context.toString(context.evaluateString(scope, "twice(21)", "f", 1, null)) + " " + Context.toString(fib.call(context, scope, scope, new Object[] {12})) + " " + ((NativeArray) context.evaluateString(scope, "[1, 'two', [3]]", "a", 1, null)).size() + " " + ((NativeObject) context.evaluateString(scope, "({x: 1, y: 'z'})", "o", 1, null)).get("y"));
            for (String wrong : new String[] {"var x = ;", "undefinedName + 1", "throw {code: 7}", "account.deposit(-1)", "null.field", "new Array(-1)", "(function(n) { return n > 0 ? arguments.callee(n - 1) : missing(); })(3)"}) {
                try {
                    System.out.println(Context.toString(context.evaluateString(scope, wrong, "wrong.js", 1, null)));
                } catch (EcmaError | EvaluatorException e) {
                    System.out.println(e instanceof WrappedException ? "wrapped " + ((WrappedException) e).getWrappedException().getMessage() : e.getMessage());
                } catch (JavaScriptException e) {
                    System.out.println(e.getMessage() + " " + ((Scriptable) e.getValue()).get("code", scope));
                }
            }
        } finally {
            Context.exit();
        }
    }

    public static void main(String[] arguments) {
        run(-1);
        run(9);
    }
}
