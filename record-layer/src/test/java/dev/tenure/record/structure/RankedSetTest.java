package dev.tenure.record.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.Seeds;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.error.RecordLayerException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Ranks of members, with duplicates counted and not. */
final class RankedSetTest {
  private final RankedSetFixture dense = new RankedSetFixture(RankedSetOptions.defaults());
  private final RankedSetFixture counting =
      new RankedSetFixture(RankedSetOptions.defaults().withCountDuplicates(true));

  @AfterEach
  void close() {
    dense.close();
    counting.close();
  }

  private static void add(RankedSetFixture world, Object... scores) {
    world.in(
        context ->
            CompletableFuture.allOf(
                List.of(scores).stream()
                    .map(score -> world.set.add(context, Tuple.from(score)))
                    .toArray(CompletableFuture<?>[]::new)));
  }

  private static long rank(RankedSetFixture world, Object score) {
    return world.in(context -> world.set.rank(context, Tuple.from(score), Isolation.SERIALIZABLE));
  }

  private static long size(RankedSetFixture world) {
    return world.in(context -> world.set.size(context, Isolation.SERIALIZABLE));
  }

  private static boolean remove(RankedSetFixture world, Object score) {
    return world.in(context -> world.set.remove(context, Tuple.from(score)));
  }

  private static Optional<RankedMember> at(RankedSetFixture world, long rank) {
    return world.in(context -> world.set.at(context, rank, Isolation.SERIALIZABLE));
  }

  @Test
  void anEmptySetHasNoRows() {
    assertEquals(0, rank(dense, 5));
    assertEquals(Optional.empty(), at(dense, 0));
    assertEquals(0, size(dense));
    add(dense, 5, 16, 5);
    for (long score : new long[] {5, 16, 5}) {
      assertTrue(remove(dense, score));
    }
    assertFalse(remove(dense, 5));
    assertEquals(List.of(), dense.described());
  }

  @Test
  void ranksAreDenseUnlessDuplicatesCount() {
    for (RankedSetFixture world : List.of(dense, counting)) {
      add(world, 10, 20, 20, 40);
    }
    assertEquals(List.of(0L, 1L, 2L), List.of(rank(dense, 10), rank(dense, 20), rank(dense, 40)));
    assertEquals(
        List.of(0L, 1L, 3L), List.of(rank(counting, 10), rank(counting, 20), rank(counting, 40)));
    assertEquals(3, size(dense));
    assertEquals(4, size(counting));
    RankedMember twenty = new RankedMember(Tuple.from(20), 1, 2);
    assertEquals(Optional.of(twenty), at(dense, 1));
    assertEquals(Optional.of(twenty), at(counting, 2));
  }

  @Test
  void whatIsNoMemberHasTheRankItWouldHave() {
    add(counting, -3, "b", 7, 7);
    assertEquals(0, rank(counting, "a"));
    assertEquals(1, rank(counting, "c"));
    assertEquals(2, rank(counting, 0));
    assertEquals(4, rank(counting, 8));
    assertEquals(
        OptionalLong.empty(),
        counting.<OptionalLong>in(
            context -> counting.set.rankIfPresent(context, Tuple.from(8), Isolation.SERIALIZABLE)));
    assertEquals(
        OptionalLong.of(2),
        counting.<OptionalLong>in(
            context -> counting.set.rankIfPresent(context, Tuple.from(7), Isolation.SERIALIZABLE)));
  }

  @Test
  void nullsComeFirstAndNegativeNumbersBeforePositiveOnes() {
    List<Tuple> ordered =
        List.of(
            Tuple.from((Object) null),
            Tuple.from(null, 1),
            Tuple.from("a"),
            Tuple.from("a", null),
            Tuple.from("a\0"),
            Tuple.from(Long.MIN_VALUE),
            Tuple.from(-256),
            Tuple.from(-1),
            Tuple.from(0),
            Tuple.from(255),
            Tuple.from(Long.MAX_VALUE));
    for (Tuple member : ordered) {
      dense.in(context -> dense.set.add(context, member));
    }
    List<RankedMember> members =
        dense.in(context -> dense.set.range(context, 0, 100, Isolation.SERIALIZABLE));
    assertEquals(ordered, members.stream().map(RankedMember::member).toList());
  }

  @Test
  void aRangeOfRanksHasAllTiesOrNone() {
    add(counting, 1, 2, 2, 2, 3, 4);
    assertEquals(
        List.of(new RankedMember(Tuple.from(3), 4, 1)),
        counting.in(context -> counting.set.range(context, 2, 5, Isolation.SERIALIZABLE)));
    assertEquals(
        List.of(new RankedMember(Tuple.from(1), 0, 1), new RankedMember(Tuple.from(2), 1, 3)),
        counting.in(context -> counting.set.range(context, 0, 2, Isolation.SERIALIZABLE)));
    assertEquals(
        List.of(), counting.in(context -> counting.set.range(context, 3, 3, Isolation.SNAPSHOT)));
  }

  @Test
  void whatCannotBeAMemberIsRefusedBeforeAnythingIsWritten() {
    try (RecordContext context = dense.test.database.openContext()) {
      assertThrows(IllegalArgumentException.class, () -> dense.set.add(context, new Tuple()));
      Tuple large = Tuple.from("x".repeat(9_994));
      RecordLayerException refused =
          assertThrows(RecordLayerException.class, () -> dense.set.add(context, large));
      assertEquals(RecordLayerException.Code.KEY_TOO_LARGE, refused.code());
      dense.set.requireMember(Tuple.from("x".repeat(9_000)));
    }
    assertThrows(IllegalArgumentException.class, () -> at(dense, -1));
    assertThrows(IllegalArgumentException.class, () -> RankedSetOptions.defaults().withLevels(1));
    assertThrows(IllegalArgumentException.class, () -> RankedSetOptions.defaults().withLevels(9));
  }

  @Test
  void takingBackWhatIsNotThereIsDamage() {
    add(counting, 1);
    RecordLayerException damaged =
        assertThrows(
            RecordLayerException.class,
            () -> counting.in(context -> counting.set.takeBack(context, Tuple.from(2))));
    assertEquals(RecordLayerException.Code.DAMAGED, damaged.code());
    counting.in(context -> counting.set.takeBack(context, Tuple.from(1)));
    assertEquals(List.of(), counting.rows());
  }

  @Test
  void heightsStayWhatTheyAre() {
    RankedSetKeys keys = new RankedSetKeys(new byte[0], 8);
    List<Integer> heights =
        LongStream.range(0, 1_000_000).mapToObj(i -> keys.height(Tuple.from(i).pack())).toList();
    List<Long> perHeight = new ArrayList<>();
    for (int height = 0; height < 8; height++) {
      int wanted = height;
      perHeight.add(heights.stream().filter(each -> each >= wanted).count());
    }
    assertEquals(List.of(1_000_000L, 62_357L, 3_958L, 251L, 20L, 2L, 0L, 0L), perHeight);
  }

  @Test
  void rowsAreAsTheyAreDocumented() {
    dense.fill(LongStream.range(0, 40));
    dense.in(context -> dense.set.add(context, Tuple.from(3)));
    List<String> rows = dense.described();
    List<String> members =
        LongStream.range(0, 40).mapToObj(i -> "(0, " + i + ") = " + (i == 3 ? 2 : 1)).toList();
    assertEquals(members, rows.subList(0, 40));
    assertEquals(
        List.of(
            "(1) = 8",
            "(1, 8) = 26",
            "(1, 34) = 6",
            "(2) = 40",
            "(3) = 40",
            "(4) = 40",
            "(5) = 40"),
        rows.subList(40, rows.size()));
  }

  @Test
  void keysAreTheseBytes() {
    RankedSetKeys keys = new RankedSetKeys(new byte[] {0x53}, 6);
    byte[] eight = Tuple.from(8).pack();
    assertEquals("53141508", hex(keys.row(0, eight)));
    assertEquals("5315011508", hex(keys.row(1, eight)));
    assertEquals("531501", hex(keys.row(1, RankedSetKeys.HEAD)));
    assertEquals("5313fe1508", hex(keys.guard(0, eight)));
    assertEquals("5313fd1508", hex(keys.guard(1, eight)));
    assertEquals("1a00000000000000", hex(RankedSetKeys.encode(26)));
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  @Test
  void operationsStartedTogetherInOneTransactionTakeTurns() {
    List<Tuple> members = LongStream.range(0, 600).mapToObj(Tuple::from).toList();
    long rank =
        counting.in(
            context -> {
              List<CompletableFuture<?>> work = new ArrayList<>();
              for (Tuple member : members) {
                work.add(counting.set.add(context, member));
                work.add(counting.set.add(context, member));
                work.add(counting.set.takeBack(context, member));
              }
              for (Tuple member : members.subList(300, 600)) {
                work.add(
                    new RankedSet(RankedSetFixture.PREFIX, counting.options)
                        .remove(context, member));
              }
              CompletableFuture<Long> asked =
                  counting.set.rank(context, Tuple.from(1_000), Isolation.SERIALIZABLE);
              return CompletableFuture.allOf(work.toArray(CompletableFuture<?>[]::new))
                  .thenCompose(nothing -> asked);
            });
    assertEquals(300, rank);
    assertEquals(0, counting.requireWhole(Seeds.of(1)));
  }

  @Test
  void aClearedSetIsAnewOneInTheSameTransaction() {
    add(dense, 1, 2, 3);
    dense.in(
        context -> {
          var unused = dense.set.add(context, Tuple.from(4));
          unused = dense.set.clear(context);
          return dense.set.add(context, Tuple.from(16));
        });
    assertEquals(0, rank(dense, 16));
    assertEquals(1, rank(dense, 17));
    assertEquals(0, dense.requireWhole(Seeds.of(1)));
  }

  @Test
  void damageIsToldAndFound() {
    dense.fill(LongStream.range(0, 100));
    RankedSetKeys keys = new RankedSetKeys(RankedSetFixture.PREFIX, 6);
    byte[] head = keys.row(1, RankedSetKeys.HEAD);
    dense.in(
        context -> {
          context.mutate(MutationType.ADD, head, RankedSetKeys.encode(1));
          return CompletableFuture.completedFuture(null);
        });
    RankedSetCheck check =
        dense.in(context -> dense.set.verify(context, Tuple.from(1, new byte[0]), 10_000));
    assertEquals(1, check.faults().size(), check.faults().toString());
    dense.in(
        context -> {
          context.set(head, new byte[] {1, 2, 3});
          return CompletableFuture.completedFuture(null);
        });
    RecordLayerException damaged = assertThrows(RecordLayerException.class, () -> at(dense, 0));
    assertEquals(RecordLayerException.Code.DAMAGED, damaged.code());
    assertTrue(String.valueOf(damaged.getMessage()).contains("3 bytes"), damaged.getMessage());
  }
}
