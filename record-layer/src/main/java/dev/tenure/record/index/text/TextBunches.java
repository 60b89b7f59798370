package dev.tenure.record.index.text;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.index.IndexAudit;
import dev.tenure.record.index.IndexAudit.Finding;
import dev.tenure.record.index.IndexAudit.Kind;
import dev.tenure.record.index.IndexAudit.Slice;
import dev.tenure.record.index.OpenIndex;
import dev.tenure.record.structure.BunchedChanges;
import dev.tenure.record.structure.BunchedEntry;
import dev.tenure.record.structure.BunchedMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Checks the bunches of a text index. Each must be readable, and begin after the last entry of the
 * previous one. A repair clears an unreadable bunch, whose entries are then missing, and inserts
 * the entries of a bunch that begins too early again. Positions are the last key.
 */
record TextBunches(TextIndexMaintainer maintainer) implements IndexAudit.Structure {
  private static final String TOO_EARLY = "a bunch that begins within the one before";

  @Override
  public CompletableFuture<Slice> look(OpenIndex index, byte[] from, int rowsMax, boolean repair) {
    Range whole = index.keys().structureRange(new Tuple());
    byte[] last = ByteArrayUtil.join(whole.begin, from);
    byte[] begin = from.length == 0 ? whole.begin : last;
    return index
        .context()
        .transaction()
        .getRange(begin, whole.end, rowsMax + 1, false, StreamingMode.EXACT)
        .asList()
        .thenCompose(rows -> look(index, rows, begin, rowsMax, repair));
  }

  /**
   * Looks at rows.
   *
   * @param judged a row that was judged by the slice before, when it is still there
   */
  private CompletableFuture<Slice> look(
      OpenIndex index, List<KeyValue> rows, byte[] judged, int rowsMax, boolean repair) {
    BunchedMap map = maintainer.map(index.keys());
    List<Finding> findings = new ArrayList<>();
    List<BunchedEntry> again = new ArrayList<>();
    byte[] end = index.keys().structurePrefix();
    for (KeyValue row : rows) {
      boolean known = Arrays.equals(row.getKey(), judged);
      boolean tooEarly = Arrays.compareUnsigned(row.getKey(), end) <= 0;
      try {
        List<BunchedEntry> entries = map.entries(row);
        byte[] lastKey = entries.get(entries.size() - 1).key();
        end = later(end, ByteArrayUtil.join(index.keys().structurePrefix(), lastKey));
        if (tooEarly && !known) {
          again.addAll(entries);
          findings.add(wrong(index, row, Kind.BROKEN_STRUCTURE, TOO_EARLY, repair));
        }
      } catch (RecordLayerException e) {
        requireDamage(e);
        if (!known) {
          String what = "a bunch that cannot be read: " + e.getMessage();
          findings.add(wrong(index, row, Kind.UNDECODABLE, what, repair));
        }
      }
    }
    boolean more = rows.size() > rowsMax;
    Optional<byte[]> next =
        more ? Optional.of(place(index, rows.get(rows.size() - 1))) : Optional.empty();
    return putAgain(index, map, again, repair)
        .thenApply(nothing -> new Slice(findings, List.of(), rows.size(), next));
  }

  private static byte[] later(byte[] left, byte[] right) {
    return Arrays.compareUnsigned(left, right) >= 0 ? left : right;
  }

  private static byte[] place(OpenIndex index, KeyValue row) {
    byte[] key = row.getKey();
    return Arrays.copyOfRange(key, index.keys().structurePrefix().length, key.length);
  }

  private static void requireDamage(RecordLayerException error) {
    if (error.code() != Code.DAMAGED && error.code() != Code.FORMAT_UNKNOWN) {
      throw error;
    }
  }

  private static Finding wrong(
      OpenIndex index, KeyValue row, Kind kind, String found, boolean repair) {
    if (repair) {
      index.context().clear(row.getKey());
    }
    return new Finding(
        kind,
        ByteString.copyFrom(row.getKey()),
        Optional.empty(),
        found,
        "bunches in the order of their entries",
        repair);
  }

  private static CompletableFuture<Void> putAgain(
      OpenIndex index, BunchedMap map, List<BunchedEntry> entries, boolean repair) {
    if (!repair || entries.isEmpty()) {
      return CompletableFuture.completedFuture(null);
    }
    BunchedChanges changes = new BunchedChanges();
    entries.forEach(entry -> changes.put(entry.key(), entry.value()));
    return index.inTurn(() -> map.update(index.context(), changes));
  }
}
