package dev.tenure.embedded.transaction;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.Transaction;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import dev.tenure.embedded.ManualEngine;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What versionstamped keys and values are before, and after, their commit. */
interface PendingStampContract extends BehaviourFixture {
  /** The key, or value, with a stamp to come between the two texts. */
  default byte[] stamped(byte[] before, String after) {
    byte[] offset =
        ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(before.length).array();
    return ByteArrayUtil.join(before, new byte[10], bytes(after), offset);
  }

  default byte[] withStamp(byte[] before, byte[] stamp, String after) {
    return ByteArrayUtil.join(before, stamp, bytes(after));
  }

  private byte[] commit(Transaction transaction) {
    CompletableFuture<byte[]> stamp = transaction.getVersionstamp();
    now(transaction.commit());
    return now(stamp);
  }

  @Test
  default void keysBelowTheStampOfTheReadVersionStayReadable() {
    try (Transaction transaction = begin()) {
      long version = now(transaction.getReadVersion());
      byte[] least = ByteBuffer.allocate(10).putLong(version).array();
      byte[] below = ByteBuffer.allocate(10).putLong(version - 1).putShort((short) -1).array();
      transaction.mutate(MutationType.SET_VERSIONSTAMPED_KEY, stamped(key("s/"), ""), bytes("v"));
      assertEquals(0, codeOf(transaction.get(withStamp(key("s/"), below, ""))));
      assertEquals(1036, codeOf(transaction.get(withStamp(key("s/"), least, ""))));
    }
  }

  @Test
  default void withoutAReadVersionTheRangeBeginsAtZero() {
    byte[] most = new byte[10];
    Arrays.fill(most, (byte) 0xff);
    try (Transaction transaction = begin()) {
      transaction.mutate(MutationType.SET_VERSIONSTAMPED_KEY, stamped(key("s/"), ""), bytes("v"));
      assertEquals(0, codeOf(transaction.get(key("s/"))));
      assertEquals(1036, codeOf(transaction.get(withStamp(key("s/"), new byte[10], ""))));
      assertEquals(1036, codeOf(transaction.get(withStamp(key("s/"), most, ""))));
      assertEquals(0, codeOf(transaction.get(withStamp(key("s/"), most, "\0\0"))));
      assertEquals(0, codeOf(transaction.get(key("s0"))));
    }
  }

  @Test
  default void rangeReadFailsOnlyWhenItComesToIt() {
    write(
        tr -> {
          tr.set(key("a"), bytes("1"));
          tr.set(key("b"), bytes("2"));
          tr.set(key("z"), bytes("3"));
        });
    try (Transaction transaction = begin()) {
      transaction.mutate(MutationType.SET_VERSIONSTAMPED_KEY, stamped(key("s/"), ""), bytes("v"));
      byte[] begin = key("a");
      byte[] end = key("zz");
      assertEquals(2, now(transaction.getRange(begin, end, 2).asList()).size());
      assertEquals(1036, codeOf(transaction.getRange(begin, end, 3).asList()));
      assertEquals(1, now(transaction.getRange(begin, end, 1, true).asList()).size());
      assertEquals(1036, codeOf(transaction.getRange(begin, end, 2, true).asList()));
    }
  }

  @Test
  default void readOfOneSpoilsTheCommit() {
    try (Transaction transaction = begin()) {
      transaction.mutate(MutationType.SET_VERSIONSTAMPED_VALUE, key("k"), stamped(bytes(""), ""));
      assertEquals(1036, codeOf(transaction.snapshot().get(key("k"))));
      assertEquals(1036, codeOf(transaction.commit()));
    }
  }

  @Test
  default void setOverAPendingValueStaysUnreadableAndWins() {
    try (Transaction transaction = begin()) {
      transaction.mutate(MutationType.SET_VERSIONSTAMPED_VALUE, key("k"), stamped(bytes(""), ""));
      transaction.set(key("k"), bytes("set"));
      transaction.mutate(MutationType.SET_VERSIONSTAMPED_VALUE, key("l"), stamped(bytes(""), ""));
      transaction.clear(key("l"));
      assertEquals(null, now(transaction.get(key("l"))));
      now(transaction.commit());
    }
    assertEquals("set", stored(key("k")));
  }

  @Test
  default void laterMutationsOfAStampedValueAreAppliedToIt() {
    byte[] stamp;
    try (Transaction transaction = begin()) {
      transaction.mutate(MutationType.SET_VERSIONSTAMPED_VALUE, key("k"), stamped(bytes("<"), ">"));
      transaction.mutate(MutationType.APPEND_IF_FITS, key("k"), bytes("more"));
      stamp = commit(transaction);
    }
    byte[] expected = withStamp(bytes("<"), stamp, ">more");
    assertEquals(ManualEngine.text(expected), stored(key("k")));
  }

  @Test
  default void rangeClearRemovesTheStampedKeysBeforeItAndNotThoseAfter() {
    byte[] stamp;
    try (Transaction transaction = begin()) {
      transaction.mutate(
          MutationType.SET_VERSIONSTAMPED_KEY, stamped(key("s/"), "a"), bytes("before"));
      transaction.clear(key("s/"), key("s0"));
      transaction.mutate(
          MutationType.SET_VERSIONSTAMPED_KEY, stamped(key("s/"), "b"), bytes("after"));
      stamp = commit(transaction);
    }
    try (Transaction transaction = begin()) {
      List<KeyValue> rows = now(transaction.getRange(Range.startsWith(key("s/"))).asList());
      assertEquals(1, rows.size());
      assertArrayEquals(withStamp(key("s/"), stamp, "b"), rows.get(0).getKey());
    }
  }

  @Test
  default void bypassShowsTheOperandToPointReadsOnly() {
    try (Transaction transaction = begin()) {
      transaction.options().setBypassUnreadable();
      byte[] operand = stamped(bytes("<"), ">");
      transaction.mutate(MutationType.SET_VERSIONSTAMPED_VALUE, key("k"), operand);
      assertArrayEquals(operand, now(transaction.get(key("k"))));
      assertEquals(1036, codeOf(transaction.getRange(key("a"), key("z")).asList()));
      transaction.mutate(MutationType.APPEND_IF_FITS, key("k"), bytes("x"));
      assertEquals(1000, codeOf(transaction.get(key("k"))));
    }
  }
}
