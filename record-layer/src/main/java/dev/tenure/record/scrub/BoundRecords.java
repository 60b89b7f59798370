package dev.tenure.record.scrub;

import com.google.protobuf.ByteString;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.index.IndexAudit;
import dev.tenure.record.index.IndexedRecord;
import dev.tenure.record.index.OpenIndex;
import dev.tenure.record.tuple.TupleRange;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/**
 * Looks at each record: whether the totals that outlive it are as much as it makes.
 *
 * @param reported whether a fault of the row was told before in this run: many records may find one
 */
record BoundRecords(IndexAudit.Totals part, Predicate<ByteString> reported) implements Stage {

  @Override
  public String name() {
    return "records";
  }

  @Override
  public CompletableFuture<Looked> look(
      OpenIndex index, Optional<byte[]> from, SliceBudget budget, Findings findings) {
    Continuation at = from.map(Continuation::fromBytes).orElse(Continuation.START);
    return index
        .records(TupleRange.all(), at, budget.scan())
        .asPage()
        .thenCompose(
            page ->
                judge(index, page.items(), findings)
                    .thenCompose(nothing -> findings.write())
                    .thenApply(
                        nothing ->
                            new Looked(
                                page.items().size(), 0, RecordPlace.behind(page.continuation()))));
  }

  private CompletableFuture<Void> judge(
      OpenIndex index, List<IndexedRecord> records, Findings findings) {
    DeepRecords.report(index, records, findings);
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
        findings);
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
