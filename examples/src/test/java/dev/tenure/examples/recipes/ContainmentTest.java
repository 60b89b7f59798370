package dev.tenure.examples.recipes;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.examples.recipes.proto.County;
import dev.tenure.examples.recipes.proto.Reading;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.definition.RecordLayout;
import dev.tenure.record.index.aggregate.Aggregates;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.tuple.TupleRange;
import dev.tenure.testkit.engine.SimulatedEngine;
import dev.tenure.testkit.junit.SimulatedTest;
import java.time.LocalDateTime;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What docs/recipes/containment.md shows. */
final class ContainmentTest {
  private static final RecordMetaData METADATA =
      RecordMetaData.builder()
          .version(1)
          .recordType(
              Reading.getDefaultInstance(),
              type ->
                  type.typeKey(1)
                      .primaryKey(
                          concat(
                              field("meter"),
                              field("year"),
                              field("month"),
                              field("day"),
                              field("hour")))
                      .layout(RecordLayout.SINGLE_KEY))
          .index(
              "Reading",
              Index.aggregate(
                  "by-day",
                  Index.SUM,
                  concat(field("meter"), field("year"), field("month"), field("day")),
                  field("watt_hours")))
          .recordType(
              County.getDefaultInstance(),
              type -> type.typeKey(2).primaryKey(concat(field("state"), field("name"))))
          .index(
              "County", Index.aggregate("people", Index.SUM, field("state"), field("population")))
          .include(QueueSchema.part())
          .build();

  private static CompletableFuture<StoredRecord> read(
      RecordStore store, String meter, LocalDateTime time, long wattHours) {
    return store.save(
        Reading.newBuilder()
            .setMeter(meter)
            .setYear(time.getYear())
            .setMonth(time.getMonthValue())
            .setDay(time.getDayOfMonth())
            .setHour(time.getHour())
            .setWattHours(wattHours)
            .build());
  }

  /** For example (meter, year, month): the readings of a month. */
  private static CompletableFuture<List<Long>> within(RecordStore store, Tuple period) {
    return readings(store, TupleRange.prefix(period));
  }

  private static CompletableFuture<List<Long>> readings(RecordStore store, TupleRange range) {
    return store
        .scan("Reading", range, Continuation.START, ScanOptions.defaults())
        .map(record -> record.message(Reading.class).getWattHours())
        .asList();
  }

  private static TupleRange between(String meter, LocalDateTime from, LocalDateTime to) {
    return TupleRange.between(columns(meter, from), true, columns(meter, to), false);
  }

  private static Tuple columns(String meter, LocalDateTime time) {
    return Tuple.from(
        meter, time.getYear(), time.getMonthValue(), time.getDayOfMonth(), time.getHour());
  }

  private static CompletableFuture<Long> sum(RecordStore store, String index, Tuple prefix) {
    return Aggregates.of(store.index(index))
        .rollUp(prefix, ScanOptions.defaults())
        .thenApply(sum -> sum.value().map(columns -> columns.getLong(0)).orElse(0L));
  }

  private static County county(String state, String name, long population) {
    return County.newBuilder().setState(state).setName(name).setPopulation(population).build();
  }

  @SimulatedTest(seeds = 1)
  void aPeriodIsAPrefixAndItsSumIsKept(SimulatedEngine engine) {
    RecipeStore store = RecipeStore.open(engine, METADATA);
    LocalDateTime begin = LocalDateTime.of(2026, 1, 30, 0, 0);
    for (int i = 0; i < 12; i++) {
      LocalDateTime time = begin.plusHours(6L * i);
      long wattHours = i + 1;
      store.run(it -> read(it, "cellar", time, wattHours));
    }
    assertEquals(
        List.of(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L),
        store.run(it -> within(it, Tuple.from("cellar", 2026, 1))));
    assertEquals(
        List.of(5L, 6L, 7L, 8L), store.run(it -> within(it, Tuple.from("cellar", 2026, 1, 31))));
    LocalDateTime noon = LocalDateTime.of(2026, 1, 31, 12, 0);
    assertEquals(
        List.of(7L, 8L, 9L, 10L),
        store.run(it -> readings(it, between("cellar", noon, noon.plusDays(1)))));
    assertEquals(26L, store.number(it -> sum(it, "by-day", Tuple.from("cellar", 2026, 1, 31))));
    assertEquals(36L, store.number(it -> sum(it, "by-day", Tuple.from("cellar", 2026, 1))));
    assertEquals(78L, store.number(it -> sum(it, "by-day", Tuple.from("cellar", 2026))));
    assertEquals(0L, store.number(it -> sum(it, "by-day", Tuple.from("cellar", 2025))));
  }

  @SimulatedTest(seeds = 1)
  void placesAreContainedLikeDates(SimulatedEngine engine) {
    RecipeStore store = RecipeStore.open(engine, METADATA);
    store.run(it -> it.save(county("Iowa", "Adair", 7_000)));
    store.run(it -> it.save(county("Iowa", "Polk", 490_000)));
    store.run(it -> it.save(county("Ohio", "Adams", 27_000)));
    assertEquals(497_000L, store.number(it -> sum(it, "people", Tuple.from("Iowa"))));
    assertEquals(524_000L, store.number(it -> sum(it, "people", Tuple.from())));
    store.run(it -> it.save(county("Iowa", "Adair", 8_000)));
    assertEquals(498_000L, store.number(it -> sum(it, "people", Tuple.from("Iowa"))));
  }
}
