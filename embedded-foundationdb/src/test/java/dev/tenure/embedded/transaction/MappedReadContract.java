package dev.tenure.embedded.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.apple.foundationdb.KeySelector;
import com.apple.foundationdb.MappedKeyValue;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.Transaction;
import com.apple.foundationdb.tuple.Tuple;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What {@code getMappedRange} refuses, and what it reads. */
interface MappedReadContract extends BehaviourFixture {

  private byte[] indexKey(int number) {
    return Tuple.from("behaviour", "index", number, "record" + number).pack();
  }

  private byte[] recordKey(int number, String part) {
    return Tuple.from("behaviour", "record", "record" + number, part).pack();
  }

  private void fillTheIndex() {
    write(
        tr -> {
          for (int number = 0; number < 4; number++) {
            tr.set(indexKey(number), Tuple.from("value").pack());
            tr.set(recordKey(number, "x"), bytes("x" + number));
            tr.set(recordKey(number, "y"), bytes("y" + number));
          }
        });
  }

  private CompletableFuture<List<MappedKeyValue>> mapped(ReadTransaction reads, Tuple mapper) {
    return reads
        .getMappedRange(
            KeySelector.firstGreaterOrEqual(indexKey(0)),
            KeySelector.firstGreaterOrEqual(indexKey(3)),
            mapper.pack(),
            0,
            false,
            StreamingMode.WANT_ALL)
        .asList();
  }

  private static Tuple toRecords() {
    return Tuple.from("behaviour", "record", "{K[3]}", "{...}");
  }

  @Test
  default void everyEntryComesWithTheRowsOfItsRecord() {
    fillTheIndex();
    try (Transaction transaction = begin()) {
      List<MappedKeyValue> rows = now(mapped(transaction, toRecords()));
      assertEquals(3, rows.size());
      assertEquals(2, rows.get(2).getRangeResult().size());
    }
  }

  @Test
  default void mapperOfOneKeyGivesNoRowsOfARange() {
    fillTheIndex();
    try (Transaction transaction = begin()) {
      List<MappedKeyValue> rows =
          now(mapped(transaction, Tuple.from("behaviour", "record", "{K[3]}", "x")));
      assertEquals(3, rows.size());
      assertEquals(0, rows.get(0).getRangeResult().size());
    }
  }

  @Test
  default void ownWriteInTheRangesReadIsRefusedAndTheCommitStillWorks() {
    fillTheIndex();
    try (Transaction transaction = begin()) {
      transaction.set(indexKey(1), bytes("own"));
      assertEquals(2039, codeOf(mapped(transaction, toRecords())));
      assertEquals(0, codeOf(transaction.commit()));
    }
    try (Transaction transaction = begin()) {
      transaction.set(recordKey(1, "x"), bytes("own"));
      assertEquals(2039, codeOf(mapped(transaction, toRecords())));
      assertEquals(0, codeOf(transaction.commit()));
    }
    try (Transaction transaction = begin()) {
      transaction.set(recordKey(3, "x"), bytes("own"));
      assertEquals(0, codeOf(mapped(transaction, toRecords())));
    }
  }

  @Test
  default void whatCameBeforeAnOwnWriteConflictsAllTheSame() {
    fillTheIndex();
    try (Transaction transaction = begin()) {
      transaction.set(recordKey(1, "x"), bytes("own"));
      assertEquals(2039, codeOf(mapped(transaction, toRecords())));
      write(tr -> tr.set(recordKey(0, "x"), bytes("changed")));
      assertEquals(1020, codeOf(transaction.commit()));
    }
    try (Transaction transaction = begin()) {
      transaction.set(recordKey(1, "x"), bytes("own"));
      assertEquals(2039, codeOf(mapped(transaction, toRecords())));
      write(tr -> tr.set(recordKey(1, "y"), bytes("changed")));
      assertEquals(0, codeOf(transaction.commit()));
    }
  }

  @Test
  default void neitherSnapshotsNorReadsOfStoredRowsOnlyCanMap() {
    fillTheIndex();
    try (Transaction transaction = begin()) {
      assertThrows(
          UnsupportedOperationException.class, () -> mapped(transaction.snapshot(), toRecords()));
      transaction.options().setReadYourWritesDisable();
      assertEquals(2108, codeOf(mapped(transaction, toRecords())));
    }
  }

  @Test
  default void entriesAndRecordsReadConflict() {
    fillTheIndex();
    for (byte[] written : List.of(indexKey(1), recordKey(1, "x"), recordKey(1, "new"))) {
      try (Transaction transaction = begin()) {
        assertEquals(0, codeOf(mapped(transaction, toRecords())));
        write(tr -> tr.set(written, bytes("changed")));
        transaction.set(key("elsewhere"), bytes("v"));
        assertEquals(1020, codeOf(transaction.commit()));
      }
    }
    try (Transaction transaction = begin()) {
      assertEquals(0, codeOf(mapped(transaction, toRecords())));
      write(tr -> tr.set(recordKey(3, "x"), bytes("changed")));
      transaction.set(key("elsewhere"), bytes("v"));
      assertEquals(0, codeOf(transaction.commit()));
    }
  }
}
