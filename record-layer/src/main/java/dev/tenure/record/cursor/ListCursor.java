package dev.tenure.record.cursor;

import dev.tenure.record.tuple.Varint;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The items of a list. They cost nothing, but the list stops when the budget is used up. */
final class ListCursor<T> implements RecordCursor<T> {
  private final List<T> items;
  private final LeafScan scan;
  private int next;

  ListCursor(String name, List<T> items, Continuation from, ScanBudget budget) {
    this.items = List.copyOf(items);
    String described = "list " + name + " of " + items.size();
    long fingerprint = Fingerprint.of(described);
    this.scan = new LeafScan(fingerprint, from, budget, 0);
    this.next = from.isStart() ? 0 : position(from.position(fingerprint, described));
  }

  private int position(byte[] bytes) {
    int position = ContinuationCodec.number(bytes);
    if (position < 1 || position > items.size()) {
      throw ContinuationCodec.refused(
          "is behind item " + position + " of a list of " + items.size());
    }
    return position;
  }

  @Override
  public CompletableFuture<CursorResult<T>> next() {
    if (next == items.size()) {
      return CompletableFuture.completedFuture(CursorResult.Stop.exhausted());
    }
    Optional<CursorResult.Stop<T>> stop = scan.stop();
    if (stop.isPresent()) {
      return CompletableFuture.completedFuture(stop.get());
    }
    T item = items.get(next++);
    return CompletableFuture.completedFuture(
        new CursorResult.Value<>(item, scan.give(Varint.bytes(next))));
  }

  @Override
  public void close() {}
}
