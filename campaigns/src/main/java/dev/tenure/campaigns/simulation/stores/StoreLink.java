package dev.tenure.campaigns.simulation.stores;

import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.queue.LeaseId;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.external.store.DueZone;
import dev.tenure.queue.external.store.ExternalDequeue;
import dev.tenure.queue.external.store.ExternalEffects;
import dev.tenure.queue.external.store.ExternalStore;
import dev.tenure.queue.external.store.ExternalStoreException;
import dev.tenure.queue.external.store.ZoneAddress;
import dev.tenure.queue.external.store.ZoneCounts;
import dev.tenure.queue.zone.DeadLetter;
import dev.tenure.queue.zone.DeadLetterKind;
import dev.tenure.queue.zone.DequeueRequest;
import dev.tenure.queue.zone.Failure;
import dev.tenure.queue.zone.IndexedItem;
import dev.tenure.queue.zone.ZoneOutcome;
import dev.tenure.testkit.external.MemoryExternalStore;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The store as one process sees it: requests and answers take time and get lost, and the store does
 * not answer while it restarts.
 */
final class StoreLink implements ExternalStore {
  private static final Duration TIMEOUT = Duration.ofSeconds(3);

  private final StoresWorld world;
  private final SimulatedProcess process;
  private final MemoryExternalStore store;

  StoreLink(StoresWorld world, SimulatedProcess process) {
    this.world = world;
    this.process = process;
    this.store = world.store;
  }

  /**
   * Sends a request; the operation takes place when it arrives, unless it or the answer is lost.
   */
  <T> CompletableFuture<T> send(Supplier<CompletableFuture<T>> operation) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    boolean lost = loses();
    boolean answerLost = loses();
    if (lost) {
      later(TIMEOUT, () -> answer.completeExceptionally(down("a request was lost", true)));
      return answer;
    }
    later(
        delay(),
        () -> {
          if (world.storeDown) {
            answer.completeExceptionally(down("it restarts", false));
            return;
          }
          CompletableFuture<T> done = operation.get();
          if (answerLost) {
            world.edges.hit(Edge.STORE_ANSWER_LOST);
            later(TIMEOUT, () -> answer.completeExceptionally(down("an answer was lost", true)));
          } else {
            later(delay(), () -> answer(done, answer));
          }
        });
    return answer;
  }

  private static <T> void answer(CompletableFuture<T> done, CompletableFuture<T> answer) {
    var unused =
        done.whenComplete(
            (value, error) -> {
              if (error == null) {
                answer.complete(value);
              } else {
                answer.completeExceptionally(error);
              }
            });
  }

  private boolean loses() {
    return !world.ending && process.random().nextInt(world.plan.lossOneIn()) == 0;
  }

  private Duration delay() {
    return Duration.ofMillis(process.random().nextLong(1 + world.plan.delayMax().toMillis()));
  }

  private void later(Duration delay, Runnable step) {
    var unused = process.timer().schedule(step, delay.toMillis(), TimeUnit.MILLISECONDS);
  }

  private static ExternalStoreException down(String why, boolean maybeDone) {
    return new ExternalStoreException("the store does not answer: " + why, maybeDone, null);
  }

  @Override
  public boolean leasesItems() {
    return store.leasesItems();
  }

  @Override
  public Duration pointerLease() {
    return store.pointerLease();
  }

  @Override
  public CompletableFuture<Boolean> enqueue(ZoneAddress zone, NewItem item, long life) {
    return send(() -> store.enqueue(zone, item, life));
  }

  @Override
  public CompletableFuture<Boolean> withdraw(ZoneAddress zone, String id, long life) {
    return send(() -> store.withdraw(zone, id, life));
  }

  @Override
  public CompletableFuture<ExternalDequeue> dequeue(
      ZoneAddress zone, LeaseId lease, DequeueRequest request, Predicate<IndexedItem> permits) {
    return send(() -> store.dequeue(zone, lease, request, permits));
  }

  @Override
  public CompletableFuture<Optional<Duration>> look(ZoneAddress zone) {
    return send(() -> store.look(zone));
  }

  @Override
  public CompletableFuture<ZoneOutcome> extend(
      ZoneAddress zone, String id, LeaseId lease, Duration duration) {
    return send(() -> store.extend(zone, id, lease, duration));
  }

  @Override
  public CompletableFuture<ZoneOutcome> complete(
      ZoneAddress zone, String id, LeaseId lease, Optional<ExternalEffects> effects) {
    return send(() -> store.complete(zone, id, lease, effects));
  }

  @Override
  public CompletableFuture<ZoneOutcome> requeue(
      ZoneAddress zone, String id, LeaseId lease, Duration delay, Optional<Failure> failure) {
    return send(() -> store.requeue(zone, id, lease, delay, failure));
  }

  @Override
  public CompletableFuture<ZoneOutcome> moveToDeadLetter(
      ZoneAddress zone,
      String id,
      LeaseId lease,
      DeadLetterKind kind,
      String reason,
      Optional<Failure> failure) {
    return send(() -> store.moveToDeadLetter(zone, id, lease, kind, reason, failure));
  }

  @Override
  public CompletableFuture<List<DueZone>> zones(Optional<ZoneAddress> after, int max) {
    return send(() -> store.zones(after, max));
  }

  @Override
  public CompletableFuture<List<ZoneCounts>> zonesOf(
      TenantId tenant, Optional<String> after, int max) {
    return send(() -> store.zonesOf(tenant, after, max));
  }

  @Override
  public CompletableFuture<List<WorkItem>> items(
      ZoneAddress zone, Optional<String> after, int max) {
    return send(() -> store.items(zone, after, max));
  }

  @Override
  public CompletableFuture<List<DeadLetter>> deadLetters(
      ZoneAddress zone, Optional<String> after, int max) {
    return send(() -> store.deadLetters(zone, after, max));
  }

  @Override
  public CompletableFuture<ZoneOutcome> redrive(ZoneAddress zone, String id) {
    return send(() -> store.redrive(zone, id));
  }

  @Override
  public CompletableFuture<ZoneOutcome> cancel(ZoneAddress zone, String id) {
    return send(() -> store.cancel(zone, id));
  }

  @Override
  public CompletableFuture<ZoneOutcome> redrive(ZoneAddress zone, DeadLetter read) {
    return send(() -> store.redrive(zone, read));
  }

  @Override
  public CompletableFuture<ZoneOutcome> remove(ZoneAddress zone, DeadLetter read) {
    return send(() -> store.remove(zone, read));
  }
}
