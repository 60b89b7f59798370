package dev.tenure.record.context;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Transaction;
import dev.tenure.record.limit.KeyValueLimits;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Reads the conflicting keys that FoundationDB reports after a conflict if the transaction's
 * options request it. FoundationDB gives them as borders of ranges; a border with value 1 begins a
 * range.
 */
final class ConflictReport {
  static final int RANGES_MAX = 16;

  private static final byte[] PREFIX =
      "\u00ff\u00ff/transaction/conflicting_keys/".getBytes(StandardCharsets.ISO_8859_1);
  private static final byte[] END =
      "\u00ff\u00ff/transaction/conflicting_keys0".getBytes(StandardCharsets.ISO_8859_1);

  private ConflictReport() {}

  /** The conflicting ranges as text for people; empty when they cannot be read. Never fails. */
  static CompletableFuture<List<String>> read(Transaction transaction) {
    try {
      return transaction
          .getRange(PREFIX, END, 2 * RANGES_MAX + 1)
          .asList()
          .handle((rows, error) -> error == null ? describe(rows) : List.of());
    } catch (RuntimeException closedMeanwhile) {
      return CompletableFuture.completedFuture(List.of());
    }
  }

  private static List<String> describe(List<KeyValue> rows) {
    List<String> ranges = new ArrayList<>();
    String begin = "";
    for (KeyValue row : rows) {
      String border = KeyValueLimits.shown(border(row));
      boolean begins = row.getValue().length == 1 && row.getValue()[0] == '1';
      if (begins) {
        begin = border;
      } else {
        ranges.add("[" + begin + ", " + border + ")");
      }
    }
    if (rows.size() > 2 * RANGES_MAX) {
      ranges.add("and more");
    }
    return ranges;
  }

  private static byte[] border(KeyValue row) {
    return Arrays.copyOfRange(row.getKey(), PREFIX.length, row.getKey().length);
  }
}
