package dev.tenure.examples.recipes;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.examples.recipes.proto.Node;
import dev.tenure.examples.recipes.proto.Price;
import dev.tenure.examples.recipes.proto.Published;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.tuple.TupleRange;
import dev.tenure.testkit.engine.SimulatedEngine;
import dev.tenure.testkit.junit.SimulatedTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** What docs/recipes/indirection.md shows. */
final class IndirectionTest {
  private static final RecordMetaData METADATA =
      RecordMetaData.builder()
          .version(1)
          .recordType(Node.getDefaultInstance(), type -> type.typeKey(1).primaryKey(field("id")))
          .recordType(
              Price.getDefaultInstance(),
              type -> type.typeKey(2).primaryKey(concat(field("edition"), field("article"))))
          .recordType(
              Published.getDefaultInstance(), type -> type.typeKey(3).primaryKey(field("name")))
          .include(QueueSchema.part())
          .build();

  private static CompletableFuture<Optional<Node>> node(RecordStore store, String id) {
    return store
        .load("Node", Tuple.from(id))
        .thenApply(found -> found.map(record -> record.message(Node.class)));
  }

  private static CompletableFuture<Boolean> removeNext(RecordStore store, String id) {
    return node(store, id)
        .thenCompose(
            found ->
                found.isEmpty() || found.get().getNext().isEmpty()
                    ? CompletableFuture.completedFuture(false)
                    : unlink(store, found.get()));
  }

  private static CompletableFuture<Boolean> unlink(RecordStore store, Node before) {
    return node(store, before.getNext())
        .thenApply(Optional::orElseThrow)
        .thenCompose(next -> store.save(before.toBuilder().setNext(next.getNext()).build()))
        .thenCompose(saved -> store.delete("Node", Tuple.from(before.getNext())));
  }

  private static CompletableFuture<StoredRecord> publish(RecordStore store, long edition) {
    return store.save(Published.newBuilder().setName("prices").setEdition(edition).build());
  }

  private static CompletableFuture<Optional<Long>> cents(RecordStore store, String article) {
    return store
        .load("Published", Tuple.from("prices"))
        .thenApply(found -> found.orElseThrow().message(Published.class).getEdition())
        .thenCompose(edition -> store.load("Price", Tuple.from(edition, article)))
        .thenApply(found -> found.map(record -> record.message(Price.class).getCents()));
  }

  private static Price price(long edition, String article, long cents) {
    return Price.newBuilder().setEdition(edition).setArticle(article).setCents(cents).build();
  }

  private static RecipeStore listOf(SimulatedEngine engine, String... ids) {
    RecipeStore store = RecipeStore.open(engine, METADATA);
    for (int i = 0; i < ids.length; i++) {
      String next = i + 1 < ids.length ? ids[i + 1] : "";
      Node node = Node.newBuilder().setId(ids[i]).setNext(next).build();
      store.run(it -> it.save(node));
    }
    return store;
  }

  private static List<String> walk(RecipeStore store, String first) {
    List<String> ids = new ArrayList<>();
    String id = first;
    while (!id.isEmpty()) {
      ids.add(id);
      String current = id;
      id = store.run(it -> node(it, current)).orElseThrow().getNext();
    }
    return ids;
  }

  private static long nodes(RecipeStore store) {
    return store.run(
        it ->
            it.scan("Node", TupleRange.all(), Continuation.START, ScanOptions.defaults()).count());
  }

  @SimulatedTest(seeds = 1)
  void theNextNodeIsTakenOutOfTheList(SimulatedEngine engine) {
    RecipeStore store = listOf(engine, "a", "b", "c");
    assertTrue(store.holds(it -> removeNext(it, "a")));
    assertEquals(List.of("a", "c"), walk(store, "a"));
    assertFalse(store.holds(it -> removeNext(it, "c")));
    assertEquals(2, nodes(store));
  }

  @SimulatedTest(seeds = 20)
  void neighboursRemovedAtATimeLeaveAListWithoutGaps(SimulatedEngine engine) {
    RecipeStore store = listOf(engine, "a", "b", "c", "d", "e", "f");
    store.retriesOf(
        List.of(
            it -> removeNext(it, "a"),
            it -> removeNext(it, "b"),
            it -> removeNext(it, "c"),
            it -> removeNext(it, "d")));
    List<String> left = walk(store, "a");
    assertEquals("f", left.get(left.size() - 1));
    assertEquals(left.size(), nodes(store));
  }

  @SimulatedTest(seeds = 1)
  void readersSeeAWholeEditionBeforeAndAfterItIsPublished(SimulatedEngine engine) {
    RecipeStore store = RecipeStore.open(engine, METADATA);
    store.run(it -> it.save(price(1, "pen", 200)));
    store.run(it -> publish(it, 1));
    store.run(it -> it.save(price(2, "pen", 250)));
    assertEquals(Optional.of(200L), store.run(it -> cents(it, "pen")));
    store.run(it -> it.save(price(2, "ink", 900)));
    assertEquals(Optional.empty(), store.run(it -> cents(it, "ink")));
    store.run(it -> publish(it, 2));
    assertEquals(Optional.of(250L), store.run(it -> cents(it, "pen")));
    assertEquals(Optional.of(900L), store.run(it -> cents(it, "ink")));
  }
}
