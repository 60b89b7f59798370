package dev.tenure.consumer.inflight;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Holds the candidates being visited, which the scanner passes over (Algorithm 1, line 7), and the
 * items that are leased and have not ended. Thread-safe.
 */
public final class InFlightRegistry {
  private final Set<VisitKey> visits = new LinkedHashSet<>();
  private final Set<InFlightItem> items = new LinkedHashSet<>();

  /** The latest lease of each in-flight item. */
  private final Map<HeldItem, InFlightItem> latest = new HashMap<>();

  private @Nullable CompletableFuture<Void> empty;

  private record HeldItem(ItemLocation home, String id) {
    static HeldItem of(InFlightItem item) {
      return new HeldItem(item.home(), item.item().id());
    }
  }

  public synchronized void beginVisit(VisitKey key) {
    visits.add(key);
  }

  public void endVisit(VisitKey key) {
    synchronized (this) {
      visits.remove(key);
    }
    tellWhenEmpty();
  }

  public synchronized boolean visiting(VisitKey key) {
    return visits.contains(key);
  }

  /** Adds an item that was leased. An earlier lease of the same item that is in flight was lost. */
  public synchronized void add(InFlightItem item) {
    items.add(item);
    InFlightItem earlier = latest.put(HeldItem.of(item), item);
    if (earlier != null && earlier != item) {
      earlier.supersede();
    }
  }

  public void remove(InFlightItem item) {
    synchronized (this) {
      items.remove(item);
      latest.remove(HeldItem.of(item), item);
    }
    tellWhenEmpty();
  }

  /** Forgets everything, as a crash does, and returns the items that were held. */
  public synchronized List<InFlightItem> clear() {
    List<InFlightItem> inFlight = List.copyOf(items);
    visits.clear();
    items.clear();
    latest.clear();
    return inFlight;
  }

  /** The items in the order they were leased. */
  public synchronized List<InFlightItem> items() {
    return List.copyOf(items);
  }

  /** Called when the clock was corrected by this much. */
  public void clockMoved(Duration by) {
    items().forEach(item -> item.clockMoved(by));
  }

  public synchronized int visitCount() {
    return visits.size();
  }

  public synchronized int itemCount() {
    return items.size();
  }

  /**
   * Completes once no item is in flight and no visit is under way. It is meant for a consumer that
   * leases nothing more.
   */
  public CompletableFuture<Void> whenEmpty() {
    CompletableFuture<Void> result = new CompletableFuture<>();
    synchronized (this) {
      empty = result;
    }
    tellWhenEmpty();
    return result;
  }

  private void tellWhenEmpty() {
    CompletableFuture<Void> waiting;
    synchronized (this) {
      waiting = visits.isEmpty() && items.isEmpty() ? empty : null;
    }
    if (waiting != null) {
      waiting.complete(null);
    }
  }
}
