package dev.tenure.record.scrub;

import com.google.protobuf.ByteString;
import dev.tenure.record.index.IndexAudit;
import dev.tenure.record.index.IndexedRecord;
import dev.tenure.record.index.OpenIndex;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/**
 * Checks for each record that the totals of its group, which may outlive the record, are not below
 * what the record requires.
 *
 * @param reported whether a fault of the row was reported earlier in this run, since several
 *     records may find the same fault
 */
record BoundRecords(IndexAudit.Totals part, Predicate<ByteString> reported) implements RecordStage {

  @Override
  public CompletableFuture<Void> judge(
      OpenIndex index, List<IndexedRecord> records, Findings findings) {
    NavigableMap<byte[], byte[]> expected = IndexAudit.rows();
    records.forEach(record -> part.add(index.keys(), record, expected));
    return Wrong.judge(
            index.context().environment(),
            List.copyOf(expected.entrySet()),
            row ->
                index
                    .context()
                    .get(row.getKey(), false)
                    .thenApply(found -> judge(index, row, Optional.ofNullable(found), findings)),
            findings)
        .thenCompose(nothing -> findings.write());
  }

  private Optional<Wrong> judge(
      OpenIndex index, Map.Entry<byte[], byte[]> made, Optional<byte[]> found, Findings findings) {
    ByteString key = ByteString.copyFrom(made.getKey());
    Optional<byte[]> expected = Optional.of(made.getValue());
    TotalRow row = new TotalRow(part, key, index.keys().prefix().length, found, expected);
    Optional<Wrong> wrong = row.wrong();
    if (wrong.isPresent() && reported.test(key)) {
      findings.mend(row.mend());
      return Optional.empty();
    }
    return wrong;
  }
}
