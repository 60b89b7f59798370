package dev.tenure.examples.recipes;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.examples.recipes.proto.Leaf;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.RecordLayout;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.tuple.TupleRange;
import dev.tenure.testkit.engine.SimulatedEngine;
import dev.tenure.testkit.junit.SimulatedTest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What docs/recipes/hierarchies.md shows. */
final class HierarchiesTest {
  private static final JsonMapper JSON = JsonMapper.shared();

  private static final RecordMetaData METADATA =
      RecordMetaData.builder()
          .version(1)
          .recordType(
              Leaf.getDefaultInstance(),
              type ->
                  type.typeKey(1)
                      .primaryKey(concat(field("document"), field("path")))
                      .layout(RecordLayout.SINGLE_KEY))
          .include(QueueSchema.part())
          .build();

  private static final String PEOPLE =
      """
      {"user": {"jones": {"friendOf": "smith", "group": ["sales", "service"]},
                "smith": {"friendOf": "jones", "group": ["dev", "research"], "notes": {}}}}
      """;

  private static Stream<Leaf> leaves(String document, Tuple path, JsonNode node) {
    if (node.isEmpty()) {
      return Stream.of(
          Leaf.newBuilder()
              .setDocument(document)
              .setPath(ByteString.copyFrom(path.pack()))
              .setJson(node.toString())
              .build());
    }
    return node.isArray()
        ? IntStream.range(0, node.size())
            .boxed()
            .flatMap(i -> leaves(document, path.add(i), node.get(i)))
        : node.properties().stream()
            .flatMap(child -> leaves(document, path.add(child.getKey()), child.getValue()));
  }

  private static TupleRange below(String document, Tuple path) {
    return path.isEmpty()
        ? TupleRange.prefix(Tuple.from(document))
        : TupleRange.between(
            Tuple.from(document, path.pack()),
            true,
            Tuple.from(document, ByteArrayUtil.strinc(path.pack())),
            false);
  }

  private static CompletableFuture<List<Leaf>> read(
      RecordStore store, String document, Tuple path) {
    return store
        .scan("Leaf", below(document, path), Continuation.START, ScanOptions.defaults())
        .map(record -> record.message(Leaf.class))
        .asList();
  }

  private static CompletableFuture<Void> put(
      RecordStore store, String document, Tuple path, JsonNode node) {
    Stream<CompletableFuture<?>> above =
        IntStream.range(0, path.size())
            .mapToObj(size -> Tuple.fromList(path.getItems().subList(0, size)))
            .map(ancestor -> store.delete("Leaf", Tuple.from(document, ancestor.pack())));
    return CompletableFuture.allOf(above.toArray(CompletableFuture<?>[]::new))
        .thenCompose(cleared -> read(store, document, path))
        .thenCompose(before -> deleteAll(store, before))
        .thenCompose(cleared -> saveAll(store, leaves(document, path, node)));
  }

  private static CompletableFuture<Optional<JsonNode>> get(
      RecordStore store, String document, Tuple path) {
    return read(store, document, path)
        .thenApply(
            leaves -> leaves.isEmpty() ? Optional.empty() : Optional.of(tree(leaves, path.size())));
  }

  private static JsonNode tree(List<Leaf> leaves, int depth) {
    if (path(leaves.get(0)).size() == depth) {
      return JSON.readTree(leaves.get(0).getJson());
    }
    Map<Object, List<Leaf>> children =
        leaves.stream()
            .collect(groupingBy(leaf -> path(leaf).get(depth), LinkedHashMap::new, toList()));
    if (path(leaves.get(0)).get(depth) instanceof Long) {
      ArrayNode array = JSON.createArrayNode();
      children.values().forEach(child -> array.add(tree(child, depth + 1)));
      return array;
    }
    ObjectNode object = JSON.createObjectNode();
    children.forEach((name, child) -> object.set((String) name, tree(child, depth + 1)));
    return object;
  }

  private static Tuple path(Leaf leaf) {
    return Tuple.fromBytes(leaf.getPath().toByteArray());
  }

  private static CompletableFuture<Void> deleteAll(RecordStore store, List<Leaf> leaves) {
    return CompletableFuture.allOf(
        leaves.stream()
            .map(leaf -> Tuple.from(leaf.getDocument(), leaf.getPath().toByteArray()))
            .map(primaryKey -> store.delete("Leaf", primaryKey))
            .toArray(CompletableFuture<?>[]::new));
  }

  private static CompletableFuture<Void> saveAll(RecordStore store, Stream<Leaf> leaves) {
    return CompletableFuture.allOf(leaves.map(store::save).toArray(CompletableFuture<?>[]::new));
  }

  private static Optional<String> text(RecipeStore store, Object... path) {
    return store.run(it -> get(it, "people", Tuple.from(path))).map(JsonNode::toString);
  }

  private static void put(RecipeStore store, String json, Object... path) {
    store.run(it -> put(it, "people", Tuple.from(path), JSON.readTree(json)));
  }

  @SimulatedTest(seeds = 1)
  void anySubtreeIsReadAlone(SimulatedEngine engine) {
    RecipeStore store = RecipeStore.open(engine, METADATA);
    put(store, PEOPLE);
    assertEquals(Optional.of("[\"sales\",\"service\"]"), text(store, "user", "jones", "group"));
    assertEquals(Optional.of("\"research\""), text(store, "user", "smith", "group", 1));
    assertEquals(Optional.of("{}"), text(store, "user", "smith", "notes"));
    assertEquals(Optional.empty(), text(store, "user", "jo"));
    assertEquals(
        Optional.of(JSON.readTree(PEOPLE)), store.run(it -> get(it, "people", Tuple.from())));
  }

  @SimulatedTest(seeds = 1)
  void aSubtreeThatIsPutTakesThePlaceOfWhatWasThere(SimulatedEngine engine) {
    RecipeStore store = RecipeStore.open(engine, METADATA);
    put(store, PEOPLE);
    put(store, "[\"board\"]", "user", "jones", "group");
    assertEquals(Optional.of("[\"board\"]"), text(store, "user", "jones", "group"));
    put(store, "\"away\"", "user", "smith");
    assertEquals(Optional.of("\"away\""), text(store, "user", "smith"));
    put(store, "{\"since\":\"May\"}", "user", "smith", "away");
    assertEquals(Optional.of("{\"away\":{\"since\":\"May\"}}"), text(store, "user", "smith"));
  }

  @SimulatedTest(seeds = 1)
  void longListsStayInOrder(SimulatedEngine engine) {
    RecipeStore store = RecipeStore.open(engine, METADATA);
    List<Integer> numbers = new ArrayList<>(IntStream.range(0, 300).boxed().toList());
    put(store, numbers.toString(), "numbers");
    assertEquals(
        Optional.of(JSON.readTree(numbers.toString())),
        store.run(it -> get(it, "people", Tuple.from("numbers"))));
  }
}
