package dev.tenure.record.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.Seeds;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.error.RecordLayerException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How many of many transactions that all read before any of them commits, conflict. */
final class RankedSetConflictTest {
  private static final int MEMBERS = 10_000;
  private static final int AT_ONCE = 100;
  private static final long APART = 1_000;

  private final RankedSetFixture dense = new RankedSetFixture(RankedSetOptions.defaults());
  private final RankedSetFixture counting =
      new RankedSetFixture(RankedSetOptions.defaults().withCountDuplicates(true));

  @AfterEach
  void close() {
    dense.close();
    counting.close();
  }

  /**
   * What became of transactions in lockstep.
   *
   * @param conflicts how many were not committed in the first round
   * @param rounds how many rounds it took until all were, those that conflicted tried again
   */
  private record Outcome(int conflicts, int rounds) {
    @Override
    public String toString() {
      return conflicts + " of " + AT_ONCE + " conflict, all are in after " + rounds + " rounds";
    }
  }

  private static int conflicts(
      RankedSetFixture world, BiFunction<RecordContext, Integer, CompletableFuture<?>> body) {
    return race(world, body).conflicts();
  }

  /** In every round all read before any of them commits. */
  private static Outcome race(
      RankedSetFixture world, BiFunction<RecordContext, Integer, CompletableFuture<?>> body) {
    List<Integer> left = IntStream.range(0, AT_ONCE).boxed().toList();
    int conflicts = 0;
    int rounds = 0;
    for (; !left.isEmpty(); rounds++) {
      left = round(world, left, body);
      conflicts = rounds == 0 ? left.size() : conflicts;
    }
    assertEquals(0, world.requireWhole(Seeds.of(1)));
    return new Outcome(conflicts, rounds);
  }

  /** Those that conflicted. */
  private static List<Integer> round(
      RankedSetFixture world,
      List<Integer> who,
      BiFunction<RecordContext, Integer, CompletableFuture<?>> body) {
    List<RecordContext> contexts = new ArrayList<>();
    for (int i : who) {
      RecordContext context = world.test.database.openContext();
      contexts.add(context);
      context.join(body.apply(context, i));
    }
    List<Integer> conflicted = new ArrayList<>();
    for (int i = 0; i < who.size(); i++) {
      try (RecordContext context = contexts.get(i)) {
        context.join(context.commit());
      } catch (RecordLayerException e) {
        assertEquals(RecordLayerException.Code.COMMIT_CONFLICT, e.code());
        conflicted.add(who.get(i));
      }
    }
    return conflicted;
  }

  private static Tuple between(int place) {
    return Tuple.from((long) place * (MEMBERS / AT_ONCE) * APART + APART / 2);
  }

  @Test
  void distantInsertsHardlyConflict() {
    for (RankedSetFixture world : List.of(dense, counting)) {
      world.fill(LongStream.range(0, MEMBERS).map(i -> i * APART));
      Outcome inserts = race(world, (context, i) -> world.set.add(context, between(i)));
      System.out.println("distant inserts into 10,000: " + inserts);
      assertTrue(inserts.conflicts() <= 3, inserts.toString());
      long size = world.in(context -> world.set.size(context, Isolation.SNAPSHOT));
      assertEquals(MEMBERS + AT_ONCE, size);

      Outcome removals = race(world, (context, i) -> world.set.remove(context, between(i)));
      System.out.println("distant removals from 10,000: " + removals);
      assertTrue(removals.conflicts() <= 3, removals.toString());
    }
  }

  @Test
  void insertsWhoseTransactionsAlsoAskForTheSizeAllConflict() {
    Outcome serializable = race(dense, (context, i) -> addAndCount(context, i, true));
    System.out.println("inserts that also read the size: " + serializable);
    assertEquals(new Outcome(AT_ONCE - 1, AT_ONCE), serializable);
    Outcome snapshot = race(dense, (context, i) -> addAndCount(context, AT_ONCE + i, false));
    System.out.println("inserts that also read the size by snapshot: " + snapshot);
    assertTrue(snapshot.rounds() <= 20, snapshot.toString());
  }

  private CompletableFuture<Long> addAndCount(RecordContext context, int i, boolean conflicting) {
    Isolation isolation = conflicting ? Isolation.SERIALIZABLE : Isolation.SNAPSHOT;
    return dense
        .set
        .add(context, Tuple.from(i))
        .thenCompose(nothing -> dense.set.size(context, isolation));
  }

  @Test
  void neighboursConflictOnlyWhereFingersAreMade() {
    Outcome first = race(dense, (context, i) -> dense.set.add(context, between(i)));
    Outcome oneGap = race(dense, (context, i) -> dense.set.add(context, Tuple.from(1_000 + i)));
    Outcome end =
        race(dense, (context, i) -> dense.set.add(context, Tuple.from(Long.MAX_VALUE - i)));
    System.out.println("first inserts into an empty set: " + first);
    System.out.println("inserts into one gap: " + oneGap);
    System.out.println("inserts at the end: " + end);
    for (Outcome outcome : List.of(first, oneGap, end)) {
      assertTrue(outcome.rounds() <= 20, outcome.toString());
    }
  }

  @Test
  void tiesConflictOnlyForTheFirstCopy() {
    for (RankedSetFixture world : List.of(dense, counting)) {
      int first = conflicts(world, (context, i) -> world.set.add(context, Tuple.from(1)));
      assertEquals(world == dense ? AT_ONCE - 1 : 0, first);
      assertEquals(0, conflicts(world, (context, i) -> world.set.add(context, Tuple.from(1))));
    }
    int back = conflicts(counting, (context, i) -> counting.set.takeBack(context, Tuple.from(1)));
    assertEquals(0, back);
    int exact = conflicts(counting, (context, i) -> counting.set.remove(context, Tuple.from(1)));
    assertEquals(AT_ONCE - 1, exact);
  }

  @Test
  void aRankConflictsWithChangesBeforeItAndNoneBehind() {
    dense.fill(LongStream.range(0, 100));
    for (long changed : new long[] {20, 60}) {
      try (RecordContext reader = dense.test.database.openContext();
          RecordContext writer = dense.test.database.openContext()) {
        reader.join(dense.set.rank(reader, Tuple.from(50), Isolation.SERIALIZABLE));
        reader.set(new byte[] {'x'}, new byte[0]);
        writer.join(dense.set.remove(writer, Tuple.from(changed)));
        writer.join(writer.commit());
        CompletableFuture<Boolean> conflicted =
            reader.commit().handle((nothing, error) -> error != null);
        assertEquals(changed < 50, reader.join(conflicted));
      }
    }
  }
}
