package dev.tenure.queue.move;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.MoveSource;
import dev.tenure.queue.cluster.MoveTarget;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.directory.EntryMoves;
import dev.tenure.queue.directory.MoveEntry;
import dev.tenure.queue.directory.TenantDirectory;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Moves tenants with their queues between the clusters of a deployment that has a tenant directory,
 * while producers and consumers run (docs/moves.md). All processes that use the tenant must have a
 * release that knows moves. Thread-safe; needs no closing.
 *
 * <p>A move is stored. When its mover fails or dies, any process can {@link #resume} it; until the
 * tenant has arrived, it can also be {@link #revert}ed. The methods fail with {@link
 * QueueException}: {@code MOVE_REFUSED} when the move is in no state that allows the call, {@code
 * MOVE_TAKEN_OVER} when another mover works on it, and as the directory and the clusters do.
 */
public final class TenantMoves {
  private final EntryMoves entries;
  private final MoveOptions options;
  private final BooleanSupplier stops;

  private TenantMoves(EntryMoves entries, MoveOptions options, BooleanSupplier stops) {
    this.entries = entries;
    this.options = options;
    this.stops = stops;
  }

  public static TenantMoves of(TenantDirectory directory, MoveOptions options) {
    return new TenantMoves(directory.moves(), options, () -> false);
  }

  /**
   * Moves whose movers end as paused, and leave the move to other movers at once, when the process
   * is to stop.
   */
  TenantMoves until(BooleanSupplier stop) {
    return new TenantMoves(entries, options, stop);
  }

  /**
   * Moves a tenant.
   *
   * @param listener is told after each transaction that copies, and must not block
   * @return what became of the move. Besides the errors above, fails with {@code TENANT_MOVING}
   *     when a move of the tenant is under way, or when the source could not be left within {@link
   *     MoveOptions#pauseMax}; with {@code MOVE_NOT_VERIFIED} and {@code TENANT_EXISTS} after the
   *     move was reverted
   */
  public CompletableFuture<TenantMoveReport> move(
      TenantId tenant, String target, Consumer<MoveProgress> listener) {
    QueueCluster cluster =
        entries
            .deployment()
            .cluster(target)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "there is no cluster "
                            + target
                            + ", known are "
                            + entries.deployment().clusters().stream()
                                .map(QueueCluster::name)
                                .toList()));
    return MoveTarget.permit(cluster)
        .thenCompose(permit -> entries.begin(tenant, target, permit))
        .thenCompose(move -> run(move, listener));
  }

  private CompletableFuture<TenantMoveReport> run(MoveEntry move, Consumer<MoveProgress> listener) {
    return new TenantMover(new MoveContext(entries, options, listener, stops, move)).run();
  }

  /** Goes on with a move that was paused, or whose mover has died or failed. */
  public CompletableFuture<TenantMoveReport> resume(
      TenantId tenant, Consumer<MoveProgress> listener) {
    return requireFree(tenant)
        .thenCompose(seen -> permit(seen).thenCompose(permit -> entries.takeOver(seen, permit)))
        .thenCompose(move -> run(move, listener));
  }

  /** A copy that was not begun in time may be begun now. */
  private CompletableFuture<Long> permit(MoveEntry move) {
    return move.stage() == MoveEntry.Stage.COPYING
        ? MoveTarget.permit(MoveContext.ticket(entries, move).target())
        : CompletableFuture.completedFuture(move.permit());
  }

  private CompletableFuture<MoveEntry> requireFree(TenantId tenant) {
    return find(tenant)
        .thenCompose(
            found -> {
              MoveStatus status =
                  found.orElseThrow(
                      () ->
                          new QueueException(
                              Code.MOVE_REFUSED, "tenant " + tenant + " is in no move"));
              if (status.move().paused()) {
                return entries.pause(tenant, false);
              }
              status
                  .heldUntil()
                  .ifPresent(
                      until -> {
                        throw new QueueException(
                            Code.MOVE_TAKEN_OVER,
                            "a mover works on the move of tenant "
                                + tenant
                                + "; unless it shows more signs of life, others may resume from "
                                + until);
                      });
              return CompletableFuture.completedFuture(status.move());
            });
  }

  /**
   * Has the mover stop within about a second. The source serves the tenant, and logs its changes
   * until the move is resumed or reverted. A source that a mover has closed is opened, whether that
   * mover lives or not; a mover at work then fails with {@code MOVE_TAKEN_OVER}. After the flip,
   * nothing is paused: a mover completes the move.
   */
  public CompletableFuture<Void> pause(TenantId tenant) {
    return entries
        .pause(tenant, true)
        .thenCompose(move -> reopen(tenant))
        .thenAccept(reopened -> {});
  }

  /**
   * Has the source serve the tenant again when a move has closed it and not flipped the entry,
   * whoever works on the move. The target is not asked, since it may not answer.
   *
   * <p>The entry gets a later epoch first, and then the source: so the mover that has closed the
   * source can neither flip the entry nor close the source again. The source of a move that is
   * being reverted is opened by any number of movers.
   *
   * @return whether it has opened the source
   */
  CompletableFuture<Boolean> reopen(TenantId tenant) {
    return entries
        .find(tenant)
        .thenCompose(
            found ->
                found.isEmpty() || found.get().stage() == MoveEntry.Stage.ARRIVED
                    ? CompletableFuture.completedFuture(false)
                    : source(found.get())
                        .isClosed()
                        .thenCompose(
                            closed ->
                                closed
                                    ? reopen(found.get())
                                    : CompletableFuture.completedFuture(false)));
  }

  private CompletableFuture<Boolean> reopen(MoveEntry move) {
    return move.stage() == MoveEntry.Stage.REVERTING
        ? source(move).revert().thenApply(done -> true)
        : entries
            .takeOverAsSeen(move)
            .thenCompose(
                taken ->
                    taken.isEmpty()
                        ? CompletableFuture.completedFuture(false)
                        : source(taken.get()).reopen().thenApply(done -> true));
  }

  private MoveSource source(MoveEntry move) {
    return new MoveSource(MoveContext.ticket(entries, move));
  }

  /**
   * Reverts a move, whoever works on it. The mover at work fails with {@code MOVE_TAKEN_OVER}.
   *
   * @return fails with {@code MOVE_REFUSED} when the tenant has arrived
   */
  public CompletableFuture<TenantMoveReport> revert(TenantId tenant) {
    return entries.revert(tenant).thenCompose(move -> run(move, progress -> {}));
  }

  /** The move of a tenant; empty when none is under way. */
  public CompletableFuture<Optional<MoveStatus>> find(TenantId tenant) {
    return entries
        .find(tenant)
        .thenCompose(
            found ->
                found
                    .map(move -> status(move).thenApply(Optional::of))
                    .orElseGet(() -> CompletableFuture.completedFuture(Optional.empty())));
  }

  private CompletableFuture<MoveStatus> status(MoveEntry move) {
    return new MoveTarget(MoveContext.ticket(entries, move))
        .find()
        .thenApply(
            found ->
                MoveStatus.of(
                    move,
                    found.filter(each -> each.copy().getNumber() == move.number()),
                    entries.deployment().clusters().get(0).database().clock().instant()));
  }

  /**
   * The moves that are under way.
   *
   * @param from {@link EntryMoves.Page#next} of the previous page; empty to begin
   * @param max the most entries of the directory that are looked at, 1 to 1,000
   */
  public CompletableFuture<EntryMoves.Page> list(Optional<String> from, int max) {
    return entries.list(from, max);
  }
}
