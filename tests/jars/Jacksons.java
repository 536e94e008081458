import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonView;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.awt.geom.Point2D;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Jackson: beans, records, annotations, polymorphism, trees, streams, converters, errors with paths. */
public class Jacksons {
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes({@JsonSubTypes.Type(value = Circle.class, name = "circle"), @JsonSubTypes.Type(value = Square.class, name = "square")})
    interface Shape {
        double area();
    }

    record Circle(double radius) implements Shape {
        @Override
        public double area() {
            return 3 * radius * radius;
        }
    }

    record Square(@JsonProperty("s") int side) implements Shape {
        @Override
        public double area() {
            return side * side;
        }
    }

    static class Public { }

    static class Internal extends Public { }

    public static class Address {
        public String street = "Main";
        public int number = 5;
    }

    @JsonPropertyOrder({"name", "age"})
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public static class Person {
        private String name;
        private int age;
        @JsonIgnore
        public String secret = "s";
        @JsonUnwrapped(prefix = "addr_")
        public Address address = new Address();
        @JsonFormat(shape = JsonFormat.Shape.STRING, pattern = "yyyy-MM-dd", timezone = "UTC")
        public Date born = new Date(86400000L * 365);
        @JsonView(Internal.class)
        public String inside = "inside";
        public Person friend;
        private final Map<String, Object> other = new TreeMap<>();

        public String getName() {
            return name;
        }

        public void setName(String name) {
            this.name = name.trim();
        }

        public int getAge() {
            return age;
        }

        public void setAge(int age) {
            if (age < 0) throw new IllegalArgumentException("negative age");
            this.age = age;
        }

        public boolean isAdult() {
            return age >= 18;
        }

        @JsonAnyGetter
        public Map<String, Object> other() {
            return other;
        }

        @JsonAnySetter
        public void put(String key, Object value) {
            other.put(key, value);
        }
    }

    static final class Fixed {
        final int a;
        final List<String> b;

        @JsonCreator
        Fixed(@JsonProperty(value = "a", required = true) int a, @JsonProperty("b") List<String> b) {
            this.a = a;
            this.b = b;
        }
    }

    enum Level { @JsonProperty("lo") LOW, HIGH }

    static void error(ObjectMapper mapper, String json, Class<?> type) {
        try {
            System.out.println(mapper.readValue(json, type));
        } catch (JsonProcessingException e) {
            System.out.println(e.getClass().getSimpleName() + ": " + e.getOriginalMessage() + " @" + (e.getLocation() == null ? "" : e.getLocation().getColumnNr()));
        }
    }

    public static void main(String[] arguments) throws IOException {
        ObjectMapper mapper = JsonMapper.builder().enable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY).build();
        Person person = new Person();
        person.setName(" Ann ");
        person.setAge(30);
        person.put("extra", List.of(1, 2));
        person.friend = new Person();
        person.friend.setName("Bob");
        String json = mapper.writeValueAsString(person);
        System.out.println(json);
        Person back = mapper.readerFor(Person.class).without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).readValue(json.replace("\"adult\":true,", ""));
        System.out.println(mapper.writeValueAsString(back).length() + " " + back.getName() + " " + back.friend.address.street + " " + back.other() + " " + back.born.getTime());
        System.out.println(mapper.writerWithView(Public.class).writeValueAsString(person).contains("inside") + " " + mapper.writerWithDefaultPrettyPrinter().writeValueAsString(Map.of("k", List.of(1, Map.of()))));
        List<Shape> shapes = mapper.readValue("[{\"kind\":\"circle\",\"radius\":2},{\"s\":3,\"kind\":\"square\"}]", new TypeReference<List<Shape>>() { });
        System.out.println(shapes + " " + shapes.get(0).area() + " " + mapper.writerFor(new TypeReference<List<Shape>>() { }).writeValueAsString(shapes));
        Fixed fixed = mapper.readValue("{\"b\":[\"x\"],\"a\":7}", Fixed.class);
        System.out.println(fixed.a + " " + fixed.b + " " + mapper.readValue("\"lo\"", Level.class) + " " + mapper.writeValueAsString(Level.LOW) + " " + mapper.readValue("{\"LO\":1}".replace("LO", "lo"), new TypeReference<Map<Level, Integer>>() { }) + " " + mapper.convertValue(Map.of("street", "X", "number", "9"), Address.class).number);
        SimpleModule module = new SimpleModule();
        module.addSerializer(new StdSerializer<Optional<?>>(Optional.class, true) {
            private static final long serialVersionUID = 1;

            @Override
            public void serialize(Optional<?> value, JsonGenerator generator, SerializerProvider provider) throws IOException {
                provider.defaultSerializeValue(value.orElse(null), generator);
            }
        });
        module.addDeserializer(StringBuilder.class, new StdDeserializer<StringBuilder>(StringBuilder.class) {
            private static final long serialVersionUID = 1;

            @Override
            public StringBuilder deserialize(JsonParser parser, DeserializationContext context) throws IOException {
                return new StringBuilder(parser.getText()).reverse();
            }
        });
        ObjectMapper own = new ObjectMapper().registerModule(module).configure(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS, true).configure(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS, true);
        System.out.println(own.writeValueAsString(List.of(Optional.of(3), Optional.empty())) + " " + own.readValue("\"abc\"", StringBuilder.class) + " " + own.readValue("[1.10,12345678901234567890]", List.class) + " " + own.writeValueAsString(new HashMap<>(Map.of("z", 1, "a", new int[] {1}, "m", 1.5f))));

        ObjectNode tree = (ObjectNode) mapper.readTree("{\"a\":{\"b\":[10,20,{\"c\":null}]},\"t\":true}");
        tree.put("new", 1.25).withArray("list").add("x").add(5).addNull();
        JsonNode found = tree.at(JsonPointer.compile("/a/b/1"));
        System.out.println(tree + " " + found.asInt() + " " + tree.path("none").isMissingNode() + " " + tree.findValues("c") + " " + tree.get("a").get("b").get(2).get("c").getNodeType() + " " + tree.deepCopy().equals(tree) + " " + mapper.treeToValue(tree.get("list"), Object[].class).length);
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = new JsonFactory().createGenerator(text)) {
            generator.writeStartObject();
            generator.writeNumberField("n", 1e-5);
            generator.writeArrayFieldStart("bytes");
            generator.writeBinary(new byte[] {1, 2, 3, 4});
            generator.writeString("\u0001\"\u20ac");
            generator.writeEndArray();
            generator.writeEndObject();
        }
        StringBuilder tokens = new StringBuilder();
        try (JsonParser parser = new JsonFactory().createParser(text.toString())) {
            for (JsonToken token; (token = parser.nextToken()) != null;) tokens.append(token).append(token.isScalarValue() ? "=" + parser.getText() : "").append(' ');
        }
        System.out.println(text + " " + tokens);
        error(mapper, "{\"street\":1,\"number\":\"x\"}", Address.class);
        error(mapper, "{\"street\":\"s\",\"nothing\":1}", Address.class);
        error(mapper, "{\"street\":", Address.class);
        error(mapper, "{'a':1}", Map.class);
        error(mapper, "[1,2", List.class);
        error(mapper, "{\"age\":-1}", Person.class);
        error(mapper, "{\"b\":[]}", Fixed.class);
        error(mapper, "{\"kind\":\"none\"}", Shape.class);
        error(mapper, "\"MIDDLE\"", Level.class);
        error(mapper, "1e999999999999", Integer.class);
        Map<String, Object> large = new LinkedHashMap<>();
        for (int i = 0; i < 200; i++) large.put("k" + i, i % 2 == 0 ? new Address() : new ArrayList<>(List.of(i, "v" + i, i / 3.0)));
        byte[] bytes = mapper.writeValueAsBytes(large);
        System.out.println(bytes.length + " " + mapper.readTree(bytes).equals(mapper.valueToTree(large)) + " " + mapper.readValue(bytes, Map.class).size() + " " + new Point2D.Double(1, 2).distance(4, 6));
    }
}
