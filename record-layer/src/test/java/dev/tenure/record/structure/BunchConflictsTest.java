package dev.tenure.record.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tenure.record.TestDatabase;
import dev.tenure.record.context.ContextOptions;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.error.RecordLayerException;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which transactions conflict, and that no more do. */
final class BunchConflictsTest {
  private final TestDatabase test = new TestDatabase();
  private final Maps within = new Maps(test, BunchOptions.of(4, 1));
  private final Maps across = new Maps(test, BunchOptions.of(4, 0));

  @AfterEach
  void close() {
    test.close();
  }

  private void run(Consumer<RecordContext> work) {
    try (RecordContext context = test.database.openContext()) {
      work.accept(context);
      context.join(context.commit());
    }
  }

  private void fill(Maps maps, String token, int from, int to) {
    run(context -> IntStream.range(from, to).forEach(i -> maps.put(context, "v", token, i)));
  }

  /** Whether the second of two transactions that know nothing of one another can commit. */
  private boolean bothCommit(Consumer<RecordContext> first, Consumer<RecordContext> second) {
    try (RecordContext one = test.database.openContext();
        RecordContext other = test.database.openContext()) {
      one.join(one.readVersion());
      other.join(other.readVersion());
      first.accept(one);
      second.accept(other);
      one.join(one.commit());
      try {
        other.join(other.commit());
        return true;
      } catch (RecordLayerException e) {
        assertEquals(RecordLayerException.Code.COMMIT_CONFLICT, e.code());
        return false;
      }
    }
  }

  private void assertBothCommit(
      boolean expected, Consumer<RecordContext> first, Consumer<RecordContext> second) {
    assertEquals(expected, bothCommit(first, second));
    run(context -> assertEquals(List.of(), across.verified(context).problems()));
  }

  @Test
  void changesOfOneBunchConflict() {
    fill(within, "a", 0, 3);
    assertBothCommit(
        false, one -> within.put(one, "x", "a", 10), other -> within.put(other, "x", "a", 11));
  }

  @Test
  void changesOfOneTokenFarApartDoNot() {
    fill(within, "a", 0, 40);
    assertBothCommit(
        true, one -> within.put(one, "x", "a", 2), other -> within.put(other, "x", "a", 22));
    assertBothCommit(
        true, one -> within.remove(one, "a", 6), other -> within.remove(other, "a", 26));
    assertBothCommit(
        true,
        one -> within.put(one, "x", "a", 13, "new"),
        other -> within.put(other, "x", "a", 33, "new"));
  }

  @Test
  void differentTokensDoNotConflictWhenBunchesAreOfOne() {
    fill(within, "b", 0, 3);
    assertBothCommit(
        true, one -> within.put(one, "x", "a", 1), other -> within.put(other, "x", "c", 1));
    assertBothCommit(
        true, one -> within.put(one, "x", "b", 7), other -> within.put(other, "x", "bb", 1));
  }

  @Test
  void differentTokensConflictWhenTheyShareABunch() {
    fill(across, "b", 0, 3);
    assertBothCommit(
        false, one -> across.put(one, "x", "c", 1), other -> across.put(other, "x", "d", 1));
  }

  /** The large entry gets a bunch of its own, which the other bunch must not reach beyond. */
  @Test
  void keyPutBetweenABunchAndItsNewLastEntryConflicts() {
    String most = "x".repeat(700);
    run(context -> IntStream.range(0, 3).forEach(i -> within.put(context, most, "a", i)));
    assertBothCommit(
        false,
        one -> within.put(one, "x".repeat(8_500), "a", 8),
        other -> within.put(other, "x", "a", 9));
  }

  /** The large entry gets a bunch of its own; the next bunch must not reach before it. */
  @Test
  void keyPutBetweenABunchAndItsNewFirstEntryConflicts() {
    fill(within, "a", 0, 4);
    run(context -> within.put(context, "x".repeat(2_000), "a", 20));
    assertBothCommit(
        false,
        one -> within.put(one, "x".repeat(8_500), "a", 15),
        other -> within.put(other, "x", "a", 10));
  }

  @Test
  void bunchesThatBothFillUpConflict() {
    fill(within, "a", 0, 4);
    fill(within, "a", 20, 22);
    assertBothCommit(
        false, one -> within.put(one, "x", "a", 10), other -> within.put(other, "x", "a", 12));
  }

  @Test
  void firstEntriesOfANewTokenConflictInOneOrderOnly() {
    assertBothCommit(
        true, one -> within.put(one, "x", "a", 2), other -> within.put(other, "x", "a", 1));
    assertBothCommit(
        false, one -> within.put(one, "x", "b", 1), other -> within.put(other, "x", "b", 2));
  }

  @Test
  void readingConflictsWithChangesOfWhatWasRead() {
    fill(within, "a", 0, 8);
    assertBothCommit(
        false,
        one -> within.put(one, "x", "a", 1),
        other -> {
          within.get(other, "a", 2);
          within.put(other, "x", "z", 1);
        });
    assertBothCommit(
        true,
        one -> within.put(one, "x", "a", 1),
        other -> {
          within.get(other, "a", 6);
          within.put(other, "x", "z", 2);
        });
  }

  @Test
  void transactionWhoseSnapshotsDoNotShowItsWritesKeepsThemAll() {
    ContextOptions options = ContextOptions.defaults().withSnapshotReadsOwnWrites(false);
    try (RecordContext context = test.database.openContext(options)) {
      IntStream.range(0, 30).forEach(i -> within.put(context, "v", "a", i * 7 % 30));
      context.join(context.commit());
    }
    run(context -> assertEquals(30, within.verified(context).entries()));
    run(context -> assertEquals(List.of(), within.verified(context).problems()));
  }
}
