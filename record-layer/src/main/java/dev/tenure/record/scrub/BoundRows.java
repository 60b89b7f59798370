package dev.tenure.record.scrub;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.record.index.IndexAudit;
import dev.tenure.record.index.OpenIndex;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Checks that each row can be read, in an index whose totals may outlive their records. */
record BoundRows(IndexAudit.Totals part) implements Stage {

  @Override
  public String name() {
    return "rows";
  }

  @Override
  public CompletableFuture<Looked> look(
      OpenIndex index, Optional<byte[]> from, SliceBudget budget, Findings findings) {
    Range whole = index.keys().range(new Tuple());
    return RowPlace.rest(index, whole, from)
        .thenCompose(rest -> look(index, whole, rest, budget, findings));
  }

  private CompletableFuture<Looked> look(
      OpenIndex index, Range whole, Range rest, SliceBudget budget, Findings findings) {
    return RowPage.read(index.context(), rest, budget.records(), budget.bytes())
        .thenCompose(
            page -> {
              page.rows().forEach(row -> judge(index, row, findings));
              return findings
                  .write()
                  .thenApply(
                      nothing ->
                          new Looked(0, page.rows().size(), RowPlace.behind(whole, rest, page)));
            });
  }

  /**
   * Judges a row by itself. A bound beyond the values of all present records is right, since
   * records may have been deleted.
   */
  private void judge(OpenIndex index, KeyValue row, Findings findings) {
    new TotalRow(
            part,
            ByteString.copyFrom(row.getKey()),
            index.keys().prefix().length,
            Optional.of(row.getValue()),
            Optional.empty())
        .wrong()
        .ifPresent(findings::add);
  }
}
