package dev.tenure.examples.recipes;

import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.nest;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.examples.recipes.proto.Customer;
import dev.tenure.examples.recipes.proto.Order;
import dev.tenure.examples.recipes.proto.OrderLine;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.index.aggregate.Aggregates;
import dev.tenure.record.key.FanType;
import dev.tenure.record.key.Keys;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.SaveMode;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.tuple.TupleRange;
import dev.tenure.testkit.engine.SimulatedEngine;
import dev.tenure.testkit.junit.SimulatedTest;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/** What docs/recipes/documents.md shows. */
final class DocumentRecipeTest {
  private static final RecordMetaData METADATA =
      RecordMetaData.builder()
          .version(1)
          .recordType(Order.getDefaultInstance(), type -> type.typeKey(1).primaryKey(field("id")))
          .index("Order", Index.value("by-city", nest("customer", field("city"))))
          .index(
              "Order", Index.value("by-article", nest("lines", FanType.FAN_OUT, field("article"))))
          .index(
              "Order",
              Index.of(
                  "sold",
                  Index.SUM,
                  Keys.grouping(
                      nest(
                          "lines",
                          FanType.FAN_OUT,
                          Keys.concat(field("article"), field("quantity"))),
                      1)))
          .include(QueueSchema.part())
          .build();

  private static CompletableFuture<Long> insert(RecordStore store, Order order) {
    long id = store.context().random().nextLong();
    return store.save(order.toBuilder().setId(id).build(), SaveMode.INSERT).thenApply(saved -> id);
  }

  private static CompletableFuture<StoredRecord> change(
      RecordStore store, long id, UnaryOperator<Order.Builder> change) {
    return store
        .load("Order", Tuple.from(id))
        .thenApply(found -> found.orElseThrow().message(Order.class))
        .thenCompose(before -> store.save(change.apply(before.toBuilder()).build()));
  }

  private static CompletableFuture<List<Order>> find(
      RecordStore store, String index, String value) {
    return store
        .scanIndex(
            index, TupleRange.prefix(Tuple.from(value)), Continuation.START, ScanOptions.defaults())
        .mapAsync(entry -> store.load(entry, Isolation.SERIALIZABLE), 8)
        .map(found -> found.orElseThrow().message(Order.class))
        .asList();
  }

  private static CompletableFuture<Long> sold(RecordStore store, String article) {
    return Aggregates.of(store.index("sold"))
        .longValue(Tuple.from(article), Isolation.SNAPSHOT)
        .thenApply(sum -> sum.orElse(0));
  }

  private static Order order(String name, String city, OrderLine... lines) {
    return Order.newBuilder()
        .setCustomer(Customer.newBuilder().setName(name).setCity(city))
        .addAllLines(List.of(lines))
        .build();
  }

  private static OrderLine line(String article, int quantity) {
    return OrderLine.newBuilder().setArticle(article).setQuantity(quantity).build();
  }

  private static List<String> names(RecipeStore store, String index, String value) {
    return store.run(it -> find(it, index, value)).stream()
        .map(order -> order.getCustomer().getName())
        .sorted()
        .toList();
  }

  @SimulatedTest(seeds = 1)
  void documentsAreFoundByWhatIsInThem(SimulatedEngine engine) {
    RecipeStore store = RecipeStore.open(engine, METADATA);
    long ann = store.run(it -> insert(it, order("ann", "Oslo", line("pen", 2), line("ink", 1))));
    store.run(it -> insert(it, order("bob", "Oslo", line("pen", 5))));
    assertEquals(List.of("ann", "bob"), names(store, "by-city", "Oslo"));
    assertEquals(List.of("ann"), names(store, "by-article", "ink"));
    assertEquals(7L, store.number(it -> sold(it, "pen")));

    store.run(
        it ->
            change(
                it,
                ann,
                order -> {
                  order.getCustomerBuilder().setCity("Rome");
                  return order.removeLines(0);
                }));
    assertEquals(List.of("bob"), names(store, "by-city", "Oslo"));
    assertEquals(List.of("bob"), names(store, "by-article", "pen"));
    assertEquals(5L, store.number(it -> sold(it, "pen")));
  }

  @SimulatedTest(seeds = 1)
  void anIdThatIsTakenIsRefused(SimulatedEngine engine) {
    RecipeStore store = RecipeStore.open(engine, METADATA);
    long id = store.run(it -> insert(it, order("ann", "Oslo")));
    Order other = order("bob", "Rome").toBuilder().setId(id).build();
    RuntimeException refused =
        assertThrows(
            RuntimeException.class, () -> store.run(it -> it.save(other, SaveMode.INSERT)));
    assertTrue(String.valueOf(refused.getMessage()).contains("Order"), refused.getMessage());
    assertEquals(List.of("ann"), names(store, "by-city", "Oslo"));
  }
}
