package dev.tenure.embedded.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.apple.foundationdb.KeySelector;
import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.Transaction;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import dev.tenure.embedded.ManualEngine;
import dev.tenure.embedded.commit.Versionstamps;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Which ranges a read conflicts over, and which of them a failed commit reports. */
interface ConflictReportContract extends BehaviourFixture {

  private void fillRows() {
    write(
        tr -> {
          for (String name : List.of("b", "d", "f", "h")) {
            tr.set(key(name), bytes("1"));
          }
        });
  }

  /** The borders listed under a special prefix, each as its key without the prefix. */
  private String borders(Transaction transaction, String kind) {
    byte[] prefix = bytes("\u00ff\u00ff/transaction/" + kind + "/");
    StringBuilder borders = new StringBuilder();
    for (KeyValue row : now(transaction.getRange(Range.startsWith(prefix)).asList())) {
      String text = String.valueOf(ManualEngine.text(row.getKey()));
      String border = text.substring(prefix.length).replace("behaviour/", "").replace("\0", "+");
      borders.append(row.getValue()[0] == '1' ? "[" : "").append(border);
      borders.append(row.getValue()[0] == '1' ? " " : ")");
    }
    return borders.toString();
  }

  private KeySelector selector(String name, boolean orEqual, int offset) {
    return new KeySelector(key(name), orEqual, offset);
  }

  private String conflictsOf(KeySelector begin, KeySelector end, int limit, boolean reverse) {
    try (Transaction transaction = begin()) {
      assertEquals(0, codeOf(transaction.getRange(begin, end, limit, reverse).asList()));
      return borders(transaction, "read_conflict_range");
    }
  }

  @Test
  default void onlyTheRangesThatWereHitAreReported() {
    fillRows();
    try (Transaction transaction = begin()) {
      transaction.options().setReportConflictingKeys();
      assertEquals(0, codeOf(transaction.get(key("b"))));
      assertEquals(0, codeOf(transaction.getRange(key("d"), key("g")).asList()));
      assertEquals(0, codeOf(transaction.get(key("h"))));
      write(
          tr -> {
            tr.set(key("e"), bytes("v"));
            tr.set(key("h"), bytes("v"));
          });
      transaction.set(key("elsewhere"), bytes("v"));
      assertEquals(1020, codeOf(transaction.commit()));
      assertEquals("[d g)[h h+)", borders(transaction, "conflicting_keys"));
      try (Transaction next = retried(transaction, 1020)) {
        assertEquals("[d g)[h h+)", borders(next, "conflicting_keys"));
      }
    }
  }

  @Test
  default void readConflictsAreNotToldAfterAReadThatFailed() {
    String borders = "read_conflict_range";
    try (Transaction transaction = begin()) {
      transaction.mutate(
          MutationType.SET_VERSIONSTAMPED_VALUE, key("k"), new byte[Versionstamps.BYTES + 4]);
      assertEquals(1036, codeOf(transaction.get(key("k"))));
      assertEquals(1036, codeOfBorders(transaction, borders));
      assertEquals(0, codeOfBorders(transaction, "write_conflict_range"));
    }
    try (Transaction transaction = begin()) {
      transaction.cancel();
      assertEquals(1025, codeOfBorders(transaction, borders));
      assertEquals(0, codeOfBorders(transaction, "write_conflict_range"));
    }
  }

  private int codeOfBorders(Transaction transaction, String kind) {
    byte[] prefix = bytes("\u00ff\u00ff/transaction/" + kind + "/");
    return codeOf(transaction.getRange(Range.startsWith(prefix)).asList());
  }

  @Test
  default void stampedKeysShowTheStampOfTheFirstAttemptOnly() {
    byte[] stamped = ByteArrayUtil.join(key("s/"), new byte[10], new byte[] {12, 0, 0, 0});
    stamped[stamped.length - 4] = (byte) key("s/").length;
    byte[] stamp;
    Transaction first = begin();
    first.set(key("k"), bytes("v"));
    CompletableFuture<byte[]> promised = first.getVersionstamp();
    now(first.commit());
    stamp = now(promised);
    try (Transaction next = retried(first, 1020)) {
      next.mutate(MutationType.SET_VERSIONSTAMPED_KEY, stamped, bytes("v"));
      String shown = "s/" + String.valueOf(ManualEngine.text(stamp)).replace("\0", "+");
      assertEquals("[" + shown + " " + shown + "+)", borders(next, "write_conflict_range"));
    }
  }

  @Test
  default void nothingIsReportedWithoutTheOption() {
    fillRows();
    try (Transaction transaction = begin()) {
      assertEquals(0, codeOf(transaction.get(key("b"))));
      write(tr -> tr.set(key("b"), bytes("v")));
      transaction.set(key("elsewhere"), bytes("v"));
      assertEquals(1020, codeOf(transaction.commit()));
      assertEquals("", borders(transaction, "conflicting_keys"));
    }
  }

  @Test
  default void limitedRangeEndsWithItsLastRow() {
    fillRows();
    KeySelector begin = selector("a", false, 1);
    KeySelector end = selector("z", false, 1);
    assertEquals("[a z)", conflictsOf(begin, end, ReadTransaction.ROW_LIMIT_UNLIMITED, false));
    assertEquals("[a d+)", conflictsOf(begin, end, 2, false));
    assertEquals("[f z)", conflictsOf(begin, end, 2, true));
    assertEquals("[a h+)", conflictsOf(begin, end, 4, false));
    assertEquals("[a z)", conflictsOf(begin, end, 5, false));
  }

  @Test
  default void keyConflictsBetweenItsBaseAndWhatItResolvedTo() {
    fillRows();
    try (Transaction transaction = begin()) {
      now(transaction.getKey(selector("c", false, 2)));
      assertEquals("[c f+)", borders(transaction, "read_conflict_range"));
    }
    try (Transaction transaction = begin()) {
      now(transaction.getKey(selector("g", false, -1)));
      assertEquals("[d g)", borders(transaction, "read_conflict_range"));
    }
  }
}
