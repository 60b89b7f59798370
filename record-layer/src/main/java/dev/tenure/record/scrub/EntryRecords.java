package dev.tenure.record.scrub;

import com.google.protobuf.ByteString;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.index.IndexAudit;
import dev.tenure.record.index.IndexAudit.Kind;
import dev.tenure.record.index.IndexedRecord;
import dev.tenure.record.index.OpenIndex;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Checks for each record that its entries exist, and that no other record has the same unique
 * columns.
 */
record EntryRecords(IndexAudit.Entries part) implements RecordStage {

  /** An entry that a record must have. */
  private record Expected(IndexedRecord record, ByteString key, ByteString value) {

    byte[] keyBytes() {
      return key.toByteArray();
    }

    byte[] valueBytes() {
      return value.toByteArray();
    }
  }

  /** Checks records. Duplicates come last, since an entry that a repair adds may be one. */
  @Override
  public CompletableFuture<Void> judge(
      OpenIndex index, List<IndexedRecord> records, Findings findings) {
    return expected(index, records)
        .thenCompose(
            expected ->
                Wrong.judge(
                    index.context().environment(), expected, each -> judge(index, each), findings))
        .thenCompose(nothing -> findings.write())
        .thenCompose(nothing -> UniqueEntries.look(part, index, records, findings));
  }

  private CompletableFuture<List<Expected>> expected(OpenIndex index, List<IndexedRecord> records) {
    return AsyncLoop.all(
            records.stream()
                .map(
                    record ->
                        part.ofNowOrBefore(index, record).thenApply(rows -> expected(record, rows)))
                .toList())
        .thenApply(all -> all.stream().flatMap(List::stream).toList());
  }

  private static List<Expected> expected(IndexedRecord record, NavigableMap<byte[], byte[]> rows) {
    return rows.entrySet().stream()
        .map(
            row ->
                new Expected(
                    record, ByteString.copyFrom(row.getKey()), ByteString.copyFrom(row.getValue())))
        .toList();
  }

  private CompletableFuture<Optional<Wrong>> judge(OpenIndex index, Expected expected) {
    return part.find(index, expected.keyBytes())
        .thenApply(found -> wrong(index, expected, found))
        .exceptionally(EntryRecords::leaveToRows);
  }

  private Optional<Wrong> wrong(OpenIndex index, Expected expected, Optional<byte[]> found) {
    if (found.filter(value -> Arrays.equals(value, expected.valueBytes())).isPresent()) {
      return Optional.empty();
    }
    return Optional.of(
        new Wrong(
            found.isEmpty() ? Kind.MISSING : Kind.STALE,
            expected.key(),
            Optional.of(expected.record().primaryKey()),
            found.map(part::describe).orElse(Wrong.NOTHING),
            part.describe(expected.valueBytes()),
            Optional.of(
                batch -> part.put(index, expected.keyBytes(), expected.valueBytes(), batch))));
  }

  /** A row that cannot be read is a fault of the row, and not of all records in it. */
  private static Optional<Wrong> leaveToRows(Throwable error) {
    if (RecordLayerException.of(error) instanceof RecordLayerException known) {
      if (known.code() == Code.DAMAGED || known.code() == Code.FORMAT_UNKNOWN) {
        return Optional.empty();
      }
      throw known;
    }
    throw new IllegalStateException(error);
  }
}
