package dev.tenure.record.cursor;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The values of inner cursors, one cursor for each outer value. The continuation has two children:
 * the outer cursor's continuation before its current value, so that it returns that value again,
 * and the inner cursor's continuation. Its state is a checksum of the outer value. If the outer
 * cursor stops before it has returned the value again, the inner continuation is kept.
 */
final class FlatMapCursor<O, T> implements RecordCursor<T> {
  private final FlatMap<O, T> map;
  private final PipelinedCursor<O, Entry<T>> entries;
  private Continuation prior = Continuation.START;
  private Continuation kept = Continuation.START;
  private byte @Nullable [] keptCheck;
  private @Nullable Entry<T> current;
  private boolean atFirst;
  private boolean closed;

  /** An outer value's inner cursor, asked for its first result. */
  private static final class Entry<T> {
    private final Continuation prior;
    private final byte @Nullable [] check;
    private final RecordCursor<T> inner;
    private final CompletableFuture<CursorResult<T>> first;

    Entry(Continuation prior, byte @Nullable [] check, RecordCursor<T> inner) {
      this.prior = prior;
      this.check = check;
      this.inner = inner;
      this.first = first(inner);
    }

    private static <T> CompletableFuture<CursorResult<T>> first(RecordCursor<T> inner) {
      try {
        return Results.require(inner.next(), "inner cursor of flatMap", "future");
      } catch (RuntimeException | Error e) {
        inner.close();
        throw e;
      }
    }

    @Nullable CursorResult<T> firstAtHand() {
      return first.isCompletedExceptionally() ? null : first.getNow(null);
    }
  }

  FlatMapCursor(Continuation from, CursorSource<O> outer, FlatMap<O, T> map) {
    this.map = map;
    if (!from.isStart()) {
      Continuation node = from.require(Operator.FLAT_MAP, fingerprint(), 2);
      prior = node.children().get(0);
      kept = node.children().get(1);
      keptCheck = MaybeBytes.decode(node.state());
    }
    entries =
        new PipelinedCursor<>(
            outer.resume(prior), this::open, map.width(), 0, entry -> entry.inner.close());
  }

  private long fingerprint() {
    return map.check() == null ? 0 : 1;
  }

  private CompletableFuture<Entry<T>> open(CursorResult.Value<O> outer) {
    byte[] check = map.checkOf(outer.value());
    Continuation from = Arrays.equals(check, keptCheck) ? kept : Continuation.START;
    kept = Continuation.START;
    keptCheck = null;
    RecordCursor<T> inner =
        from.isEnd()
            ? new EndedCursor<>()
            : Results.require(
                map.inner().open(outer.value(), from), "function of flatMap", "cursor");
    Entry<T> entry = new Entry<>(prior, check, inner);
    prior = outer.continuation();
    return CompletableFuture.completedFuture(entry);
  }

  @Override
  public CompletableFuture<CursorResult<T>> next() {
    return Results.until(this::step);
  }

  @Override
  public @Nullable CursorResult<T> atHand() {
    Optional<CursorResult<T>> found = Optional.empty();
    while (found.isEmpty()) {
      Entry<T> entry = current();
      if (entry == null) {
        CursorResult<Entry<T>> opened = entries.atHand();
        if (opened == null) {
          return null;
        }
        found = takeEntry(opened);
      } else {
        CursorResult<T> result = atFirst ? entry.firstAtHand() : entry.inner.atHand();
        if (result == null) {
          return null;
        }
        atFirst = false;
        found = taken(entry, result);
      }
    }
    return found.get();
  }

  private CompletableFuture<Optional<CursorResult<T>>> step() {
    Entry<T> entry = current();
    if (entry == null) {
      return entries.next().thenApply(this::takeEntry);
    }
    CompletableFuture<CursorResult<T>> result = atFirst ? entry.first : entry.inner.next();
    atFirst = false;
    return result.thenApply(found -> taken(entry, found));
  }

  private Optional<CursorResult<T>> takeEntry(CursorResult<Entry<T>> result) {
    if (result instanceof CursorResult.Stop<Entry<T>> stop) {
      CursorResult<T> stopped = stop.as();
      return Optional.of(Results.within(stopped, outer -> in(outer, kept, keptCheck)));
    }
    take(result.value());
    return Optional.empty();
  }

  private synchronized @Nullable Entry<T> current() {
    return current;
  }

  /** Reads an entry, unless this cursor was closed since it was asked for. */
  private void take(Entry<T> entry) {
    synchronized (this) {
      if (!closed) {
        current = entry;
        atFirst = true;
        return;
      }
    }
    entry.inner.close();
    throw CurrentCursor.cancelled();
  }

  private Optional<CursorResult<T>> taken(Entry<T> entry, CursorResult<T> result) {
    if (result.hasNext() || result.reason().isLimit()) {
      return Optional.of(Results.within(result, inner -> in(entry.prior, inner, entry.check)));
    }
    entry.inner.close();
    pass();
    return Optional.empty();
  }

  private synchronized void pass() {
    current = null;
  }

  private Continuation in(Continuation outer, Continuation inner, byte @Nullable [] check) {
    return Continuation.of(
        Operator.FLAT_MAP, fingerprint(), MaybeBytes.encode(check), List.of(outer, inner));
  }

  @Override
  public void close() {
    Entry<T> entry;
    synchronized (this) {
      closed = true;
      entry = current;
    }
    entries.close();
    if (entry != null) {
      entry.inner.close();
    }
  }
}
