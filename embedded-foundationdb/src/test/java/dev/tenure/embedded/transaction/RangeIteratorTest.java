package dev.tenure.embedded.transaction;

import static dev.tenure.embedded.ManualEngine.bytes;
import static dev.tenure.embedded.ManualEngine.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.EventKeeper;
import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.MapEventKeeper;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.Transaction;
import com.apple.foundationdb.async.AsyncIterator;
import dev.tenure.embedded.ManualEngine;
import java.util.NoSuchElementException;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An iterator fetches batch by batch and conflicts over what it fetched. */
class RangeIteratorTest {
  private static final int ROWS = 30;

  private final ManualEngine engine = ManualEngine.memory();

  @BeforeEach
  void fill() {
    engine.write(
        tr -> {
          for (int row = 0; row < ROWS; row++) {
            tr.set(key(row), new byte[200]);
          }
        });
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private static byte[] key(int row) {
    return bytes(String.format("r%02d", row));
  }

  @Test
  void hasNextDoesNotMoveAndTheEndIsNoRow() {
    try (Transaction tr = engine.begin()) {
      AsyncIterator<KeyValue> iterator = tr.getRange(key(28), key(99)).iterator();
      assertTrue(iterator.hasNext());
      assertTrue(iterator.hasNext());
      assertEquals("r28", text(iterator.next().getKey()));
      assertEquals("r29", text(iterator.next().getKey()));
      assertFalse(iterator.hasNext());
      assertThrows(NoSuchElementException.class, iterator::next);
    }
  }

  @Test
  void cancelledIteratorGivesNothingMore() {
    try (Transaction tr = engine.begin()) {
      AsyncIterator<KeyValue> iterator = tr.getRange(key(0), key(99)).iterator();
      iterator.next();
      iterator.cancel();
      assertThrows(CancellationException.class, iterator::hasNext);
      assertThrows(CancellationException.class, iterator::next);
    }
  }

  @Test
  void removeClearsTheRowTakenLast() {
    engine.write(
        tr -> {
          AsyncIterator<KeyValue> iterator = tr.getRange(key(0), key(99)).iterator();
          assertThrows(IllegalStateException.class, iterator::remove);
          iterator.next();
          iterator.next();
          iterator.remove();
        });
    assertEquals(null, engine.read("r01"));
    assertTrue(engine.read("r00") != null, "only the last row is removed");
  }

  @Test
  void rowsBeyondTheFetchedBatchesDoNotConflict() {
    try (Transaction tr = engine.begin()) {
      AsyncIterator<KeyValue> iterator =
          tr.getRange(key(0), key(99), 0, false, StreamingMode.SMALL).iterator();
      iterator.next();
      iterator.cancel();
      engine.write(other -> other.set(key(25), bytes("changed")));
      tr.set(bytes("x"), bytes("v"));
      engine.now(tr.commit());
    }
  }

  @Test
  void rowsOfTheFetchedBatchesConflict() {
    try (Transaction tr = engine.begin()) {
      AsyncIterator<KeyValue> iterator =
          tr.getRange(key(0), key(99), 0, false, StreamingMode.SMALL).iterator();
      iterator.next();
      iterator.cancel();
      engine.write(other -> other.set(key(1), bytes("changed")));
      tr.set(bytes("x"), bytes("v"));
      assertEquals(1020, engine.failure(tr.commit()));
    }
  }

  @Test
  void arraysGivenOutAreTheCallersOwn() {
    try (Transaction tr = engine.begin()) {
      for (KeyValue row : tr.getRange(key(0), key(2))) {
        row.getKey()[0] = 'x';
        row.getValue()[0] = 7;
      }
      engine.now(tr.get(key(5)))[0] = 7;
      assertEquals(0, engine.now(tr.get(key(0)))[0]);
      assertEquals(0, engine.now(tr.get(key(5)))[0]);
    }
    assertEquals(200, String.valueOf(engine.read("r05")).length());
    assertEquals(0, String.valueOf(engine.read("r05")).charAt(0));
  }

  @Test
  void eventsAreCounted() {
    MapEventKeeper events = new MapEventKeeper();
    try (Transaction tr =
        engine.database().createTransaction(engine.database().getExecutor(), events)) {
      AsyncIterator<KeyValue> iterator = tr.getRange(key(0), key(3)).iterator();
      while (iterator.hasNext()) {
        iterator.next();
      }
    }
    assertEquals(1, events.getCount(EventKeeper.Events.RANGE_QUERY_FETCHES));
    assertEquals(3, events.getCount(EventKeeper.Events.RANGE_QUERY_RECORDS_FETCHED));
    assertEquals(3 * (3 + 200 + 8), events.getCount(EventKeeper.Events.BYTES_FETCHED));
  }
}
