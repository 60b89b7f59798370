package dev.tenure.record.index.text;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.OpenIndex;
import dev.tenure.record.structure.BunchCheck;
import dev.tenure.record.text.TextQuery;
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
   * Searches of an index, such as {@code store.index("by-text")}.
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
   * <p>The budget of the options counts the bunches that are read. All tokens of a prefix are read
   * before the first record is returned, whatever the budget is.
   *
   * @return fails with SCAN_BUDGET_EXCEEDED when a prefix has too many tokens or entries
   * @throws RecordLayerException CONTINUATION_REFUSED
   * @throws IllegalArgumentException when the group has a wrong number of columns, or when the
   *     query is too large or needs positions that the index does not store
   */
  public RecordCursor<IndexEntry> search(
      Tuple group, TextQuery query, Continuation from, ScanOptions options) {
    return new TextReader(maintainer, index).search(new TextScan(group, query), from, options);
  }

  /** The tokens of a query, as text for people. */
  public String explain(TextQuery query) {
    return new TextReader(maintainer, index).explain(query);
  }

  /**
   * Checks that all bunches can be decoded and that their keys are in order.
   *
   * @param from the position at which the previous check ended; empty for the beginning
   * @param bunchesMax the number of bunches to read, at least 2
   */
  public CompletableFuture<BunchCheck> verify(byte[] from, int bunchesMax) {
    return index.inTurn(
        () -> maintainer.map(index.keys()).verify(index.context().transaction(), from, bunchesMax));
  }

  /**
   * Merges small bunches, which deletions leave, with the bunches after them.
   *
   * @param from the position at which the previous call ended; empty for the beginning
   * @param bunchesMax the number of bunches to read, at least 2
   * @return the position for the next call; empty at the end
   * @throws RecordLayerException STORE_LOCKED
   */
  public CompletableFuture<Optional<byte[]>> compact(byte[] from, int bunchesMax) {
    index.requireWritable();
    return index.inTurn(
        () -> maintainer.map(index.keys()).compact(index.context(), from, bunchesMax));
  }
}
