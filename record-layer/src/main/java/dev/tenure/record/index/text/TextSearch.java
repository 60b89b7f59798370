package dev.tenure.record.index.text;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.OpenIndex;
import dev.tenure.record.structure.BunchCheck;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Searches one text index in one transaction. Nothing to close. */
public final class TextSearch {
  private final TextIndexMaintainer maintainer;
  private final OpenIndex index;

  private TextSearch(TextIndexMaintainer maintainer, OpenIndex index) {
    this.maintainer = maintainer;
    this.index = index;
  }

  /**
   * Of {@code store.index("by-text")}.
   *
   * @throws IllegalArgumentException when the index is of another type
   */
  public static TextSearch of(OpenIndex index) {
    if (index.bound().maintainer() instanceof TextIndexMaintainer text) {
      return new TextSearch(text, index);
    }
    throw new IllegalArgumentException(
        "index "
            + index.bound().name()
            + " is of type "
            + index.bound().index().type()
            + ", expected "
            + TextIndexType.NAME);
  }

  /**
   * The records of a group that a query finds, in the order of their primary keys, each once.
   * {@code store.scanRecords(name, new TextScan(group, query), ...)} gives the records themselves.
   *
   * <p>The budget of the options counts the bunches that are read. A prefix is looked up whole
   * before the first record, whatever the budget.
   *
   * @return fails with SCAN_BUDGET_EXCEEDED when too much begins as a prefix asks
   * @throws RecordLayerException CONTINUATION_REFUSED
   * @throws IllegalArgumentException when the group is none, the query is too large, or asks for
   *     positions that are not kept
   */
  public RecordCursor<IndexEntry> search(
      Tuple group, TextQuery query, Continuation from, ScanOptions options) {
    return new TextReader(maintainer, index).search(new TextScan(group, query), from, options);
  }

  /** What a query asks for, in tokens. */
  public String explain(TextQuery query) {
    return new TextReader(maintainer, index).explain(query);
  }

  /**
   * Checks that what is stored can be read and is in order.
   *
   * @param from where the check before has ended; empty to begin
   * @param bunchesMax how many bunches to read, at least 2
   */
  public CompletableFuture<BunchCheck> verify(byte[] from, int bunchesMax) {
    return index.inTurn(
        () -> maintainer.map(index.keys()).verify(index.context().transaction(), from, bunchesMax));
  }

  /**
   * Fills up bunches that deletes have left small.
   *
   * @param from where the one before has ended; empty to begin
   * @param bunchesMax how many bunches to read, at least 2
   * @return where to go on; empty at the end
   * @throws RecordLayerException STORE_LOCKED
   */
  public CompletableFuture<Optional<byte[]>> compact(byte[] from, int bunchesMax) {
    index.requireWritable();
    return index.inTurn(
        () -> maintainer.map(index.keys()).compact(index.context(), from, bunchesMax));
  }
}
