package dev.tenure.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Transaction;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * Values and keys that hold the version of their commit.
 */
interface VersionstampContract extends EngineFixture {
  int STAMP_BYTES = 10;
  int UNREADABLE = 1036;
  int NO_COMMIT_VERSION = 2021;

  /**
   * The given bytes, room for a stamp, and the offset of that room.
   */
  private byte[] unstamped(byte[] before) {
    byte[] offset =
        ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(before.length).array();
    return ByteArrayUtil.join(before, new byte[STAMP_BYTES], offset);
  }

  private long versionOf(byte[] stamp) {
    return ByteBuffer.wrap(stamp).getLong();
  }

  @Test
  default void aStampedValueHoldsTheCommitVersion() {
    try (Transaction transaction = begin()) {
      byte[] operand = unstamped(value("v"));
      transaction.mutate(MutationType.SET_VERSIONSTAMPED_VALUE, key("a"), operand);
      CompletableFuture<byte[]> stamp = transaction.getVersionstamp();
      transaction.commit().join();
      assertEquals(transaction.getCommittedVersion(), versionOf(stamp.join()));
      assertArrayEquals(
          ByteArrayUtil.join(value("v"), stamp.join()),
          read(reader -> reader.get(key("a")).join()));
    }
  }

  @Test
  default void stampedKeysSortInTheOrderOfTheirCommits() {
    List<String> committed = new ArrayList<>();
    for (String text : List.of("first", "second", "third")) {
      write(
          transaction ->
              transaction.mutate(
                  MutationType.SET_VERSIONSTAMPED_KEY, unstamped(key("log")), value(text)));
      committed.add(text);
    }
    List<KeyValue> rows = read(reader -> reader.getRange(all()).asList().join());
    assertEquals(committed, rows.stream().map(row -> text(row.getValue())).toList());
  }

  @Test
  default void aStampedKeyEndsInTheStampOfItsTransaction() {
    try (Transaction transaction = begin()) {
      transaction.mutate(MutationType.SET_VERSIONSTAMPED_KEY, unstamped(key("log")), value("row"));
      CompletableFuture<byte[]> stamp = transaction.getVersionstamp();
      transaction.commit().join();
      byte[] key = read(reader -> reader.getRange(all()).asList().join()).get(0).getKey();
      assertArrayEquals(
          stamp.join(), Arrays.copyOfRange(key, key.length - STAMP_BYTES, key.length));
    }
  }

  @Test
  default void aPendingStampedValueCannotBeRead() {
    try (Transaction transaction = begin()) {
      byte[] operand = unstamped(new byte[0]);
      transaction.mutate(MutationType.SET_VERSIONSTAMPED_VALUE, key("a"), operand);
      assertEquals(UNREADABLE, codeOf(() -> transaction.get(key("a")).join()));
    }
  }

  @Test
  default void aReadOnlyTransactionHasNoStamp() {
    try (Transaction transaction = begin()) {
      transaction.get(key("a")).join();
      CompletableFuture<byte[]> stamp = transaction.getVersionstamp();
      transaction.commit().join();
      assertEquals(NO_COMMIT_VERSION, codeOf(stamp::join));
    }
  }

  @Test
  default void stampsOfParallelTransactionsAreAllDifferent() {
    List<CompletableFuture<byte[]>> stamps = new ArrayList<>();
    List<Transaction> transactions = new ArrayList<>();
    for (int number = 0; number < 20; number++) {
      Transaction transaction = begin();
      transactions.add(transaction);
      transaction.set(key("row" + number), value("row"));
      stamps.add(transaction.getVersionstamp());
    }
    transactions.stream().map(Transaction::commit).toList().forEach(CompletableFuture::join);
    long different =
        stamps.stream().map(stamp -> ByteArrayUtil.printable(stamp.join())).distinct().count();
    assertTrue(different == 20, () -> different + " different stamps of 20");
    transactions.forEach(Transaction::close);
  }
}
