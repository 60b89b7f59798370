package dev.tenure.testkit.external;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.ContentType;
import dev.tenure.queue.ItemBody;
import dev.tenure.queue.LeaseId;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.external.store.DueZone;
import dev.tenure.queue.external.store.ExternalDequeue;
import dev.tenure.queue.external.store.ExternalEffects;
import dev.tenure.queue.external.store.ExternalStore;
import dev.tenure.queue.external.store.TakenItem;
import dev.tenure.queue.external.store.ZoneAddress;
import dev.tenure.queue.external.store.ZoneCounts;
import dev.tenure.queue.zone.DeadLetter;
import dev.tenure.queue.zone.DeadLetterKind;
import dev.tenure.queue.zone.DequeueRequest;
import dev.tenure.queue.zone.FailedAttempt;
import dev.tenure.queue.zone.Failure;
import dev.tenure.queue.zone.StackTrace;
import dev.tenure.queue.zone.ZoneOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** The behaviours that every {@link ExternalStore} must show. */
public abstract class ExternalStoreContract {
  protected static final TenantId TENANT = new TenantId("shop", "anna");
  protected static final ZoneAddress ZONE = new ZoneAddress(TENANT, "mail");
  private static final LeaseId FIRST = new LeaseId("0123456789abcdef0123456789abcdef");
  private static final LeaseId SECOND = new LeaseId("fedcba9876543210fedcba9876543210");
  private static final Duration LONG = Duration.ofHours(5);
  private static final Duration SHORT = Duration.ofMinutes(10);

  /** An empty store; called once in a test. */
  protected abstract ExternalStore newStore();

  /**
   * Lets this time pass on the store's clock, or has the store believe so: everything that it holds
   * becomes older.
   */
  protected abstract void pass(Duration time);

  /** Effects of a kind that the store knows, which succeed and which {@link #applied} counts. */
  protected abstract ExternalEffects effects();

  /** Effects of a kind that the store knows, which fail after a change. */
  protected abstract ExternalEffects failingEffects();

  /** How many effects were applied to the store. */
  protected abstract int applied();

  protected static <T> T answer(CompletableFuture<T> future) {
    return future.orTimeout(60, TimeUnit.SECONDS).join();
  }

  protected static NewItem item(String id) {
    return item(id, "send", 8);
  }

  private static NewItem item(String id, String type, int priority) {
    ItemBody body =
        new ItemBody(
            ContentType.JSON, new byte[] {0, 1, -1}, Map.of("trace", "a\u0000ä\uD83D\uDE00"));
    return new NewItem(type, 3, body, priority, Duration.ZERO, Optional.of(id), Optional.empty());
  }

  private static boolean enqueue(ExternalStore store, NewItem item) {
    return answer(store.enqueue(ZONE, item, 7));
  }

  private static List<String> ids(ExternalDequeue found) {
    return found.items().stream().map(taken -> taken.item().id()).toList();
  }

  private static ExternalDequeue take(ExternalStore store, int max, LeaseId lease, Duration time) {
    return answer(
        store.dequeue(ZONE, lease, DequeueRequest.of(max, time, "consumer-1"), any -> true));
  }

  private static ExternalStore leasing(ExternalStore store) {
    Assumptions.assumeTrue(store.leasesItems(), "the store leases no items");
    return store;
  }

  private static Failure failure(String error) {
    return new Failure(error, "consumer-1", StackTrace.compress("at a\n\tat b"));
  }

  @Test
  void itemIsTakenAsItWasEnqueued() {
    ExternalStore store = newStore();
    assertTrue(enqueue(store, item("a")));
    ExternalDequeue found = take(store, 5, FIRST, LONG);
    assertFalse(found.more());
    assertEquals(0, found.refused());
    TakenItem taken = found.items().get(0);
    WorkItem item = taken.item();
    assertEquals(7, taken.life());
    assertEquals(
        List.of("a", "send", 3, 8, "mail", 0, 0, Optional.empty()),
        List.of(
            item.id(),
            item.type(),
            item.schemaVersion(),
            item.priority(),
            item.zone(),
            item.attempts(),
            item.errors(),
            item.group()));
    assertEquals(Optional.of(item("a").body()), item.body());
    assertEquals(item("a").body().size(), item.bodySize());
  }

  @Test
  void sameIdIsOneItem() {
    ExternalStore store = newStore();
    assertTrue(enqueue(store, item("a")));
    assertFalse(answer(store.enqueue(ZONE, item("a", "other", 0), 8)));
    assertEquals(7, take(store, 5, FIRST, LONG).items().get(0).life());
    assertTrue(answer(store.enqueue(new ZoneAddress(TENANT, "other"), item("a"), 9)));
  }

  @Test
  void itemsAreTakenByPriorityAndThenByVestingTime() {
    ExternalStore store = newStore();
    enqueue(store, item("late", "send", 8));
    pass(Duration.ofMillis(5));
    enqueue(store, item("later", "send", 8));
    enqueue(store, item("urgent", "send", 0));
    enqueue(store, item("idle", "send", 15));
    ExternalDequeue some = take(store, 3, FIRST, LONG);
    assertEquals(List.of("urgent", "late", "later"), ids(some));
    assertTrue(some.more());
  }

  @Test
  void delayedItemIsNotTakenBeforeItsTime() {
    ExternalStore store = newStore();
    enqueue(store, item("a").withDelay(SHORT));
    ExternalDequeue early = take(store, 5, FIRST, LONG);
    assertEquals(List.of(), early.items());
    assertTrue(early.next().filter(next -> next.compareTo(SHORT) <= 0).isPresent());
    assertTrue(answer(store.look(ZONE)).filter(next -> !next.isZero()).isPresent());
    pass(SHORT);
    assertEquals(Optional.of(Duration.ZERO), answer(store.look(ZONE)));
    assertEquals(List.of("a"), ids(take(store, 5, FIRST, LONG)));
  }

  @Test
  void refusedTypesStayAndDoNotHideOthers() {
    ExternalStore store = newStore();
    List<CompletableFuture<Boolean>> added = new ArrayList<>();
    for (int i = 0; i < 150; i++) {
      added.add(store.enqueue(ZONE, item("unknown-" + i, "unknown", 1), 7));
    }
    added.forEach(ExternalStoreContract::answer);
    enqueue(store, item("known"));
    ExternalDequeue found =
        answer(
            store.dequeue(
                ZONE,
                FIRST,
                DequeueRequest.of(2, LONG, "consumer-1"),
                each -> each.type().equals("send")));
    assertEquals(List.of("known"), ids(found));
    assertTrue(found.refused() > 0, "refused items are reported");
  }

  @Test
  void permitsAreAskedForNoMoreThanTheItemsThatAreTaken() {
    ExternalStore store = newStore();
    for (int i = 0; i < 10; i++) {
      enqueue(store, item("a" + i));
    }
    List<String> granted = new ArrayList<>();
    ExternalDequeue found =
        answer(
            store.dequeue(
                ZONE,
                FIRST,
                DequeueRequest.of(3, LONG, "consumer-1"),
                each -> granted.add(each.id())));
    assertEquals(granted, ids(found));
  }

  @Test
  void bytesLimitWhatIsTaken() {
    ExternalStore store = newStore();
    enqueue(store, item("a"));
    enqueue(store, item("b"));
    DequeueRequest one = DequeueRequest.of(5, LONG, "consumer-1").withBytesMax(1);
    ExternalDequeue found = answer(store.dequeue(ZONE, FIRST, one, any -> true));
    assertEquals(1, found.items().size());
    assertTrue(found.more());
  }

  @Test
  void leasedItemIsNotTakenAgainUntilItsLeaseEnds() {
    ExternalStore store = leasing(newStore());
    enqueue(store, item("a"));
    take(store, 5, FIRST, SHORT);
    ExternalDequeue hidden = take(store, 5, SECOND, LONG);
    assertEquals(List.of(), hidden.items());
    assertTrue(hidden.next().isPresent(), "the end of the lease is known");
    assertTrue(answer(store.look(ZONE)).isPresent(), "a zone with leased items is not empty");
    pass(SHORT);
    ExternalDequeue again = take(store, 5, SECOND, LONG);
    assertEquals(1, again.items().get(0).item().attempts(), "the first attempt has vanished");
    assertEquals(2, again.items().get(0).item().leases());
    assertEquals(ZoneOutcome.LEASE_LOST, answer(store.extend(ZONE, "a", FIRST, LONG)));
    assertEquals(
        ZoneOutcome.LEASE_LOST, answer(store.complete(ZONE, "a", FIRST, Optional.empty())));
    assertEquals(
        ZoneOutcome.LEASE_LOST,
        answer(store.requeue(ZONE, "a", FIRST, Duration.ZERO, Optional.empty())));
    assertEquals(
        ZoneOutcome.LEASE_LOST,
        answer(
            store.moveToDeadLetter(
                ZONE, "a", FIRST, DeadLetterKind.FAILED, "why", Optional.empty())));
    assertEquals(ZoneOutcome.DONE, answer(store.complete(ZONE, "a", SECOND, Optional.empty())));
  }

  @Test
  void extensionKeepsTheLeaseAndWorksAfterItsEndWhenNobodyTookTheItem() {
    ExternalStore store = leasing(newStore());
    enqueue(store, item("a"));
    take(store, 5, FIRST, SHORT);
    pass(SHORT);
    assertEquals(ZoneOutcome.DONE, answer(store.extend(ZONE, "a", FIRST, LONG)));
    assertEquals(List.of(), take(store, 5, SECOND, LONG).items());
  }

  @Test
  void completedItemIsGone() {
    ExternalStore store = newStore();
    enqueue(store, item("a"));
    take(store, 5, FIRST, LONG);
    assertEquals(ZoneOutcome.DONE, answer(store.complete(ZONE, "a", FIRST, Optional.empty())));
    assertEquals(ZoneOutcome.ITEM_GONE, answer(store.complete(ZONE, "a", FIRST, Optional.empty())));
    assertEquals(Optional.empty(), answer(store.look(ZONE)));
    assertTrue(enqueue(store, item("a")), "the id is free again");
  }

  @Test
  void effectsAreAppliedWithTheCompletionOrNotAtAll() {
    ExternalStore store = newStore();
    enqueue(store, item("a"));
    take(store, 5, FIRST, LONG);
    assertThrows(
        CompletionException.class,
        () -> answer(store.complete(ZONE, "a", FIRST, Optional.of(failingEffects()))));
    assertEquals(0, applied());
    assertTrue(answer(store.look(ZONE)).isPresent(), "the item is still there");
    assertEquals(
        ZoneOutcome.DONE, answer(store.complete(ZONE, "a", FIRST, Optional.of(effects()))));
    assertEquals(
        ZoneOutcome.ITEM_GONE, answer(store.complete(ZONE, "a", FIRST, Optional.of(effects()))));
    assertEquals(1, applied());
  }

  @Test
  void effectsOfAnotherKindAreRefused() {
    ExternalStore store = newStore();
    enqueue(store, item("a"));
    take(store, 5, FIRST, LONG);
    CompletionException thrown =
        assertThrows(
            CompletionException.class,
            () -> answer(store.complete(ZONE, "a", FIRST, Optional.of(new ExternalEffects() {}))));
    assertInstanceOf(IllegalArgumentException.class, thrown.getCause());
    assertTrue(answer(store.look(ZONE)).isPresent(), "the item is still there");
  }

  @Test
  void requeuedItemCountsItsFailureAndVestsAfterTheDelay() {
    ExternalStore store = newStore();
    enqueue(store, item("a"));
    take(store, 5, FIRST, LONG);
    assertEquals(
        ZoneOutcome.DONE,
        answer(store.requeue(ZONE, "a", FIRST, SHORT, Optional.of(failure("broken")))));
    assertEquals(List.of(), take(store, 5, SECOND, LONG).items());
    pass(SHORT);
    WorkItem item = take(store, 5, SECOND, LONG).items().get(0).item();
    assertEquals(List.of(1, 1), List.of(item.errors(), item.attempts()));
    answer(store.requeue(ZONE, "a", SECOND, Duration.ZERO, Optional.empty()));
    WorkItem released = take(store, 5, FIRST, LONG).items().get(0).item();
    assertEquals(List.of(1, 1), List.of(released.errors(), released.attempts()));
  }

  @Test
  void deadLetterKeepsItsHistoryAndIsRedriven() {
    ExternalStore store = newStore();
    enqueue(store, item("a"));
    for (int i = 0; i < 12; i++) {
      take(store, 5, FIRST, LONG);
      answer(store.requeue(ZONE, "a", FIRST, Duration.ZERO, Optional.of(failure("error " + i))));
    }
    take(store, 5, FIRST, LONG);
    assertEquals(
        ZoneOutcome.DONE,
        answer(
            store.moveToDeadLetter(
                ZONE,
                "a",
                FIRST,
                DeadLetterKind.FAILED,
                "gave \u0000 up",
                Optional.of(failure("last")))));
    assertEquals(Optional.empty(), answer(store.look(ZONE)), "dead letters do not count");
    assertFalse(enqueue(store, item("a")), "its id is taken");
    DeadLetter letter = answer(store.deadLetters(ZONE, Optional.empty(), 5)).get(0);
    assertEquals(DeadLetterKind.FAILED, letter.kind());
    assertTrue(letter.reason().startsWith("gave") && letter.reason().endsWith("up"));
    assertEquals(13, letter.item().errors());
    List<FailedAttempt> failures = letter.failures();
    assertEquals(10, failures.size());
    FailedAttempt last = failures.get(9);
    assertEquals(
        List.of("last", 13, "consumer-1"), List.of(last.error(), last.attempt(), last.consumer()));
    assertEquals("at a\n\tat b", last.stackTrace().orElseThrow().text());
    assertEquals(ZoneOutcome.DONE, answer(store.redrive(ZONE, "a")));
    assertEquals(ZoneOutcome.ITEM_GONE, answer(store.redrive(ZONE, "a")));
    TakenItem again = take(store, 5, SECOND, LONG).items().get(0);
    assertEquals(List.of(0, 0), List.of(again.item().errors(), again.item().attempts()));
    assertEquals(7, again.life(), "it is still the same item");
  }

  private static DeadLetter die(ExternalStore store, String id) {
    take(store, 5, FIRST, LONG);
    assertEquals(
        ZoneOutcome.DONE,
        answer(
            store.moveToDeadLetter(
                ZONE, id, FIRST, DeadLetterKind.FAILED, "gave up", Optional.empty())));
    return answer(store.deadLetters(ZONE, Optional.empty(), 5)).get(0);
  }

  @Test
  void deadLetterIsChangedOnlyIfItIsTheOneThatWasRead() {
    ExternalStore store = newStore();
    enqueue(store, item("a"));
    DeadLetter first = die(store, "a");
    assertEquals(ZoneOutcome.DONE, answer(store.redrive(ZONE, first)));
    assertEquals(ZoneOutcome.ITEM_GONE, answer(store.redrive(ZONE, first)));
    assertEquals(ZoneOutcome.ITEM_GONE, answer(store.remove(ZONE, first)), "it is an item");
    pass(SHORT);
    DeadLetter second = die(store, "a");
    assertEquals(ZoneOutcome.ITEM_GONE, answer(store.redrive(ZONE, first)), "it died again");
    assertEquals(ZoneOutcome.ITEM_GONE, answer(store.remove(ZONE, first)), "it died again");
    assertEquals(ZoneOutcome.DONE, answer(store.remove(ZONE, second)));
    assertEquals(ZoneOutcome.ITEM_GONE, answer(store.remove(ZONE, second)));
    assertEquals(List.of(), answer(store.deadLetters(ZONE, Optional.empty(), 5)));
    assertTrue(enqueue(store, item("a")), "its id is free");
  }

  @Test
  void onlyAnItemThatWasNeverTakenIsWithdrawn() {
    ExternalStore store = newStore();
    enqueue(store, item("a"));
    assertFalse(answer(store.withdraw(ZONE, "a", 8)), "another life");
    if (store.leasesItems()) {
      assertTrue(answer(store.withdraw(ZONE, "a", 7)));
      assertEquals(Optional.empty(), answer(store.look(ZONE)));
      enqueue(store, item("a"));
      take(store, 5, FIRST, LONG);
    }
    assertFalse(answer(store.withdraw(ZONE, "a", 7)), "it may be running");
    assertTrue(answer(store.look(ZONE)).isPresent());
  }

  @Test
  void zonesWithItemsAreListedPageByPage() {
    ExternalStore store = newStore();
    List<ZoneAddress> all = new ArrayList<>();
    for (String user : List.of("anna", "bert", "zoë")) {
      for (String zone : List.of("a", "b b", "c/c")) {
        ZoneAddress address = new ZoneAddress(new TenantId("shop", user), zone);
        all.add(address);
        answer(store.enqueue(address, item("1").withDelay(LONG), 1));
        answer(store.enqueue(address, item("2"), 1));
      }
    }
    answer(store.dequeue(all.get(0), FIRST, DequeueRequest.of(9, LONG, "c"), any -> true));
    answer(
        store.moveToDeadLetter(
            all.get(0), "2", FIRST, DeadLetterKind.PARKED, "why", Optional.empty()));
    List<DueZone> found = new ArrayList<>();
    Optional<ZoneAddress> last = Optional.empty();
    for (List<DueZone> page = answer(store.zones(last, 2)); !page.isEmpty(); ) {
      found.addAll(page);
      last = Optional.of(page.get(page.size() - 1).zone());
      page = answer(store.zones(last, 2));
    }
    assertEquals(
        all.stream().map(Object::toString).sorted().toList(),
        found.stream().map(each -> each.zone().toString()).sorted().toList());
    for (DueZone each : found) {
      assertEquals(!each.zone().equals(all.get(0)), each.next().isZero(), each::toString);
    }
    assertEquals(
        List.of(
            new ZoneCounts("a", Map.of("send", 1L), 1),
            new ZoneCounts("b b", Map.of("send", 2L), 0)),
        answer(store.zonesOf(TENANT, Optional.empty(), 2)));
    assertEquals(
        List.of(new ZoneCounts("c/c", Map.of("send", 2L), 0)),
        answer(store.zonesOf(TENANT, Optional.of("b b"), 2)));
  }

  @Test
  void itemsAreListedAndCancelled() {
    ExternalStore store = newStore();
    enqueue(store, item("a"));
    enqueue(store, item("b"));
    enqueue(store, item("c"));
    assertEquals(
        List.of("b", "c"),
        answer(store.items(ZONE, Optional.of("a"), 5)).stream().map(WorkItem::id).toList());
    assertEquals(1, answer(store.items(ZONE, Optional.empty(), 1)).size());
    take(store, 1, FIRST, LONG);
    assertEquals(ZoneOutcome.DONE, answer(store.cancel(ZONE, "a")));
    assertEquals(ZoneOutcome.ITEM_GONE, answer(store.cancel(ZONE, "a")));
    assertEquals(ZoneOutcome.ITEM_GONE, answer(store.complete(ZONE, "a", FIRST, Optional.empty())));
  }

  @Test
  void concurrentDequeuesTakeEachItemOnce() {
    ExternalStore store = leasing(newStore());
    int items = 40;
    for (int i = 0; i < items; i++) {
      enqueue(store, item("a" + i));
    }
    List<CompletableFuture<ExternalDequeue>> visits = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      visits.add(
          store.dequeue(
              ZONE,
              new LeaseId(String.format("%032x", i + 1)),
              DequeueRequest.of(5, LONG, "c" + i),
              any -> true));
    }
    List<String> taken = new ArrayList<>();
    visits.forEach(visit -> taken.addAll(ids(answer(visit))));
    for (int left = 1; left > 0; ) {
      ExternalDequeue rest = take(store, 20, FIRST, LONG);
      taken.addAll(ids(rest));
      left = rest.items().size();
    }
    assertEquals(items, taken.size());
    assertEquals(items, taken.stream().distinct().count());
  }
}
