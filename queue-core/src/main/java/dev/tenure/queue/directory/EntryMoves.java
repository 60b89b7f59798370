package dev.tenure.queue.directory;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.TenantMark;
import dev.tenure.queue.proto.DirectoryEntry;
import dev.tenure.queue.proto.DirectoryMove;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.LongFunction;

/**
 * The directory's part in moves. Each method is one conditional write of the tenant's entry, which
 * fails for a mover whose epoch is not the entry's. So of all movers the last one flips the entry,
 * and it does so once.
 */
public final class EntryMoves {
  private final Parts parts;
  private final KnownTenants known;

  EntryMoves(Parts parts, KnownTenants known) {
    this.parts = parts;
    this.known = known;
  }

  /** The clusters among which tenants move. */
  public Deployment deployment() {
    return parts.deployment();
  }

  /** The move of a tenant; empty when none is under way. */
  public CompletableFuture<Optional<MoveEntry>> find(TenantId tenant) {
    return parts
        .entries()
        .find(tenant)
        .thenApply(found -> found.filter(entry -> entry.value().hasMove()).map(EntryMoves::toMove));
  }

  /**
   * A page of the moves that are under way.
   *
   * @param from {@link Page#next} of the previous page; empty to begin
   * @param max the most entries that are looked at, 1 to 1,000
   */
  public CompletableFuture<Page> list(Optional<String> from, int max) {
    QueueLimits.checkBetween("max", max, 1, QueueLimits.BATCH_ITEMS_MAX);
    return EntryList.page(
            parts.entries(),
            entry -> entry.value().hasMove(),
            EntryMoves::toMove,
            from.map(EntryList::parse),
            max)
        .thenApply(page -> new Page(page.found(), page.next()));
  }

  /** Some moves that are under way, and where the list goes on. */
  public record Page(List<MoveEntry> moves, Optional<String> next) {}

  /**
   * Begins a move.
   *
   * @param permit the version of the target up to which the copy may be begun
   * @return fails with {@code TENANT_MOVING} when another move is under way, with {@code
   *     MOVE_REFUSED} when the tenant is there already or is being created
   */
  public CompletableFuture<MoveEntry> begin(TenantId tenant, String target, long permit) {
    return parts
        .entries()
        .repeating(
            () ->
                known
                    .require(tenant)
                    .thenCompose(
                        entry -> {
                          parts.requireNoMove(entry);
                          requireMovable(entry, target);
                          return replace(
                              entry,
                              entry.value().toBuilder()
                                  .setMoves(entry.value().getMoves() + 1)
                                  .setMove(
                                      DirectoryMove.newBuilder()
                                          .setSource(entry.value().getCluster())
                                          .setTarget(target)
                                          .setEpoch(1)
                                          .setPermitVersion(permit)
                                          .setBegunMillis(parts.now().toEpochMilli())));
                        }));
  }

  private void requireMovable(StoredEntry entry, String target) {
    if (entry.state() == TenantState.CREATING) {
      throw refused(entry.tenant(), "is being created");
    }
    if (entry.value().getCluster().equals(target)) {
      throw refused(entry.tenant(), "lies on cluster " + target + " already");
    }
    if (parts.deployment().cluster(target).isEmpty()) {
      throw new QueueException(
          Code.CLUSTER_NOT_FOUND, "cluster " + target + " is not among those of this process");
    }
  }

  private static QueueException refused(TenantId tenant, String why) {
    return new QueueException(Code.MOVE_REFUSED, "tenant " + tenant + " " + why);
  }

  /**
   * Has this mover be the last one, in the stage that the move is in.
   *
   * @param seen the move, whose epoch and stage may have changed since
   * @param permit the version of the move's target up to which the copy may be begun, unless a
   *     later one is known
   * @return fails with {@code MOVE_TAKEN_OVER} when the tenant is in another move by now, whose
   *     target may be another cluster with other versions
   */
  public CompletableFuture<MoveEntry> takeOver(MoveEntry seen, long permit) {
    return change(
        seen.tenant(),
        entry -> {
          if (!isSame(seen, entry)) {
            throw takenOver(seen);
          }
          DirectoryMove move = entry.value().getMove();
          return move.toBuilder()
              .setEpoch(move.getEpoch() + 1)
              .setPermitVersion(Math.max(permit, move.getPermitVersion()))
              .build();
        });
  }

  /**
   * As {@link #takeOver}, of a move that is as it was seen: no other mover has taken it over, and
   * the tenant has not arrived.
   *
   * @return empty when the move is another one, or has a later epoch or another stage
   */
  public CompletableFuture<Optional<MoveEntry>> takeOverAsSeen(MoveEntry seen) {
    return parts
        .entries()
        .repeating(
            () ->
                parts
                    .entries()
                    .find(seen.tenant())
                    .thenCompose(
                        found ->
                            found
                                .filter(entry -> isOf(seen, entry))
                                .filter(entry -> toMove(entry).stage() == seen.stage())
                                .map(entry -> withNextEpoch(entry).thenApply(Optional::of))
                                .orElse(CompletableFuture.completedFuture(Optional.empty()))));
  }

  private CompletableFuture<MoveEntry> withNextEpoch(StoredEntry entry) {
    DirectoryMove.Builder move = entry.value().getMove().toBuilder();
    return replace(entry, entry.value().toBuilder().setMove(move.setEpoch(move.getEpoch() + 1)));
  }

  /** As {@link #takeOver}, by the last mover itself: late writes of its earlier epoch then fail. */
  public CompletableFuture<MoveEntry> renew(MoveEntry mover) {
    return own(mover, this::withNextEpoch);
  }

  /** As {@link #revert}, by the last mover itself. */
  public CompletableFuture<MoveEntry> giveUp(MoveEntry mover) {
    return own(mover, entry -> replace(entry, entry.value().toBuilder().setMove(reverting(entry))));
  }

  private static DirectoryMove reverting(StoredEntry entry) {
    DirectoryMove move = entry.value().getMove();
    if (move.getStage() == DirectoryMove.Stage.ARRIVED) {
      throw refused(
          entry.tenant(), "has arrived on cluster " + move.getTarget() + "; move it back instead");
    }
    return move.toBuilder()
        .setStage(DirectoryMove.Stage.REVERTING)
        .setEpoch(move.getEpoch() + 1)
        .build();
  }

  /** Has movers leave the move as it is, or go on with it. */
  public CompletableFuture<MoveEntry> pause(TenantId tenant, boolean paused) {
    return change(tenant, entry -> entry.value().getMove().toBuilder().setPaused(paused).build());
  }

  /**
   * Has the move be reverted by this mover, whoever has worked on it.
   *
   * @return fails with {@code MOVE_REFUSED} when the tenant has arrived
   */
  public CompletableFuture<MoveEntry> revert(TenantId tenant) {
    return change(tenant, EntryMoves::reverting);
  }

  /**
   * Reads the entry for a flip that follows soon, so that the flip itself is one conditional write.
   *
   * @param mover the move as this mover has taken it over
   * @return the flip, which is to be called once, with the version of the fenced source: from then
   *     on the entry names the target, and the move can only be completed
   */
  public CompletableFuture<LongFunction<CompletableFuture<MoveEntry>>> prepareArrival(
      MoveEntry mover) {
    return parts
        .entries()
        .find(mover.tenant())
        .thenApply(
            found -> {
              requireOwn(mover, found);
              AtomicReference<Optional<StoredEntry>> seen = new AtomicReference<>(found);
              return storeVersion ->
                  parts
                      .entries()
                      .repeating(
                          () ->
                              asSeen(mover.tenant(), seen)
                                  .thenCompose(
                                      entry ->
                                          arrive(mover, requireOwn(mover, entry), storeVersion)));
            });
  }

  /** The entry as it was seen before; any further time, as it is now. */
  private CompletableFuture<Optional<StoredEntry>> asSeen(
      TenantId tenant, AtomicReference<Optional<StoredEntry>> seen) {
    Optional<StoredEntry> before = seen.getAndSet(Optional.empty());
    return before.isPresent()
        ? CompletableFuture.completedFuture(before)
        : parts.entries().find(tenant);
  }

  private CompletableFuture<MoveEntry> arrive(
      MoveEntry mover, StoredEntry entry, long storeVersion) {
    DirectoryMove move = entry.value().getMove();
    if (move.getStage() == DirectoryMove.Stage.ARRIVED) {
      return CompletableFuture.completedFuture(toMove(entry));
    }
    if (move.getStage() != DirectoryMove.Stage.COPYING || entry.state() == TenantState.DELETING) {
      throw refused(mover.tenant(), "is in a move that is being reverted");
    }
    return replace(
        entry,
        entry.value().toBuilder()
            .setCluster(move.getTarget())
            .setIncarnation(entry.value().getIncarnation() + 1)
            .setMove(
                move.toBuilder()
                    .setStage(DirectoryMove.Stage.ARRIVED)
                    .setStoreVersion(storeVersion)));
  }

  /**
   * Ends a move that was completed or reverted. When the tenant was suspended or resumed meanwhile,
   * the store gets the mark of the entry first.
   *
   * @param mover the move, with the mark that the store has
   * @return fails with {@code MOVE_TAKEN_OVER}
   */
  public CompletableFuture<Void> end(MoveEntry mover) {
    return own(
            mover,
            entry -> {
              CompletableFuture<Void> marked =
                  entry.state() == TenantState.DELETING
                          || entry.value().getStateNumber() == mover.mark().number()
                      ? CompletableFuture.completedFuture(null)
                      : StateChange.onCluster(parts, entry);
              return marked.thenCompose(done -> replace(entry, ended(entry.value())));
            })
        .thenAccept(ended -> {});
  }

  /**
   * The entry after the move. Permits are versions of the entry's cluster, and fence off late calls
   * when the tenant leaves it: after an arrival, that is the permit of the copy.
   */
  private static DirectoryEntry.Builder ended(DirectoryEntry entry) {
    DirectoryMove move = entry.getMove();
    DirectoryEntry.Builder ended = entry.toBuilder().clearMove();
    return move.getStage() == DirectoryMove.Stage.ARRIVED
        ? ended.setPermitVersion(move.getPermitVersion())
        : ended;
  }

  private CompletableFuture<MoveEntry> change(
      TenantId tenant, Function<StoredEntry, DirectoryMove> change) {
    return repeating(
        tenant,
        found -> {
          StoredEntry entry =
              found
                  .filter(each -> each.value().hasMove())
                  .orElseThrow(() -> refused(tenant, "is in no move"));
          return replace(entry, entry.value().toBuilder().setMove(change.apply(entry)));
        });
  }

  private CompletableFuture<MoveEntry> repeating(
      TenantId tenant, Function<Optional<StoredEntry>, CompletableFuture<MoveEntry>> work) {
    return parts.entries().repeating(() -> parts.entries().find(tenant).thenCompose(work));
  }

  private CompletableFuture<MoveEntry> own(
      MoveEntry mover, Function<StoredEntry, CompletableFuture<MoveEntry>> work) {
    return repeating(mover.tenant(), found -> work.apply(requireOwn(mover, found)));
  }

  private static StoredEntry requireOwn(MoveEntry mover, Optional<StoredEntry> found) {
    return found.filter(entry -> isOf(mover, entry)).orElseThrow(() -> takenOver(mover));
  }

  private static boolean isOf(MoveEntry mover, StoredEntry entry) {
    return isSame(mover, entry) && entry.value().getMove().getEpoch() == mover.epoch();
  }

  private static boolean isSame(MoveEntry move, StoredEntry entry) {
    return entry.life() == move.life()
        && entry.value().hasMove()
        && entry.value().getMoves() == move.number();
  }

  private static QueueException takenOver(MoveEntry mover) {
    return new QueueException(
        Code.MOVE_TAKEN_OVER,
        "another mover has taken over the move of tenant " + mover.tenant() + ", or has ended it");
  }

  private CompletableFuture<MoveEntry> replace(StoredEntry entry, DirectoryEntry.Builder value) {
    return parts
        .entries()
        .replace(entry, value.build(), entry.record().keys())
        .thenApply(EntryMoves::toMove);
  }

  private static MoveEntry toMove(StoredEntry entry) {
    DirectoryEntry value = entry.value();
    DirectoryMove move = value.getMove();
    return new MoveEntry(
        entry.tenant(),
        value.getLife(),
        value.getMoves(),
        move.getEpoch(),
        switch (move.getStage()) {
          case COPYING -> MoveEntry.Stage.COPYING;
          case ARRIVED -> MoveEntry.Stage.ARRIVED;
          case REVERTING -> MoveEntry.Stage.REVERTING;
          case UNRECOGNIZED ->
              throw new QueueException(
                  Code.FORMAT_UNKNOWN,
                  "the move of tenant " + entry.tenant() + " has stage " + move.getStageValue());
        },
        move.getSource(),
        move.getTarget(),
        move.getPermitVersion(),
        Instant.ofEpochMilli(move.getBegunMillis()),
        move.getPaused(),
        move.getStoreVersion(),
        value.getIncarnation(),
        new TenantMark(entry.markState(), value.getStateNumber()),
        entry.state() == TenantState.DELETING,
        value.getPermitVersion(),
        Instant.ofEpochMilli(value.getCreatedMillis()));
  }
}
