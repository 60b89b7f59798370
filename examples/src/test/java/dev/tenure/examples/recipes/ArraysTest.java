package dev.tenure.examples.recipes;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.examples.recipes.proto.Temperature;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.RecordLayout;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.tuple.TupleRange;
import dev.tenure.testkit.engine.SimulatedEngine;
import dev.tenure.testkit.junit.SimulatedTest;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** What docs/recipes/arrays.md shows. */
final class ArraysTest {
  private static final RecordMetaData METADATA =
      RecordMetaData.builder()
          .version(1)
          .recordType(
              Temperature.getDefaultInstance(),
              type ->
                  type.typeKey(1)
                      .primaryKey(concat(field("station"), field("year"), field("day")))
                      .layout(RecordLayout.SINGLE_KEY))
          .include(QueueSchema.part())
          .build();

  private static CompletableFuture<StoredRecord> set(
      RecordStore store, String station, int year, int day, int degrees) {
    return store.save(
        Temperature.newBuilder()
            .setStation(station)
            .setYear(year)
            .setDay(day)
            .setDegrees(degrees)
            .build());
  }

  private static CompletableFuture<Optional<Integer>> get(
      RecordStore store, String station, int year, int day) {
    return store
        .load("Temperature", Tuple.from(station, year, day))
        .thenApply(found -> found.map(record -> record.message(Temperature.class).getDegrees()));
  }

  private static CompletableFuture<List<Integer>> slice(
      RecordStore store, String station, int year, int firstDay, int lastDay) {
    TupleRange days =
        TupleRange.between(
            Tuple.from(station, year, firstDay), true, Tuple.from(station, year, lastDay), true);
    return store
        .scan("Temperature", days, Continuation.START, ScanOptions.defaults())
        .map(record -> record.message(Temperature.class).getDegrees())
        .asList();
  }

  private static CompletableFuture<Integer> append(
      RecordStore store, String station, int year, int degrees) {
    return store
        .scan(
            "Temperature",
            TupleRange.prefix(Tuple.from(station, year)),
            Continuation.START,
            ScanOptions.defaults().withReverse(true).withRowsMax(1))
        .first()
        .thenApply(last -> last.map(record -> record.message(Temperature.class).getDay() + 1))
        .thenApply(next -> next.orElse(1))
        .thenCompose(next -> set(store, station, year, next, degrees).thenApply(saved -> next));
  }

  @SimulatedTest(seeds = 1)
  void elementsThatAreNotSetAreNotThere(SimulatedEngine engine) {
    RecipeStore store = RecipeStore.open(engine, METADATA);
    store.run(it -> set(it, "oslo", 2026, 1, -12));
    store.run(it -> set(it, "oslo", 2026, 100, 9));
    store.run(it -> set(it, "oslo", 2026, 200, 21));
    store.run(it -> set(it, "oslo", 2027, 100, 7));
    assertEquals(Optional.of(9), store.run(it -> get(it, "oslo", 2026, 100)));
    assertEquals(Optional.empty(), store.run(it -> get(it, "oslo", 2026, 101)));
    assertEquals(List.of(9, 21), store.run(it -> slice(it, "oslo", 2026, 100, 365)));
  }

  @SimulatedTest(seeds = 1)
  void twoWhoAppendAtATimeBothGetAPlace(SimulatedEngine engine) {
    RecipeStore store = RecipeStore.open(engine, METADATA);
    int first = store.run(it -> append(it, "oslo", 2026, 5));
    assertEquals(1, first);
    int retries =
        store.retriesOf(
            List.of(it -> append(it, "oslo", 2026, 6), it -> append(it, "oslo", 2026, 6)));
    assertTrue(retries > 0);
    assertEquals(List.of(5, 6, 6), store.run(it -> slice(it, "oslo", 2026, 1, 365)));
  }
}
