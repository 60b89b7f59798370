package dev.tenure.record.index.aggregate;

import static dev.tenure.record.index.aggregate.SubjectStore.delete;
import static dev.tenure.record.index.aggregate.SubjectStore.save;
import static dev.tenure.record.index.aggregate.SubjectStore.subject;
import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.empty;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.version;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.Seeds;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.key.FanType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.test.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Which transactions that change the same group conflict: none, but for permuted extrema. */
final class AggregateConflictTest {
  private static final int WRITERS = 8;
  private static final int ROUNDS = 25;
  private static final KeyExpression TEAM = field("team");
  private static final KeyExpression SCORE = field("score");
  private static final Index GREATEST =
      Index.aggregate("greatest", Index.PERMUTED_MAX, TEAM, SCORE);

  @Test
  void atomicTypesNeverConflict() {
    try (SubjectStore store =
        new SubjectStore(
            Index.count("count", empty()).clearWhenZero(),
            Index.of("updates", Index.COUNT_UPDATES, TEAM),
            Index.aggregate("not-null", Index.COUNT_NOT_NULL, TEAM, field("tag", FanType.FAN_OUT)),
            Index.aggregate("sum", Index.SUM, TEAM, SCORE).clearWhenZero(),
            Index.aggregate("min-long", Index.MIN_EVER_LONG, TEAM, SCORE),
            Index.aggregate("max-long", Index.MAX_EVER_LONG, TEAM, SCORE),
            Index.aggregate("min-tuple", Index.MIN_EVER_TUPLE, TEAM, concat(SCORE, field("id"))),
            Index.aggregate("max-tuple", Index.MAX_EVER_TUPLE, TEAM, concat(SCORE, field("id"))),
            Index.aggregate("versions", Index.MAX_EVER_VERSION, TEAM, version()),
            Index.aggregate("bits", Index.BITMAP_VALUE, TEAM, field("slot")),
            Index.aggregate("unique-bits", Index.BITMAP_VALUE, TEAM, field("slot")).unique())) {
      RandomGenerator random = Seeds.random("AggregateConflictTest");
      int conflicts = 0;
      for (int round = 0; round < ROUNDS; round++) {
        conflicts += conflicts(store, random);
      }
      assertEquals(0, conflicts, "conflicts of " + WRITERS * ROUNDS + " transactions");
      assertFits(store);
    }
  }

  /** As many transactions as there are writers, all open before the first commits. */
  private static int conflicts(SubjectStore store, RandomGenerator random) {
    List<RecordContext> contexts = new ArrayList<>();
    for (int writer = 0; writer < WRITERS; writer++) {
      RecordContext context = store.test.database.openContext();
      contexts.add(context);
      change(store.openNow(context), writer, random);
    }
    int conflicts = 0;
    for (RecordContext context : contexts) {
      conflicts += SubjectStore.commits(context) ? 0 : 1;
      context.close();
    }
    return conflicts;
  }

  /** Saves and deletes subjects that only this writer has. */
  private static void change(RecordStore store, int writer, RandomGenerator random) {
    for (int i = 0; i < 3; i++) {
      long id = writer + WRITERS * random.nextLong(3);
      Subject subject =
          subject("red", id, random.nextLong(-5, 6)).toBuilder().setSlot(id).addTag("t").build();
      if (random.nextInt(4) == 0) {
        delete(store, "red", id);
      } else {
        save(store, subject);
      }
    }
  }

  private static void assertFits(SubjectStore store) {
    store.in(
        open -> {
          List<Subject> all = SubjectStore.subjects(open);
          long sum = all.stream().mapToLong(Subject::getScore).sum();
          assertEquals(
              Optional.of(Tuple.from((long) all.size())), SubjectStore.value(open, "count"));
          assertEquals(
              sum == 0 ? Optional.empty() : Optional.of(Tuple.from(sum)),
              SubjectStore.value(open, "sum", "red"));
        });
  }

  private static Consumer<RecordStore> saving(long id, long score) {
    return store -> save(store, subject("red", id, score));
  }

  private static Consumer<RecordStore> deleting(long id) {
    return store -> delete(store, "red", id);
  }

  /** A group with the values 10, 20 and 30 under ids as large. */
  private static SubjectStore filled() {
    SubjectStore store = new SubjectStore(GREATEST);
    store.save(subject("red", 10, 10), subject("red", 20, 20), subject("red", 30, 30));
    return store;
  }

  /** In both orders, each on a store of its own. */
  private static boolean conflict(Consumer<RecordStore> one, Consumer<RecordStore> other) {
    try (SubjectStore store = filled();
        SubjectStore mirrored = filled()) {
      boolean conflicts = store.conflicts(one, other);
      assertEquals(conflicts, mirrored.conflicts(other, one), "in the other order");
      assertExact(store);
      assertExact(mirrored);
      return conflicts;
    }
  }

  private static void assertExact(SubjectStore store) {
    store.in(
        open -> {
          Optional<Tuple> greatest =
              SubjectStore.subjects(open).stream()
                  .filter(each -> each.getTeam().equals("red"))
                  .map(Subject::getScore)
                  .max(Long::compare)
                  .map(Tuple::from);
          assertEquals(greatest, SubjectStore.value(open, "greatest", "red"));
          Aggregates.RollUp rows =
              open.context()
                  .join(
                      Aggregates.of(open.index("greatest"))
                          .rollUp(Tuple.from("red"), ScanOptions.defaults()));
          assertEquals(greatest, rows.value(), "the row of the group");
        });
  }

  @Test
  void permutedWritersBelowTheExtremumDoNotConflict() {
    assertFalse(conflict(saving(1, 15), saving(2, 25)));
    assertFalse(conflict(saving(1, 25), saving(2, 25)));
    assertFalse(conflict(saving(1, 5), deleting(30)), "below the next extremum");
    assertFalse(conflict(deleting(10), deleting(30)));
    assertFalse(conflict(saving(1, 15), saving(2, 40)), "one of them raises it");
    assertFalse(conflict(deleting(10), saving(2, 40)));
    assertFalse(
        conflict(saving(1, 40), store -> save(store, subject("blue", 1, 50))), "another group");
  }

  @Test
  void permutedWritersThatMoveTheExtremumConflict() {
    assertTrue(conflict(saving(1, 40), saving(2, 50)), "both raise it");
    assertTrue(conflict(saving(1, 40), deleting(30)), "raised and taken away");
    assertTrue(conflict(saving(1, 25), deleting(30)), "what comes next");
    assertTrue(conflict(deleting(20), deleting(30)), "what comes next goes");
  }

  @Test
  void firstOfAnEmptyGroupConflictWithOneAnother() {
    try (SubjectStore store = new SubjectStore(GREATEST)) {
      assertTrue(store.conflicts(saving(1, 1), saving(2, 2)));
      assertExact(store);
    }
  }

  @Test
  void permutedExtremaAreExactAfterManyTransactionsAtOnce() {
    try (SubjectStore store = new SubjectStore(GREATEST)) {
      RandomGenerator random = Seeds.random("AggregateConflictTest permuted");
      for (int round = 0; round < 40; round++) {
        List<CompletableFuture<?>> running = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
          Subject subject = subject("red", random.nextLong(6), random.nextLong(-3, 4));
          boolean gone = random.nextInt(3) == 0;
          running.add(
              store.test.database.run(
                  context ->
                      store
                          .open(context)
                          .thenCompose(
                              open ->
                                  gone
                                      ? open.delete("Subject", Tuple.from("red", subject.getId()))
                                      : open.save(subject).thenApply(saved -> true))));
        }
        running.forEach(store.test.database::join);
        assertExact(store);
      }
    }
  }
}
