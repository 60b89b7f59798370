package dev.tenure.record.store;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Cursors;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.IndexKeys;
import dev.tenure.record.store.row.BuildKeys;
import dev.tenure.record.store.row.ScanRange;
import dev.tenure.record.tuple.PackedTuples;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Uniqueness candidates: columns of a unique index that two records had while the index was being
 * built. The entries show whether they still do.
 */
final class Candidates {
  static final int PAGE = 500;
  private static final int ENTRIES_AT_ONCE = 10;

  private final StoreState state;
  private final RecordContext context;
  private final RecordReader reader;
  private final BoundIndex index;
  private final BuildKeys build;

  /** The results of an examination of candidates. */
  enum Found {
    VIOLATION,
    NONE,
    /** A page of candidates had no violation and was removed. There are more candidates. */
    NONE_YET
  }

  Candidates(StoreState state, RecordReader reader, BoundIndex index) {
    this.state = state;
    this.context = state.context();
    this.reader = reader;
    this.index = index;
    this.build = new BuildKeys(state.keys(), index);
  }

  /**
   * Finds the first candidate that is a violation, by serializable reads, and removes the
   * candidates before it. Reads at most one page.
   */
  CompletableFuture<Found> settle() {
    return context
        .transaction()
        .getRange(build.candidates(), PAGE, false, StreamingMode.WANT_ALL)
        .asList()
        .thenCompose(this::settle);
  }

  private CompletableFuture<Found> settle(List<KeyValue> page) {
    Iterator<KeyValue> rest = page.iterator();
    boolean[] violated = {false};
    return AsyncLoop.whileTrue(
            () ->
                rest.hasNext() && !violated[0]
                    ? look(rest.next(), violated)
                    : CompletableFuture.completedFuture(false))
        .thenApply(
            nothing -> {
              if (violated[0]) {
                return Found.VIOLATION;
              }
              return page.size() < PAGE ? Found.NONE : Found.NONE_YET;
            });
  }

  private CompletableFuture<Boolean> look(KeyValue row, boolean[] violated) {
    return entries(columns(row.getKey()), 2, Isolation.SERIALIZABLE)
        .thenApply(
            entries -> {
              violated[0] = entries.size() > 1;
              if (!violated[0]) {
                context.clear(row.getKey());
              }
              return true;
            });
  }

  private Tuple columns(byte[] key) {
    return PackedTuples.unpack(key, build.candidates().begin.length)
        .filter(columns -> columns.size() == index.columnCount())
        .orElseThrow(
            () ->
                state
                    .keys()
                    .damaged(
                        key,
                        "uniqueness candidate",
                        index.columnCount() + " columns behind the prefix"));
  }

  /** The first entries that have these columns. */
  CompletableFuture<List<IndexEntry>> entries(Tuple columns, int most, Isolation isolation) {
    IndexKeys place = state.place(index);
    return isolation
        .reader(context)
        .getRange(index.maintainer().owners(place, columns), most, false, StreamingMode.EXACT)
        .asList()
        .thenApply(rows -> rows.stream().map(row -> index.maintainer().owner(place, row)).toList());
  }

  /** The candidates that are violations now. */
  RecordCursor<UniquenessViolation> violations(Continuation from, ScanOptions options) {
    ScanOptions below = options.withSkip(0).withRowsMax(0);
    return Cursors.page(options, from, at -> open(at, below));
  }

  private RecordCursor<UniquenessViolation> open(Continuation from, ScanOptions options) {
    byte[] base = build.candidates().begin;
    ScanRange range =
        ScanRange.rows(
            "candidates of " + build.name(), base, build.candidates(), options.reverse());
    return reader
        .<Tuple>rows(range, from, options, row -> columns(row.key()))
        .<Optional<UniquenessViolation>>mapAsync(
            columns ->
                entries(columns, UniquenessViolation.ENTRIES_MAX, options.isolation())
                    .thenApply(entries -> violation(columns, entries)),
            ENTRIES_AT_ONCE)
        .filter(Optional::isPresent)
        .map(Optional::orElseThrow);
  }

  private Optional<UniquenessViolation> violation(Tuple columns, List<IndexEntry> entries) {
    return entries.size() < 2
        ? Optional.empty()
        : Optional.of(new UniquenessViolation(index.name(), columns, entries));
  }
}
