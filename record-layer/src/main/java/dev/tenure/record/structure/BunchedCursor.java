package dev.tenure.record.structure;

import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.CursorResult;
import dev.tenure.record.cursor.Cursors;
import dev.tenure.record.cursor.Fingerprint;
import dev.tenure.record.cursor.LeafScan;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.RecordLayerException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The entries of a range, with a continuation after each. Each entry counts as a row for the
 * limits. The bytes of a bunch count with the bunch's first entry.
 */
final class BunchedCursor implements RecordCursor<BunchedEntry> {
  private final BunchReads reads;
  private final LeafScan scan;
  private final Deque<BunchedEntry> entries = new ArrayDeque<>();
  private long bytes;
  private boolean ended;

  private BunchedCursor(BunchReads reads, LeafScan scan) {
    this.reads = reads;
    this.scan = scan;
  }

  static RecordCursor<BunchedEntry> open(
      RecordContext context,
      BunchPlace place,
      PrefixBounds bounds,
      Continuation from,
      ScanOptions options) {
    if (options.skip() > 0) {
      ScanOptions below = options.withSkip(0).withRowsMax(0);
      return Cursors.page(options, from, at -> open(context, place, bounds, at, below));
    }
    long fingerprint =
        Fingerprint.of(
            place.key(bounds.begin()),
            place.key(bounds.end()),
            new byte[] {(byte) (options.reverse() ? 1 : 0)});
    if (from.isEnd()) {
      return Cursors.empty();
    }
    PrefixBounds rest =
        from.isStart()
            ? bounds
            : behind(bounds, from.position(fingerprint, place.toString()), place, options);
    BunchReads reads =
        new BunchReads(options.isolation().reader(context), place, rest, options.reverse());
    LeafScan scan =
        new LeafScan(
            fingerprint, from, options.budgetOf(context.environment().clock()), options.rowsMax());
    return Cursors.strict(new BunchedCursor(reads, scan));
  }

  private static PrefixBounds behind(
      PrefixBounds bounds, byte[] position, BunchPlace place, ScanOptions options) {
    if (!bounds.has(position)) {
      throw new RecordLayerException(
          RecordLayerException.Code.CONTINUATION_REFUSED,
          "continuation is at a key outside of the range that is scanned (" + place + ")");
    }
    return bounds.behind(position, options.reverse());
  }

  @Override
  public CompletableFuture<CursorResult<BunchedEntry>> next() {
    Optional<CursorResult.Stop<BunchedEntry>> stop = scan.stop();
    if (stop.isPresent()) {
      return CompletableFuture.completedFuture(stop.get());
    }
    return AsyncLoop.whileTrue(this::fill).thenApply(nothing -> taken());
  }

  /** Reads a bunch unless there are entries; whether to call it again. */
  private CompletableFuture<Boolean> fill() {
    if (!entries.isEmpty() || ended) {
      return CompletableFuture.completedFuture(false);
    }
    return reads
        .next()
        .thenApply(
            read -> {
              ended = read == null;
              if (read != null) {
                entries.addAll(read.entries());
                bytes += read.bytes();
              }
              return true;
            });
  }

  private CursorResult<BunchedEntry> taken() {
    BunchedEntry entry = entries.poll();
    if (entry == null) {
      return CursorResult.Stop.exhausted();
    }
    Continuation behind = scan.read(entry.key(), bytes);
    bytes = 0;
    return new CursorResult.Value<>(entry, behind);
  }

  @Override
  public void close() {
    reads.close();
  }
}
