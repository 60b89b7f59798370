package dev.tenure.queue.move;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.queue.directory.TenantEntry;
import dev.tenure.queue.pointer.ClusterKeys;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.database.RunOptions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The moves that operators and plans have asked for (docs/moves.md). {@link MoveWorker}s carry them
 * out. A tenant has one open request at most, and the last one that ended is kept for a day. All of
 * them lie on the first cluster that carries a shard of the directory. Thread-safe; needs no
 * closing.
 */
public final class MoveRequests {
  private static final RunOptions RUN =
      RunOptions.defaults().withName("move-requests").withIdempotent(true);

  private static final int CHANGED_AT_ONCE = 100;

  private final TenantDirectory directory;
  private final QueueCluster home;

  private MoveRequests(TenantDirectory directory, QueueCluster home) {
    this.directory = directory;
    this.home = home;
  }

  public static MoveRequests of(TenantDirectory directory) {
    String first = directory.options().layout().shards().get(0);
    return new MoveRequests(directory, directory.deployment().cluster(first).orElseThrow());
  }

  /** Some requests, and where the list goes on. */
  public record Page(List<MoveRequest> requests, Optional<TenantId> next) {}

  private <T> CompletableFuture<T> run(Function<MoveRequestRows, CompletableFuture<T>> work) {
    return home.database()
        .run(
            RUN,
            context ->
                work.apply(
                    new MoveRequestRows(
                        context, new ClusterKeys(home.options().root()).moveRequests())));
  }

  /** The cluster on which the requests lie. */
  public QueueCluster home() {
    return home;
  }

  /** The time, as it is stored. */
  public Instant now() {
    return Instant.ofEpochMilli(home.database().clock().instant().toEpochMilli());
  }

  /**
   * Asks for a move. It begins when a worker has room for it.
   *
   * @return fails with {@code MOVE_REFUSED} when the tenant is on the target, or another move of it
   *     was asked for and has not ended; with {@code TENANT_NOT_FOUND}, {@code CLUSTER_NOT_FOUND}
   * @throws IllegalArgumentException when a text is too long
   */
  public CompletableFuture<MoveRequest> ask(TenantId tenant, String target, MoveReason why) {
    MoveRequest.open(tenant, target, target, why, Instant.EPOCH);
    return directory
        .find(tenant)
        .thenApply(found -> request(tenant, target, why, found))
        .thenCompose(this::add);
  }

  private MoveRequest request(
      TenantId tenant, String target, MoveReason why, Optional<TenantEntry> found) {
    TenantEntry entry =
        found.orElseThrow(
            () ->
                new QueueException(
                    Code.TENANT_NOT_FOUND, "tenant " + tenant + " has no entry in the directory"));
    if (directory.deployment().cluster(target).isEmpty()) {
      throw new QueueException(
          Code.CLUSTER_NOT_FOUND, "cluster " + target + " is not among those of this process");
    }
    if (entry.cluster().equals(target)) {
      throw new QueueException(
          Code.MOVE_REFUSED, "tenant " + tenant + " lies on cluster " + target + " already");
    }
    return MoveRequest.open(tenant, entry.cluster(), target, why, now());
  }

  CompletableFuture<MoveRequest> add(MoveRequest request) {
    return run(
        rows ->
            rows.open(request.tenant())
                .thenApply(
                    found -> {
                      if (found.isPresent() && !found.get().equals(request)) {
                        throw new QueueException(
                            Code.MOVE_REFUSED,
                            "a move of tenant "
                                + request.tenant()
                                + " to cluster "
                                + found.get().target()
                                + " was asked for and has not ended");
                      }
                      rows.put(request);
                      return request;
                    }));
  }

  /**
   * Has workers copy no further. A mover at work stops within a few seconds; the source serves the
   * tenant, also when its mover died after it had closed the source. A move after its flip is
   * completed.
   *
   * @return fails with {@code MOVE_NOT_FOUND} when no move was asked for lately, and with {@code
   *     MOVE_REFUSED} when it has ended or is being reverted
   */
  public CompletableFuture<MoveRequest> pause(TenantId tenant) {
    return change(tenant, request -> inState(request, MoveRequest.State.PAUSED));
  }

  /** Has workers go on. Fails as {@link #pause}. */
  public CompletableFuture<MoveRequest> resume(TenantId tenant) {
    return change(tenant, request -> inState(request, MoveRequest.State.OPEN));
  }

  /**
   * Has a worker undo the move; a move whose tenant has arrived is completed.
   *
   * @return fails with {@code MOVE_NOT_FOUND} when no move was asked for lately, and with {@code
   *     MOVE_REFUSED} when it has ended
   */
  public CompletableFuture<MoveRequest> revert(TenantId tenant) {
    return change(tenant, request -> request.withState(MoveRequest.State.REVERTING));
  }

  private static MoveRequest inState(MoveRequest request, MoveRequest.State state) {
    if (request.state() == MoveRequest.State.REVERTING) {
      throw new QueueException(
          Code.MOVE_REFUSED, "the move of tenant " + request.tenant() + " is being reverted");
    }
    return request.withState(state);
  }

  private CompletableFuture<MoveRequest> change(
      TenantId tenant, UnaryOperator<MoveRequest> change) {
    return run(
        rows ->
            rows.open(tenant)
                .thenCompose(
                    found -> {
                      if (found.isEmpty()) {
                        return rows.ended(tenant).thenApply(last -> notOpen(tenant, last));
                      }
                      MoveRequest changed = change.apply(found.get());
                      rows.put(changed);
                      return CompletableFuture.completedFuture(changed);
                    }));
  }

  private static MoveRequest notOpen(TenantId tenant, Optional<MoveRequest> last) {
    if (last.isEmpty()) {
      throw new QueueException(
          Code.MOVE_NOT_FOUND, "no move of tenant " + tenant + " was asked for lately");
    }
    throw new QueueException(
        Code.MOVE_REFUSED,
        "the move of tenant %s to cluster %s has ended as %s"
            .formatted(tenant, last.get().target(), last.get().state()));
  }

  /** The open request of a tenant, or else the last one that ended, for a day. */
  public CompletableFuture<Optional<MoveRequest>> find(TenantId tenant) {
    return run(
        rows ->
            rows.open(tenant)
                .thenCompose(
                    open ->
                        open.isPresent()
                            ? CompletableFuture.completedFuture(open)
                            : rows.ended(tenant)));
  }

  /**
   * Requests in the order of their tenants.
   *
   * @param ended whether those that have ended are listed, or those that are open
   * @param after {@link Page#next} of the page before; empty to begin
   * @param max 1 to 1,000
   */
  public CompletableFuture<Page> list(boolean ended, Optional<TenantId> after, int max) {
    QueueLimits.checkBetween("max", max, 1, QueueLimits.BATCH_ITEMS_MAX);
    return run(rows -> rows.page(ended, after, max))
        .thenApply(found -> new Page(found.requests(), found.next()));
  }

  /**
   * Asks for many moves in one transaction, but for those of tenants of which a move was asked for
   * and has not ended.
   *
   * @param moves open requests, at most 1,000
   * @return how many it has asked for
   */
  public CompletableFuture<Integer> askAll(List<MoveRequest> moves) {
    QueueLimits.checkBetween("moves", moves.size(), 0, QueueLimits.BATCH_ITEMS_MAX);
    return run(
        rows ->
            AsyncLoop.all(moves.stream().map(each -> rows.putUnlessOpen(each)).toList())
                .thenApply(put -> (int) put.stream().filter(done -> done).count()));
  }

  /**
   * Changes the states of all open requests of a plan, 100 at a time.
   *
   * @param change gives the state from the state before
   * @return how many it has changed
   */
  public CompletableFuture<Long> changeAll(String plan, UnaryOperator<MoveRequest.State> change) {
    List<TenantId> last = new ArrayList<>();
    long[] changed = {0};
    return AsyncLoop.whileTrue(
            () ->
                run(rows ->
                        rows.page(false, last.stream().findFirst(), CHANGED_AT_ONCE)
                            .thenCompose(page -> rows.change(page, plan, change)))
                    .thenApply(
                        page -> {
                          changed[0] += page.changed();
                          last.clear();
                          page.next().ifPresent(last::add);
                          return page.next().isPresent();
                        }))
        .thenApply(done -> changed[0]);
  }

  /** Changes what is stored of a request, unless it has ended or is another one meanwhile. */
  CompletableFuture<Optional<MoveRequest>> update(
      MoveRequest request, UnaryOperator<MoveRequest> change) {
    return run(
        rows ->
            rows.open(request.tenant())
                .thenApply(
                    found ->
                        found
                            .filter(each -> isSame(each, request))
                            .map(
                                each -> {
                                  MoveRequest changed = change.apply(each);
                                  rows.put(changed);
                                  return changed;
                                })));
  }

  private static boolean isSame(MoveRequest one, MoveRequest other) {
    return one.asked().equals(other.asked()) && one.target().equals(other.target());
  }

  /** Forgets requests that ended before a time; gives where the next call goes on. */
  CompletableFuture<Optional<TenantId>> forget(
      Optional<TenantId> after, int max, Instant endedBefore) {
    return run(
        rows ->
            rows.page(true, after, max)
                .thenApply(
                    found -> {
                      found.requests().stream()
                          .filter(each -> each.ended().orElse(Instant.EPOCH).isBefore(endedBefore))
                          .forEach(each -> rows.forgetEnded(each.tenant()));
                      return found.next();
                    }));
  }
}
