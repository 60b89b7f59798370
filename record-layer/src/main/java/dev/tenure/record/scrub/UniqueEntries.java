package dev.tenure.record.scrub;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.index.IndexAudit;
import dev.tenure.record.index.IndexAudit.Kind;
import dev.tenure.record.index.IndexedRecord;
import dev.tenure.record.index.OpenIndex;
import dev.tenure.record.tuple.PackedTuples;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Finds records with equal columns in a unique index. Of the records with the same columns, all but
 * the one with the first entry are reported.
 */
final class UniqueEntries {
  /** Entries of equal columns that are looked at; those that dangle are in between. */
  private static final int OTHERS_MAX = 10;

  private final IndexAudit.Entries part;
  private final OpenIndex index;

  private record Compared(IndexedRecord record, ByteString key, Tuple columns) {}

  private UniqueEntries(IndexAudit.Entries part, OpenIndex index) {
    this.part = part;
    this.index = index;
  }

  static CompletableFuture<Void> look(
      IndexAudit.Entries part, OpenIndex index, List<IndexedRecord> records, Findings findings) {
    List<Compared> compared = new ArrayList<>();
    for (IndexedRecord record : records) {
      part.unique(index.keys(), record)
          .forEach(
              (key, columns) ->
                  compared.add(new Compared(record, ByteString.copyFrom(key), columns)));
    }
    UniqueEntries entries = new UniqueEntries(part, index);
    return Wrong.judge(index.context().environment(), compared, entries::judge, findings);
  }

  private CompletableFuture<Optional<Wrong>> judge(Compared compared) {
    Range before =
        new Range(index.keys().range(compared.columns()).begin, compared.key().toByteArray());
    return index
        .context()
        .transaction()
        .getRange(before, OTHERS_MAX, true, StreamingMode.EXACT)
        .asList()
        .thenCompose(rows -> firstOwner(rows, 0))
        .thenApply(other -> other.map(record -> duplicate(compared, record)));
  }

  /** The first record of rows that has its row. */
  private CompletableFuture<Optional<IndexedRecord>> firstOwner(List<KeyValue> rows, int at) {
    if (at == rows.size()) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    return owner(rows.get(at).getKey())
        .thenCompose(
            found ->
                found.isPresent()
                    ? CompletableFuture.completedFuture(found)
                    : firstOwner(rows, at + 1));
  }

  private CompletableFuture<Optional<IndexedRecord>> owner(byte[] key) {
    Optional<Tuple> columns = PackedTuples.unpack(key, index.keys().prefix().length);
    try {
      return columns.isEmpty()
          ? CompletableFuture.completedFuture(Optional.empty())
          : index
              .record(part.owner(columns.get()), Isolation.SERIALIZABLE)
              .thenApply(
                  found -> found.filter(each -> part.unique(index.keys(), each).containsKey(key)));
    } catch (IllegalArgumentException noKeyOfTheIndex) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
  }

  /**
   * The fault of two records with equal columns in a unique index; the scrubber cannot decide which
   * record is wrong.
   */
  private Wrong duplicate(Compared compared, IndexedRecord other) {
    return new Wrong(
        Kind.DUPLICATE,
        compared.key(),
        Optional.of(compared.record().primaryKey()),
        "the columns " + compared.columns() + ", which the record " + other.primaryKey() + " has",
        "columns of its own",
        Optional.empty());
  }
}
