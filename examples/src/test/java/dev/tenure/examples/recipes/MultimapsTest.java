package dev.tenure.examples.recipes;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.examples.recipes.proto.Enrolment;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.definition.RecordLayout;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.tuple.TupleRange;
import dev.tenure.testkit.engine.SimulatedEngine;
import dev.tenure.testkit.junit.SimulatedTest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** What docs/recipes/multimaps.md shows. */
final class MultimapsTest {
  private static final RecordMetaData METADATA =
      RecordMetaData.builder()
          .version(1)
          .recordType(
              Enrolment.getDefaultInstance(),
              type ->
                  type.typeKey(1)
                      .primaryKey(concat(field("student"), field("class_name")))
                      .layout(RecordLayout.SINGLE_KEY))
          .index(
              "Enrolment", Index.value("students", concat(field("class_name"), field("student"))))
          .index("Enrolment", Index.count("size", field("class_name")).clearWhenZero())
          .include(QueueSchema.part())
          .build();

  private static CompletableFuture<StoredRecord> add(
      RecordStore store, String student, String className) {
    return store.save(Enrolment.newBuilder().setStudent(student).setClassName(className).build());
  }

  private static CompletableFuture<Boolean> remove(
      RecordStore store, String student, String className) {
    return store.delete("Enrolment", Tuple.from(student, className));
  }

  private static CompletableFuture<List<String>> classesOf(RecordStore store, String student) {
    return store
        .scan(
            "Enrolment",
            TupleRange.prefix(Tuple.from(student)),
            Continuation.START,
            ScanOptions.defaults())
        .map(record -> record.primaryKey().getString(1))
        .asList();
  }

  private static CompletableFuture<Boolean> contains(
      RecordStore store, String student, String className) {
    return store.exists("Enrolment", Tuple.from(student, className), Isolation.SERIALIZABLE);
  }

  private static CompletableFuture<List<String>> studentsOf(RecordStore store, String className) {
    return store
        .scanIndex(
            "students",
            TupleRange.prefix(Tuple.from(className)),
            Continuation.START,
            ScanOptions.defaults())
        .map(entry -> entry.key().getString(1))
        .asList();
  }

  private static CompletableFuture<Long> size(RecordStore store, String className) {
    return store.count("size", Tuple.from(className));
  }

  @SimulatedTest(seeds = 1)
  void aPairIsThereOnceFromWhicheverSide(SimulatedEngine engine) {
    RecipeStore store = RecipeStore.open(engine, METADATA);
    store.run(it -> add(it, "ann", "chem"));
    store.run(it -> add(it, "ann", "chem"));
    store.run(it -> add(it, "ann", "art"));
    store.run(it -> add(it, "bob", "art"));
    assertEquals(List.of("art", "chem"), store.run(it -> classesOf(it, "ann")));
    assertEquals(List.of("ann", "bob"), store.run(it -> studentsOf(it, "art")));
    assertEquals(1L, store.number(it -> size(it, "chem")));
    assertTrue(store.holds(it -> contains(it, "ann", "chem")));
    assertTrue(store.holds(it -> remove(it, "ann", "chem")));
    assertFalse(store.holds(it -> contains(it, "ann", "chem")));
    assertEquals(0L, store.number(it -> size(it, "chem")));
  }

  @SimulatedTest(seeds = 1)
  void thoseWhoAddToOneClassDoNotConflict(SimulatedEngine engine) {
    RecipeStore store = RecipeStore.open(engine, METADATA);
    List<Function<RecordStore, CompletableFuture<?>>> adds = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      String student = "s" + i;
      adds.add(it -> add(it, student, "chem"));
    }
    assertEquals(0, store.retriesOf(adds));
    assertEquals(30L, store.number(it -> size(it, "chem")));
  }
}
