package dev.tenure.examples.recipes;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.examples.recipes.proto.CounterShard;
import dev.tenure.examples.recipes.proto.Download;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.definition.Index;
import dev.tenure.record.definition.RecordLayout;
import dev.tenure.record.index.aggregate.Aggregates;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.testkit.engine.SimulatedEngine;
import dev.tenure.testkit.junit.SimulatedTest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** What docs/recipes/counters.md shows. */
final class CountersTest {
  private static final int WRITERS = 40;

  private static final RecordMetaData METADATA =
      RecordMetaData.builder()
          .version(1)
          .recordType(
              Download.getDefaultInstance(),
              type -> type.typeKey(1).primaryKey(concat(field("file"), field("id"))))
          .index("Download", Index.count("downloads", field("file")))
          .index("Download", Index.aggregate("bytes", Index.SUM, field("file"), field("bytes")))
          .recordType(
              CounterShard.getDefaultInstance(),
              type ->
                  type.typeKey(2)
                      .primaryKey(concat(field("name"), field("shard")))
                      .layout(RecordLayout.SINGLE_KEY))
          .index("CounterShard", Index.aggregate("total", Index.SUM, field("name"), field("value")))
          .include(QueueSchema.part())
          .build();

  private static CompletableFuture<Long> downloads(RecordStore store, String file) {
    return store.count("downloads", Tuple.from(file));
  }

  private static CompletableFuture<Long> bytes(RecordStore store, String file) {
    return Aggregates.of(store.index("bytes"))
        .longValue(Tuple.from(file), Isolation.SNAPSHOT)
        .thenApply(sum -> sum.orElse(0));
  }

  private static CompletableFuture<StoredRecord> add(
      RecordStore store, String name, int shards, long amount) {
    int shard = store.context().random().nextInt(shards);
    return store
        .load("CounterShard", Tuple.from(name, shard))
        .thenApply(
            found ->
                found
                    .map(record -> record.message(CounterShard.class))
                    .orElse(CounterShard.newBuilder().setName(name).setShard(shard).build()))
        .thenCompose(
            before -> store.save(before.toBuilder().setValue(before.getValue() + amount).build()));
  }

  private static CompletableFuture<Long> total(RecordStore store, String name) {
    return Aggregates.of(store.index("total"))
        .longValue(Tuple.from(name), Isolation.SNAPSHOT)
        .thenApply(sum -> sum.orElse(0));
  }

  private static int retriesOf(
      RecipeStore store, Function<Integer, Function<RecordStore, CompletableFuture<?>>> writer) {
    List<Function<RecordStore, CompletableFuture<?>>> writers = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      writers.add(writer.apply(i));
    }
    return store.retriesOf(writers);
  }

  @SimulatedTest(seeds = 1)
  void indexesCountRecordsAndNobodyConflicts(SimulatedEngine engine) {
    RecipeStore store = RecipeStore.open(engine, METADATA);
    int retries =
        retriesOf(
            store,
            i -> {
              Download download =
                  Download.newBuilder().setFile("a.zip").setId("d" + i).setBytes(100).build();
              return it -> it.save(download);
            });
    assertEquals(0, retries);
    assertEquals(WRITERS, store.number(it -> downloads(it, "a.zip")));
    assertEquals(100L * WRITERS, store.number(it -> bytes(it, "a.zip")));
    store.run(it -> it.delete("Download", Tuple.from("a.zip", "d0")));
    assertEquals(WRITERS - 1, store.number(it -> downloads(it, "a.zip")));
  }

  @SimulatedTest(seeds = 1)
  void moreShardsHaveFewerConflictsAndTheSameTotal(SimulatedEngine engine) {
    RecipeStore store = RecipeStore.open(engine, METADATA);
    int one = retriesOf(store, i -> it -> add(it, "visits", 1, 3));
    int many = retriesOf(store, i -> it -> add(it, "clicks", 64, 3));
    assertTrue(many < one / 2, many + " retries with 64 shards, " + one + " with one");
    assertEquals(3L * WRITERS, store.number(it -> total(it, "visits")));
    assertEquals(3L * WRITERS, store.number(it -> total(it, "clicks")));
  }
}
