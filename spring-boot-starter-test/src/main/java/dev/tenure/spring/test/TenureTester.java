package dev.tenure.spring.test;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkType;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Reads the cluster of a test, runs its items, and lets time pass. Inject it into a {@link
 * TenureTest}, or into another test with {@link AutoConfigureTenureTest}. Each call blocks until it
 * is done. Only one thread at a time may run items.
 */
public final class TenureTester {
  /** The most items of one {@link #drain()}. More items count as work without an end. */
  public static final int DRAINED_MAX = 10_000;

  private final TestThreads threads;
  private final MemoryCluster cluster;
  private final TestConsumer consumer;

  TenureTester(TestThreads threads, MemoryCluster cluster, TestConsumer consumer) {
    this.threads = threads;
    this.cluster = cluster;
    this.consumer = consumer;
  }

  /**
   * The time of the test. It begins with the year 2026, and continues from one test of a context to
   * the next.
   */
  public Instant now() {
    return threads.timer().now();
  }

  /** A clock that shows {@link #now()}, to be injected into code under test. */
  public InstantSource clock() {
    return threads.clock();
  }

  /** Lets time pass. No item runs meanwhile. */
  public synchronized void advance(Duration duration) {
    if (duration.isNegative()) {
      throw new IllegalArgumentException("the duration is " + duration + ", time does not go back");
    }
    threads.settle();
    threads.timer().passTo(now().plus(duration), threads::settle);
  }

  /**
   * Runs one item that is due, of any tenant and of any type that has a handler: one attempt, with
   * its effects and its end as in production. A failed attempt is a result and not an exception.
   *
   * @return the attempt; empty when no such item is due
   * @throws AssertionError when an item that is due does not end
   */
  public synchronized Optional<RanItem> runOne() {
    return consumer.run(1).stream().findFirst();
  }

  /**
   * Runs all items that are due, and those that they enqueue, until none is due. Items that are due
   * later stay, such as one whose attempt failed: {@link #advance} makes them due. An item without
   * a handler stays, and so does an item in a paused zone.
   *
   * <p>As in production, a zone may be visited some seconds after its items are due. The time of
   * the test advances by these seconds.
   *
   * @return the attempts, in the order of their ends
   * @throws AssertionError when an item that is due does not end, or after {@value #DRAINED_MAX}
   *     items
   */
  public synchronized List<RanItem> drain() {
    List<RanItem> ran = consumer.run(DRAINED_MAX);
    if (ran.size() == DRAINED_MAX) {
      throw new AssertionError(
          DRAINED_MAX + " items were run, and more are due:" + lines(Inventory.of(cluster)));
    }
    return ran;
  }

  private static String lines(Inventory inventory) {
    return Inventory.lines(inventory.waiting());
  }

  /**
   * The items of a type that wait in any zone of the tenant, including those that run or are due
   * later, without those that were set aside. Items that may run come first, in the order in which
   * they run.
   *
   * @throws AssertionError when the tenant does not exist
   */
  public <P> List<EnqueuedItem<P>> enqueued(TenantId tenant, WorkType<P> type) {
    return items(tenant).stream()
        .filter(entry -> entry.view().item().type().equals(type.name()))
        .map(entry -> decoded(entry, type))
        .toList();
  }

  /**
   * Checks that an item of the type waits, and returns the first.
   *
   * @throws AssertionError when there is none; the message lists the waiting items
   */
  public <P> EnqueuedItem<P> assertEnqueued(TenantId tenant, WorkType<P> type) {
    return first(tenant, type, payload -> true, "");
  }

  /**
   * Checks that an item with that payload waits, and returns the first.
   *
   * @throws AssertionError when there is none; the message lists the waiting items
   */
  public <P> EnqueuedItem<P> assertEnqueued(TenantId tenant, WorkType<P> type, P payload) {
    return first(
        tenant, type, found -> Objects.deepEquals(found, payload), " with payload " + payload);
  }

  /**
   * Checks that an item whose payload matches waits, and returns the first.
   *
   * @throws AssertionError when there is none; the message lists the waiting items
   */
  public <P> EnqueuedItem<P> assertEnqueuedWhere(
      TenantId tenant, WorkType<P> type, Predicate<? super P> matching) {
    return first(tenant, type, matching, " whose payload matches");
  }

  private <P> EnqueuedItem<P> first(
      TenantId tenant, WorkType<P> type, Predicate<? super P> matching, String expected) {
    return enqueued(tenant, type).stream()
        .filter(item -> matching.test(item.payload()))
        .findFirst()
        .orElseThrow(
            () ->
                new AssertionError(
                    "no item of type \"%s\"%s is enqueued for %s; enqueued are:%s"
                        .formatted(type.name(), expected, tenant, Inventory.lines(items(tenant)))));
  }

  /**
   * Checks that no item of the type waits.
   *
   * @throws AssertionError whose message lists the waiting items
   */
  public void assertNotEnqueued(TenantId tenant, WorkType<?> type) {
    List<Inventory.Entry> found =
        items(tenant).stream()
            .filter(entry -> entry.view().item().type().equals(type.name()))
            .toList();
    if (!found.isEmpty()) {
      throw new AssertionError(
          "items of type \"%s\" are enqueued for %s:%s"
              .formatted(type.name(), tenant, Inventory.lines(found)));
    }
  }

  /**
   * Checks that no item of any tenant waits.
   *
   * @throws AssertionError whose message lists the waiting items
   */
  public void assertNothingEnqueued() {
    List<Inventory.Entry> found = Inventory.of(cluster).waiting();
    if (!found.isEmpty()) {
      throw new AssertionError("items are enqueued:" + Inventory.lines(found));
    }
  }

  private List<Inventory.Entry> items(TenantId tenant) {
    Inventory inventory = Inventory.of(cluster);
    List<TenantId> tenants = inventory.tenants();
    if (!tenants.contains(tenant)) {
      throw new AssertionError("tenant " + tenant + " does not exist; tenants are " + tenants);
    }
    return inventory.items(tenant);
  }

  private static <P> EnqueuedItem<P> decoded(Inventory.Entry entry, WorkType<P> type) {
    return new EnqueuedItem<>(
        entry.tenant(),
        entry.view().item().zone(),
        entry.view().item().id(),
        entry.view().state(),
        entry.view().item().vesting(),
        type.decode(entry.view().item().schemaVersion(), entry.view().item().body().orElseThrow()));
  }

  /** Remembers the content of the cluster after the start of the context. */
  void keepStart() {
    cluster.keep();
  }

  /**
   * Removes tenants, items and data that were written since the start of the context. This also
   * happens after each test method. The time of the test does not go back.
   */
  public synchronized void clear() {
    threads.settle();
    cluster.putBack();
  }
}
