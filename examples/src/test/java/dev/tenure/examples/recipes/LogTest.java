package dev.tenure.examples.recipes;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.version;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.apple.foundationdb.tuple.Tuple;
import com.apple.foundationdb.tuple.Versionstamp;
import dev.tenure.examples.recipes.proto.LogEntry;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.SaveMode;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.tuple.TupleRange;
import dev.tenure.testkit.engine.SimulatedEngine;
import dev.tenure.testkit.junit.SimulatedTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** What docs/recipes/versionstamped-log.md shows. */
final class LogTest {
  private static final RecordMetaData METADATA =
      RecordMetaData.builder()
          .version(1)
          .recordType(
              LogEntry.getDefaultInstance(),
              type -> type.typeKey(1).primaryKey(concat(field("topic"), field("id"))).versioned())
          .index("LogEntry", Index.version("log", concat(field("topic"), version())))
          .include(QueueSchema.part())
          .build();

  private static CompletableFuture<StoredRecord> append(
      RecordStore store, String topic, String id, String text) {
    return store.save(
        LogEntry.newBuilder().setTopic(topic).setId(id).setText(text).build(), SaveMode.INSERT);
  }

  /** Where an entry lies in the log, and what it says. */
  private record Line(Versionstamp position, String text) {
    static Line of(StoredRecord record) {
      return new Line(record.version().orElseThrow(), record.message(LogEntry.class).getText());
    }
  }

  private static CompletableFuture<List<Line>> after(
      RecordStore store, String topic, Optional<Versionstamp> last, int max) {
    Tuple whole = Tuple.from(topic);
    TupleRange range =
        last.map(position -> TupleRange.between(whole.add(position), false, whole, true))
            .orElse(TupleRange.prefix(whole));
    return store
        .scanIndex("log", range, Continuation.START, ScanOptions.defaults().withRowsMax(max))
        .mapAsync(entry -> store.load("LogEntry", entry.primaryKey()), 8)
        .map(found -> Line.of(found.orElseThrow()))
        .asList();
  }

  private static CompletableFuture<List<String>> newest(RecordStore store, String topic, int max) {
    return store
        .scanIndex(
            "log",
            TupleRange.prefix(Tuple.from(topic)),
            Continuation.START,
            ScanOptions.defaults().withReverse(true).withRowsMax(max))
        .map(entry -> entry.primaryKey().getString(1))
        .asList();
  }

  private static List<String> texts(List<Line> lines) {
    return lines.stream().map(Line::text).toList();
  }

  @SimulatedTest(seeds = 1)
  void aReaderGoesOnBehindTheLastEntryThatItHasRead(SimulatedEngine engine) {
    RecipeStore store = RecipeStore.open(engine, METADATA);
    store.run(it -> append(it, "orders", "x", "first"));
    store.run(it -> append(it, "bills", "y", "another topic"));
    store.run(
        it ->
            append(it, "orders", "c", "second")
                .thenCompose(s -> append(it, "orders", "b", "third")));
    List<Line> page = store.run(it -> after(it, "orders", Optional.empty(), 2));
    assertEquals(List.of("first", "second"), texts(page));
    Optional<Versionstamp> last = Optional.of(page.get(1).position());
    assertEquals(List.of("third"), texts(store.run(it -> after(it, "orders", last, 2))));
    store.run(it -> append(it, "orders", "a", "fourth"));
    assertEquals(List.of("third", "fourth"), texts(store.run(it -> after(it, "orders", last, 2))));
    assertEquals(List.of("a", "b"), store.run(it -> newest(it, "orders", 2)));
  }

  @SimulatedTest(seeds = 1)
  void thoseWhoAppendDoNotConflict(SimulatedEngine engine) {
    RecipeStore store = RecipeStore.open(engine, METADATA);
    List<Function<RecordStore, CompletableFuture<?>>> appends = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      String id = "entry-" + i;
      appends.add(it -> append(it, "orders", id, "text of " + id));
    }
    assertEquals(0, store.retriesOf(appends));
    List<Line> all = store.run(it -> after(it, "orders", Optional.empty(), 100));
    assertEquals(50, all.size());
    assertEquals(50, all.stream().map(Line::position).distinct().count());
    assertEquals(
        all.stream().map(Line::position).sorted().toList(),
        all.stream().map(Line::position).toList());
  }
}
