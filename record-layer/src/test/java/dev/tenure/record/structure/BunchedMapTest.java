package dev.tenure.record.structure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.CursorLaw;
import dev.tenure.record.cursor.CursorResult;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.RecordLayerException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class BunchedMapTest {
  private static final ScanOptions ALL = ScanOptions.defaults();

  private final TestDatabase test = new TestDatabase();
  private final Maps maps = new Maps(test, BunchOptions.of(4, 1));
  private final RecordContext context = test.database.openContext();

  @AfterEach
  void close() {
    context.close();
    test.close();
  }

  private void fill(String token, int from, int to) {
    IntStream.range(from, to).forEach(i -> maps.put(context, "v" + i, token, i));
  }

  @Test
  void entriesInOrderFillBunches() {
    fill("a", 0, 10);
    assertEquals(List.of(4, 4, 2), maps.sizes(context));
    assertEquals(10, maps.entries(context, ALL).size());
  }

  @Test
  void entriesInReverseOrderFillBunches() {
    for (int i = 9; i >= 0; i--) {
      maps.put(context, "v", "a", i);
    }
    assertEquals(List.of(2, 4, 4), maps.sizes(context));
  }

  @Test
  void fullBunchGivesItsLastEntryToTheNextThatHasRoom() {
    fill("a", 0, 4);
    fill("a", 10, 12);
    maps.put(context, "x", "a", 2, "between");
    assertEquals(List.of(4, 3), maps.sizes(context));
    assertEquals(Optional.of("v3"), maps.get(context, "a", 3));
  }

  @Test
  void entriesOfOtherFirstColumnsAreApart() {
    maps.put(context, "1", "a", 1);
    maps.put(context, "2", "b", 1);
    maps.put(context, "3", "ab", 1);
    assertEquals(List.of(1, 1, 1), maps.sizes(context));
  }

  @Test
  void valueIsReplacedWhereItIs() {
    fill("a", 0, 6);
    maps.put(context, "new", "a", 0);
    maps.put(context, "newer", "a", 3);
    assertEquals(Optional.of("new"), maps.get(context, "a", 0));
    assertEquals(
        List.of(
            "(\"a\", 0)=new",
            "(\"a\", 1)=v1",
            "(\"a\", 2)=v2",
            "(\"a\", 3)=newer",
            "(\"a\", 4)=v4",
            "(\"a\", 5)=v5"),
        maps.entries(context, ALL));
    assertEquals(List.of(4, 2), maps.sizes(context));
  }

  @Test
  void absentKeysAreNotFoundAndNotRemoved() {
    fill("a", 0, 5);
    maps.remove(context, "a", 9);
    maps.remove(context, "b", 1);
    maps.remove(context, "a");
    assertEquals(Optional.empty(), maps.get(context, "a", 9));
    assertEquals(Optional.empty(), maps.get(context, "a"));
    assertEquals(5, maps.entries(context, ALL).size());
  }

  @Test
  void removingTheFirstEntryGivesTheBunchAnotherKey() {
    fill("a", 0, 4);
    maps.remove(context, "a", 0);
    assertEquals(List.of(3), maps.sizes(context));
    assertEquals(
        List.of("(\"a\", 1)=v1", "(\"a\", 2)=v2", "(\"a\", 3)=v3"), maps.entries(context, ALL));
  }

  @Test
  void bunchThatHasBecomeSmallTakesInTheNext() {
    fill("a", 0, 6);
    maps.remove(context, "a", 1);
    maps.remove(context, "a", 2);
    maps.remove(context, "a", 0);
    assertEquals(List.of(3), maps.sizes(context));
  }

  @Test
  void removingEverythingLeavesNoKey() {
    fill("a", 0, 9);
    for (int i = 8; i >= 0; i--) {
      maps.remove(context, "a", i);
    }
    assertEquals(0, Maps.bytes(context, maps.prefix));
  }

  @Test
  void oddKeysComeBackInTheOrderOfTuples() {
    List<Tuple> keys = new ArrayList<>();
    for (Object first :
        new Object[] {
          null,
          new byte[0],
          new byte[] {0, -1},
          "",
          "\0",
          "\0\0",
          "a",
          -5,
          0,
          255,
          256,
          1L << 40,
          Tuple.from((Object) null),
          Tuple.from("x", Tuple.from()),
          1.5,
          true
        }) {
      keys.add(Tuple.from(first));
      keys.add(Tuple.from(first, 0));
      keys.add(Tuple.from(first, Long.MIN_VALUE));
      keys.add(Tuple.from(first, "long".repeat(30)));
    }
    Maps across = new Maps(test, BunchOptions.of(5, 0));
    for (int i = 0; i < keys.size(); i++) {
      across.put(context, "v", keys.get(i * 27 % keys.size()).getItems().toArray());
    }
    List<Tuple> found =
        context
            .join(
                across
                    .map
                    .scan(context, new byte[0], new byte[] {-1}, Continuation.START, ALL)
                    .asList())
            .stream()
            .map(entry -> Tuple.fromBytes(entry.key()))
            .toList();
    assertEquals(keys.stream().distinct().sorted().toList(), found);
    assertEquals(List.of(), across.verified(context).problems());
  }

  @Test
  void largeValuesMakeSmallBunches() {
    String large = "x".repeat(3_000);
    for (int i = 0; i < 12; i++) {
      maps.put(context, large + i, "a", i % 2 == 0 ? i : 100 - i);
    }
    assertTrue(maps.sizes(context).stream().allMatch(size -> size <= 3), "10,000 bytes a bunch");
    maps.put(context, "y".repeat(95_000), "a", 50);
    maps.put(context, "small", "a", 51);
    assertEquals(14, maps.entries(context, ALL).size());
    assertEquals(Optional.of("small"), maps.get(context, "a", 51));
  }

  @Test
  void changesBeyondTheLimitsAreRefused() {
    BunchedChanges longKey = new BunchedChanges();
    longKey.put(Maps.key("k".repeat(10_000)), new byte[0]);
    refused(RecordLayerException.Code.KEY_TOO_LARGE, longKey);
    BunchedChanges longValue = new BunchedChanges();
    longValue.put(Maps.key("k"), new byte[99_999]);
    refused(RecordLayerException.Code.VALUE_TOO_LARGE, longValue);
    BunchedChanges most = new BunchedChanges();
    most.put(Maps.key("k"), new byte[99_994]);
    maps.map.requireLimits(most);
    context.join(maps.map.update(context, most));
  }

  @Test
  void keyThatLacksColumnsIsABug() {
    BunchedChanges changes = new BunchedChanges();
    changes.put(Maps.key(), new byte[0]);
    assertThrows(IllegalArgumentException.class, () -> maps.map.requireLimits(changes));
  }

  private void refused(RecordLayerException.Code code, BunchedChanges changes) {
    RecordLayerException refused =
        assertThrows(RecordLayerException.class, () -> maps.map.requireLimits(changes));
    assertEquals(code, refused.code());
  }

  @Test
  void smallerLimitHoldsForBunchesThatChange() {
    Maps large = new Maps(test, BunchOptions.of(100, 1));
    for (int i = 0; i < 90; i++) {
      large.put(context, "v", "a", i);
    }
    maps.put(context, "v", "a", 40, "new");
    assertTrue(maps.sizes(context).stream().allMatch(size -> size <= 4));
    assertEquals(91, maps.entries(context, ALL).size());
    assertEquals(List.of(), maps.verified(context).problems());
  }

  @Test
  void manyChangesAtOnceWriteEachBunchOnce() {
    BunchedChanges changes = new BunchedChanges();
    for (int i = 0; i < 1_000; i++) {
      changes.put(Maps.key("a", i), Maps.value("v" + i));
    }
    context.join(maps.map.update(context, changes));
    assertEquals(Collections.nCopies(250, 4), maps.sizes(context));
    assertEquals(1_000, changes.size());
    BunchedChanges odd = new BunchedChanges();
    for (int i = 1; i < 1_000; i += 2) {
      odd.remove(Maps.key("a", i));
    }
    context.join(maps.map.update(context, odd));
    assertEquals(500, maps.verified(context).entries());
    assertEquals(List.of(), maps.verified(context).problems());
  }

  @Test
  void compactionFillsBunchesUp() {
    fill("a", 0, 400);
    fill("b", 0, 4);
    for (int i = 0; i < 400; i++) {
      if (i % 4 != 0) {
        maps.remove(context, "a", i);
      }
    }
    List<String> before = maps.entries(context, ALL);
    Optional<byte[]> next = Optional.of(new byte[0]);
    while (next.isPresent()) {
      next = context.join(maps.map.compact(context, next.orElseThrow(), 5));
    }
    assertEquals(26, maps.verified(context).bunches());
    assertEquals(before, maps.entries(context, ALL));
    assertEquals(List.of(), maps.verified(context).problems());
  }

  @Test
  void slicesOfScansAreTheWhole() {
    fill("a", 0, 9);
    fill("b", 0, 3);
    for (boolean reverse : new boolean[] {false, true}) {
      for (byte[] begin : List.of(new byte[0], Maps.key("a", 3), Maps.key("a", 4, "x"))) {
        for (byte[] end : List.of(new byte[] {-1}, Maps.key("b", 1), Maps.key("a", 7))) {
          List<String> all =
              CursorLaw.check(
                  "map",
                  (from, options) -> results(begin, end, from, options),
                  ALL.withReverse(reverse),
                  new SplittableRandom(5));
          assertEquals(expected(begin, end, reverse), all);
        }
      }
    }
  }

  private List<String> expected(byte[] begin, byte[] end, boolean reverse) {
    List<String> expected = new ArrayList<>();
    for (String entry : maps.entries(context, ALL)) {
      Tuple key = Tuple.from(entry.substring(2, 3), Long.parseLong(entry.substring(6, 7)));
      if (key.compareTo(Tuple.fromBytes(begin)) >= 0
          && (end[0] == -1 || key.compareTo(Tuple.fromBytes(end)) < 0)) {
        expected.add(entry);
      }
    }
    if (reverse) {
      Collections.reverse(expected);
    }
    return expected;
  }

  private List<CursorResult<String>> results(
      byte[] begin, byte[] end, Continuation from, ScanOptions options) {
    return context.join(
        CursorLaw.results(
            maps.map
                .scan(context, begin, end, from, options)
                .map(
                    entry -> {
                      test.clock.advance(CursorLaw.ROW_TIME);
                      return Maps.text(entry);
                    })));
  }

  @Test
  void continuationOfAnotherRangeIsRefused() {
    fill("a", 0, 9);
    Continuation at =
        context
            .join(
                maps.map
                    .scan(context, Maps.key("a", 2), new byte[] {-1}, Continuation.START, ALL)
                    .limit(1)
                    .asPage())
            .continuation();
    RecordLayerException refused =
        assertThrows(
            RecordLayerException.class,
            () -> maps.map.scan(context, Maps.key("a", 3), new byte[] {-1}, at, ALL));
    assertEquals(RecordLayerException.Code.CONTINUATION_REFUSED, refused.code());
  }

  @Test
  void keysAreWhatWasPut() {
    maps.put(context, "v", "a", 1);
    BunchedEntry entry =
        context
            .join(
                maps.map
                    .scan(context, new byte[0], new byte[] {-1}, Continuation.START, ALL)
                    .first())
            .orElseThrow();
    assertArrayEquals(Maps.key("a", 1), entry.key());
  }
}
