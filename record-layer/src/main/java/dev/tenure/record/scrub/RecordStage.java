package dev.tenure.record.scrub;

import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.index.IndexedRecord;
import dev.tenure.record.index.OpenIndex;
import dev.tenure.record.tuple.TupleRange;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A stage that scans all records of an index. */
interface RecordStage extends Stage {

  @Override
  default String name() {
    return "records";
  }

  @Override
  default CompletableFuture<Looked> look(
      OpenIndex index, Optional<byte[]> from, SliceBudget budget, Findings findings) {
    Continuation at = from.map(Continuation::fromBytes).orElse(Continuation.START);
    return index
        .records(TupleRange.all(), at, budget.scan())
        .asPage()
        .thenCompose(
            page -> {
              List<IndexedRecord> records = page.items();
              DeepRecords.report(index, records, findings);
              return judge(index, records, findings)
                  .thenApply(
                      nothing ->
                          new Looked(records.size(), 0, RecordPlace.behind(page.continuation())));
            });
  }

  /** Compares the records with the index, and writes the repairs of the findings. */
  CompletableFuture<Void> judge(OpenIndex index, List<IndexedRecord> records, Findings findings);
}
