import com.google.gson.ExclusionStrategy;
import com.google.gson.FieldAttributes;
import com.google.gson.FieldNamingPolicy;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonDeserializer;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import com.google.gson.JsonSerializer;
import com.google.gson.LongSerializationPolicy;
import com.google.gson.TypeAdapter;
import com.google.gson.TypeAdapterFactory;
import com.google.gson.annotations.Expose;
import com.google.gson.annotations.JsonAdapter;
import com.google.gson.annotations.SerializedName;
import com.google.gson.annotations.Since;
import com.google.gson.reflect.TypeToken;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Gson: objects by reflection, generics, adapters, annotations, the tree and the stream, errors. */
public class Gsons {
    enum Size { @SerializedName("s") SMALL, LARGE }

    static class Item {
        String name;
        int count;
        double price;
        boolean sold;
        Size size;
        transient String skipped = "no";
        List<String> tags = new ArrayList<>();
        int[][] grid;
        Item parent;
        Map<Size, Long> totals = new EnumMap<>(Size.class);
        @SerializedName(value = "other_name", alternate = {"alias"})
        String renamed;
        @Expose
        char letter = 'x';
        @Since(2.0)
        String later = "later";
        @JsonAdapter(Reversed.class)
        String reversed = "abc";

        Item() { }

        Item(String name, int count) {
            this.name = name;
            this.count = count;
        }
    }

    static class Reversed extends TypeAdapter<String> {
        @Override
        public void write(JsonWriter out, String value) throws IOException {
            out.value(new StringBuilder(value).reverse().toString());
        }

        @Override
        public String read(JsonReader in) throws IOException {
            return new StringBuilder(in.nextString()).reverse().toString();
        }
    }

    static class Box<T> {
        T content;
        List<? extends T> more;
    }

    static final class NoDefault {
        final int value;

        NoDefault(int value) {
            this.value = value;
        }
    }

    static void error(Gson gson, String json, Class<?> type) {
        try {
            System.out.println(gson.fromJson(json, type));
        } catch (JsonParseException e) {
            System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    public static void main(String[] arguments) throws IOException {
        Gson gson = new Gson();
        Item item = new Item("thing", 3);
        item.price = 1.5;
        item.size = Size.SMALL;
        item.tags.addAll(List.of("a", "<b>", "\u20ac\u2028\"'"));
        item.grid = new int[][] {{1}, {}, {2, 3}};
        item.parent = new Item("parent", -1);
        item.totals.put(Size.LARGE, 1L << 60);
        item.renamed = "r";
        String json = gson.toJson(item);
        System.out.println(json);
        Item back = gson.fromJson(json, Item.class);
        System.out.println(gson.toJson(back).equals(json) + " " + back.skipped + " " + back.parent.name + " " + back.totals + " " + back.size + " " + Arrays.deepToString(back.grid) + " " + back.reversed);
        Gson pretty = new GsonBuilder().setPrettyPrinting().serializeNulls().disableHtmlEscaping().setFieldNamingPolicy(FieldNamingPolicy.UPPER_CAMEL_CASE).setVersion(1.0).setLongSerializationPolicy(LongSerializationPolicy.STRING).setExclusionStrategies(new ExclusionStrategy() {
            @Override
            public boolean shouldSkipField(FieldAttributes field) {
                return field.getName().equals("grid");
            }

            @Override
            public boolean shouldSkipClass(Class<?> type) {
                return type == boolean.class;
            }
        }).registerTypeAdapter(LocalDate.class, (JsonSerializer<LocalDate>) (date, type, context) -> new JsonPrimitive(date.toString())).registerTypeAdapter(LocalDate.class, (JsonDeserializer<LocalDate>) (element, type, context) -> LocalDate.parse(element.getAsString())).create();
        System.out.println(pretty.toJson(item));
        System.out.println(pretty.toJson(List.of(LocalDate.of(2024, 2, 29))) + " " + pretty.fromJson("\"2020-01-02\"", LocalDate.class) + " " + new GsonBuilder().excludeFieldsWithoutExposeAnnotation().create().toJson(item));
        Box<Item> box = gson.fromJson("{\"content\":{\"name\":\"in\",\"alias\":\"al\"},\"more\":[{\"count\":7}]}", new TypeToken<Box<Item>>() { }.getType());
        Map<String, List<Integer>> map = gson.fromJson("{\"k\":[1,2],\"j\":[]}", new TypeToken<TreeMap<String, List<Integer>>>() { }.getType());
        System.out.println(box.content.name + box.content.renamed + " " + box.more.get(0).count + " " + map + " " + gson.fromJson("[1,\"x\",null,{\"a\":true}]", Object.class) + " " + gson.fromJson("{\"value\":5}", NoDefault.class).value + " " + new TypeToken<Map<String, ? super int[]>>() { }.getType());
        TypeAdapterFactory factory = new TypeAdapterFactory() {
            @Override
            public <T> TypeAdapter<T> create(Gson creating, TypeToken<T> type) {
                if (!Optional.class.isAssignableFrom(type.getRawType())) return null;
                return new TypeAdapter<T>() {
                    @Override
                    public void write(JsonWriter out, T value) throws IOException {
                        out.value(String.valueOf(value));
                    }

                    @Override
                    public T read(JsonReader in) {
                        return null;
                    }
                };
            }
        };
        System.out.println(new GsonBuilder().registerTypeAdapterFactory(factory).create().toJson(Optional.of(3)));

        JsonObject tree = JsonParser.parseString("{'a':[1,2.5,1e400,true,null],'b':{\"c\":\"d\"}}").getAsJsonObject();
        JsonArray array = tree.getAsJsonArray("a");
        tree.addProperty("n", new BigDecimal("12.50"));
        tree.remove("b");
        array.add("end");
        System.out.println(tree + " " + array.get(1).getAsInt() + " " + array.get(2).getAsBigDecimal() + " " + tree.get("n").getAsDouble() + " " + tree.deepCopy().equals(tree) + " " + tree.entrySet().size() + " " + array.get(4).isJsonNull() + " " + gson.toJsonTree(new int[] {1, 2}));
        JsonReader reader = new JsonReader(new StringReader("{unquoted: [1 , 'two', 0x3], /* c */ \"z\": 1e3}"));
        reader.setLenient(true);
        StringBuilder tokens = new StringBuilder();
        for (JsonToken token; (token = reader.peek()) != JsonToken.END_DOCUMENT;) {
            tokens.append(token).append('@').append(reader.getPath()).append(' ');
            switch (token) {
                case BEGIN_OBJECT -> reader.beginObject();
                case END_OBJECT -> reader.endObject();
                case BEGIN_ARRAY -> reader.beginArray();
                case END_ARRAY -> reader.endArray();
                case NAME -> reader.nextName();
                default -> reader.skipValue();
            }
        }
        System.out.println(tokens);
        StringWriter text = new StringWriter();
        try (JsonWriter writer = new JsonWriter(text)) {
            writer.setIndent(" ");
            writer.beginObject().name("x").value(1).name("y").beginArray().value("\t").nullValue().value(1.5).endArray().endObject();
        }
        System.out.println(text.toString().replace("\n", "$"));
        error(gson, "{\"count\":\"abc\"}", Item.class);
        error(gson, "{\"count\":1", Item.class);
        error(gson, "[1,2]", Item.class);
        error(gson, "{\"tags\":5}", Item.class);
        error(gson, "{a", Map.class);
        error(gson, "99999999999", int.class);
        error(gson, "", String.class);
        try {
            gson.toJson(Double.NaN);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        Map<String, Object> linked = new LinkedHashMap<>();
        for (int i = 0; i < 300; i++) linked.put("key" + i, i % 3 == 0 ? new Item("n" + i, i) : i % 3 == 1 ? List.of(i, i * 2.5) : "text" + i);
        String large = gson.toJson(linked);
        JsonElement parsed = JsonParser.parseString(large);
        System.out.println(large.length() + " " + large.hashCode() + " " + parsed.toString().equals(large) + " " + gson.fromJson(large, Map.class).size());
    }
}
