package dev.tenure.queue.pointer;

import static dev.tenure.queue.TestCluster.item;
import static dev.tenure.queue.TestCluster.join;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.TestCluster;
import dev.tenure.queue.external.store.ExternalZoneName;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The bytes of docs/formats/queue.md, as they lie in the engine. */
final class QueueFormatsTest {
  private static final Subspace ROOT = new Subspace("Tn".getBytes(StandardCharsets.US_ASCII));

  private TestCluster test;

  @BeforeEach
  void start() {
    test = TestCluster.start();
  }

  @AfterEach
  void stop() {
    test.close();
  }

  private List<KeyValue> rows(int part) {
    return join(
        test.database.run(
            context -> context.transaction().getRange(ROOT.range(Tuple.from(1, part))).asList()));
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  private void enqueue(String id, Duration delay) {
    test.run(tx -> tx.zone().enqueue(item("x").withId(id).withDelay(delay)));
  }

  @Test
  void existenceAndAsleepEntriesLieSideBySide() {
    enqueue("a", Duration.ofHours(1));
    List<KeyValue> rows = rows(3);
    assertEquals(2, rows.size());
    long application = ROOT.unpack(rows.get(0).getKey()).getLong(2);
    assertEquals(
        List.of(
            Tuple.from(1L, 3L, application, "ahab", "default", 0L),
            Tuple.from(1L, 3L, application, "ahab", "default", 1L)),
        rows.stream().map(row -> ROOT.unpack(row.getKey())).toList());
    assertEquals("010000", hex(rows.get(0).getValue()));
    String asleep = hex(rows.get(1).getValue());
    assertTrue(asleep.matches("0101[0-9a-f]{20}"), asleep);
  }

  @Test
  void existenceEntryOfAnExternalZoneHasFormatTwo() {
    ExternalZoneName zone = new ExternalZoneName("orders", "mail");
    test.run(tx -> tx.arrived(zone, Duration.ZERO, "a"));
    test.run(tx -> tx.arrived(zone, Duration.ZERO, "b"));
    List<KeyValue> rows = rows(3);
    assertEquals(1, rows.size(), "the arrival key is not written");
    assertEquals("020000", hex(rows.get(0).getValue()));
    assertEquals("external:orders/mail", ROOT.unpack(rows.get(0).getKey()).getString(4));
  }

  @Test
  void nudgeKeyHoldsShardVestingPointerAndItem() {
    enqueue("a", Duration.ofHours(1));
    enqueue("b", Duration.ofSeconds(7));
    KeyValue nudge = rows(4).get(0);
    Tuple key = ROOT.unpack(nudge.getKey());
    long vesting = test.clock.instant().plusSeconds(7).toEpochMilli();
    assertEquals(Tuple.from(1L, 4L, 0L, vesting, key.getLong(4), "ahab", "default", "b"), key);
    assertEquals("01", hex(nudge.getValue()));
  }

  @Test
  void signalIsALittleEndianCounter() {
    enqueue("a", Duration.ofHours(1));
    enqueue("b", Duration.ofSeconds(7));
    KeyValue signal = rows(5).get(0);
    assertEquals(Tuple.from(1L, 5L, 0L), ROOT.unpack(signal.getKey()));
    assertEquals("0200000000000000", hex(signal.getValue()));
  }

  @Test
  void pointerIdEscapesSlashesAndPercentSigns() {
    PointerId id = new PointerId(71, "a/b%2F", "c%/");
    assertEquals("1z/a%2Fb%252F/c%25%2F", id.text());
    assertEquals(id, PointerId.parse(id.text()));
  }

  @Test
  void pointerIdOfAnotherShapeIsCorruption() {
    assertEquals(
        QueueException.Code.CORRUPT,
        assertThrows(QueueException.class, () -> PointerId.parse("1/a")).code());
    assertEquals(
        QueueException.Code.CORRUPT,
        assertThrows(QueueException.class, () -> PointerId.parse("?/a/b")).code());
  }

  @Test
  void entryOfAnUnknownFormatNamesTheKey() {
    enqueue("a", Duration.ZERO);
    byte[] key = rows(3).get(0).getKey();
    join(
        test.database.run(
            context -> {
              context.set(key, new byte[] {2, 0, 0});
              return CompletableFuture.completedFuture(null);
            }));
    QueueException error = assertThrows(QueueException.class, () -> enqueue("b", Duration.ZERO));
    assertEquals(QueueException.Code.FORMAT_UNKNOWN, error.code());
    assertTrue(error.toString().contains(hex(key)), error.toString());
  }
}
