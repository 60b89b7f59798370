package dev.tenure.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.apple.foundationdb.KeySelector;
import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.Transaction;
import com.apple.foundationdb.async.AsyncIterator;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Ranges and key selectors. */
interface RangeContract extends EngineFixture {

  private List<String> range(KeySelector begin, KeySelector end) {
    return read(reader -> names(reader.getRange(begin, end).asList().join()));
  }

  private String resolved(Function<byte[], KeySelector> selector, String name, int offset) {
    return read(reader -> name(reader.getKey(selector.apply(key(name)).add(offset)).join()));
  }

  @Test
  default void aRangeHoldsItsBeginAndNotItsEnd() {
    store("a", "b", "c");
    assertEquals(
        List.of("a", "b"),
        read(reader -> names(reader.getRange(key("a"), key("c")).asList().join())));
  }

  @Test
  default void anInvertedRangeHoldsNothing() {
    store("a", "b", "c");
    assertEquals(
        List.of(), read(reader -> names(reader.getRange(key("c"), key("a")).asList().join())));
  }

  @Test
  default void limitsCountFromTheEndReadFirst() {
    store("a", "b", "c", "d");
    assertEquals(
        List.of("a", "b"), read(reader -> names(reader.getRange(all(), 2).asList().join())));
    assertEquals(
        List.of("d", "c"), read(reader -> names(reader.getRange(all(), 2, true).asList().join())));
  }

  @Test
  default void selectorsResolveAroundAKey() {
    store("a", "c", "e");
    assertEquals("c", resolved(KeySelector::firstGreaterOrEqual, "c", 0));
    assertEquals("e", resolved(KeySelector::firstGreaterThan, "c", 0));
    assertEquals("c", resolved(KeySelector::lastLessOrEqual, "c", 0));
    assertEquals("a", resolved(KeySelector::lastLessThan, "c", 0));
    assertEquals("e", resolved(KeySelector::firstGreaterOrEqual, "d", 0));
    assertEquals("c", resolved(KeySelector::lastLessOrEqual, "d", 0));
  }

  @Test
  default void selectorOffsetsCountRows() {
    store("a", "b", "c", "d", "e");
    assertEquals("d", resolved(KeySelector::firstGreaterOrEqual, "b", 2));
    assertEquals("b", resolved(KeySelector::lastLessThan, "e", -2));
  }

  @Test
  default void selectorsSeeOwnWrites() {
    store("a", "c", "e");
    try (Transaction transaction = begin()) {
      transaction.clear(key("c"));
      transaction.set(key("d"), value("d"));
      byte[] next = transaction.getKey(KeySelector.firstGreaterThan(key("a"))).join();
      assertEquals("d", name(next));
    }
  }

  @Test
  default void aRangeBetweenSelectorsResolvesBoth() {
    store("a", "b", "c", "d", "e");
    assertEquals(
        List.of("c", "d"),
        range(KeySelector.firstGreaterThan(key("b")), KeySelector.lastLessOrEqual(key("e"))));
    assertEquals(
        List.of("b", "c"),
        range(
            KeySelector.firstGreaterOrEqual(key("a")).add(1),
            KeySelector.firstGreaterOrEqual(key("a")).add(3)));
  }

  @Test
  default void everyStreamingModeGivesTheSameRows() {
    List<String> stored = new ArrayList<>();
    write(
        transaction -> {
          for (int row = 100; row < 700; row++) {
            stored.add("row" + row);
            transaction.set(key("row" + row), new byte[50]);
          }
        });
    for (StreamingMode mode : StreamingMode.values()) {
      int limit = mode == StreamingMode.EXACT ? 600 : 0;
      assertEquals(
          stored,
          read(reader -> names(reader.getRange(all(), limit, false, mode).asList().join())),
          mode.name());
    }
  }

  @Test
  default void anIteratorGivesRowByRowWhatAListGives() {
    store("a", "b", "c");
    try (Transaction reader = begin()) {
      AsyncIterator<KeyValue> rows = reader.getRange(all()).iterator();
      List<String> seen = new ArrayList<>();
      while (rows.onHasNext().join()) {
        seen.add(name(rows.next().getKey()));
      }
      assertEquals(List.of("a", "b", "c"), seen);
      assertFalse(rows.hasNext());
    }
  }
}
