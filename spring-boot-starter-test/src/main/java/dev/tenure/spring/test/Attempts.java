package dev.tenure.spring.test;

import dev.tenure.consumer.ConsumerListener;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.Registration;
import dev.tenure.consumer.WorkContext;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Limits the number of items for which a consumer calls handlers, and notes the ends of these
 * items. The handler of a further item is not called; the consumer gives that item back when it
 * stops. Thread-safe.
 */
final class Attempts implements ConsumerListener {
  private final int most;
  private final Map<Place, Failed> admitted = new HashMap<>();
  private final List<RanItem> ran = new ArrayList<>();
  private int admissions;

  private record Place(TenantId tenant, String zone, String id) {
    static Place of(WorkItem item, TenantId tenant) {
      return new Place(tenant, item.zone(), item.id());
    }
  }

  private record Failed(Optional<String> error, Optional<Throwable> thrown) {
    static final Failed NOT = new Failed(Optional.empty(), Optional.empty());
  }

  /**
   * Creates the limit.
   *
   * @param most the most items that may run
   */
  Attempts(int most) {
    this.most = most;
  }

  /** Wraps handlers, so that they are called only for items that may run. */
  Handlers admitting(Handlers handlers) {
    Handlers.Builder admitting = Handlers.builder();
    handlers.all().forEach(each -> admit(each, admitting));
    return admitting.build();
  }

  private <P> void admit(Registration<P> registration, Handlers.Builder to) {
    to.on(
        registration.type(),
        (payload, context) ->
            admits(context) ? registration.handler().handle(payload, context) : notNow());
  }

  private static CompletionStage<Outcome> notNow() {
    return new CompletableFuture<>();
  }

  /** Further calls of the handler within one attempt are of an item that was admitted. */
  private synchronized boolean admits(WorkContext context) {
    Place place = Place.of(context.item(), context.tenant());
    if (!admitted.containsKey(place)) {
      if (admissions == most) {
        return false;
      }
      admissions++;
      admitted.put(place, Failed.NOT);
    }
    return true;
  }

  /** Whether all items that may run have ended. */
  synchronized boolean done() {
    return ran.size() == most;
  }

  /** The number of items that have ended. */
  synchronized int ended() {
    return ran.size();
  }

  synchronized List<RanItem> ran() {
    return List.copyOf(ran);
  }

  @Override
  public void itemCompleted(WorkItem item, TenantId tenant, Duration took) {
    end(item, tenant, RanItem.Result.COMPLETED, null);
  }

  @Override
  public synchronized void itemFailed(
      WorkItem item, TenantId tenant, String error, Optional<Throwable> thrown) {
    admitted.computeIfPresent(
        Place.of(item, tenant), (place, before) -> new Failed(Optional.of(error), thrown));
  }

  @Override
  public synchronized void itemRequeued(WorkItem item, TenantId tenant, Duration delay) {
    Failed failed = admitted.getOrDefault(Place.of(item, tenant), Failed.NOT);
    boolean snoozed = failed.error().isEmpty();
    end(item, tenant, snoozed ? RanItem.Result.SNOOZED : RanItem.Result.RETRIED, null);
  }

  @Override
  public void itemDeadLettered(WorkItem item, TenantId tenant, String reason) {
    end(item, tenant, RanItem.Result.DEAD, reason);
  }

  /** Notes that an item was parked, possibly without a call of its handler. */
  @Override
  public void itemParked(WorkItem item, TenantId tenant, String reason) {
    end(item, tenant, RanItem.Result.PARKED, reason);
  }

  @Override
  public void itemDiscarded(WorkItem item, TenantId tenant, String reason) {
    end(item, tenant, RanItem.Result.DISCARDED, reason);
  }

  @Override
  public void leaseLost(WorkItem item, TenantId tenant) {
    end(item, tenant, RanItem.Result.LOST, null);
  }

  private synchronized void end(
      WorkItem item, TenantId tenant, RanItem.Result result, @Nullable String reason) {
    Failed failed = admitted.remove(Place.of(item, tenant));
    if (failed == null && result != RanItem.Result.PARKED) {
      return;
    }
    Failed told = failed == null ? Failed.NOT : failed;
    ran.add(
        new RanItem(
            tenant,
            item.zone(),
            item.id(),
            item.type(),
            result,
            Optional.ofNullable(reason).or(told::error),
            told.thrown()));
  }
}
