package dev.tenure.queue.pointer;

import dev.tenure.record.context.RecordContext;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/**
 * The second part of an enqueue (paper section 6): after the commit of an enqueue that read the
 * pointer as awake, reads the pointer once more. When a visit has put it to sleep meanwhile, or it
 * vests too late because a process with a fast clock wrote it, a nudge is written. When the visit
 * commits after this check, {@link SleepChecks} find the item. Where enqueues are frequent, they
 * answer for one another, and few checks need a transaction ({@link HeldChecks}). Thread-safe.
 */
final class WakeChecks {
  private final PointerSpace space;
  private final HeldChecks<Check> held;

  /** For several items of a zone the first that vests is checked; a visit finds the others. */
  private record Check(PointerRef ref, Instant vesting, String itemId) {
    static Check earlier(Check one, Check other) {
      return other.vesting().isBefore(one.vesting()) ? other : one;
    }
  }

  WakeChecks(PointerSpace space) {
    this.space = space;
    LateChecks<Check> checks =
        new LateChecks<>(space.database(), "wake-check", Check::ref, Check::earlier, this::check);
    this.held =
        new HeldChecks<>(
            space.database().clock(), space.database().timer(), Check::earlier, checks::add);
  }

  /**
   * Checks the pointer of an item that was committed, when it was awake for the enqueue.
   *
   * @param version of the commit
   */
  void add(PointerRef ref, Instant vesting, String itemId, long version) {
    held.add(ref, new Check(ref, vesting, itemId), version);
  }

  /** The enqueue has read that the pointer is awake. Its read may make a check unnecessary. */
  void seenAwake(PointerRef ref, RecordContext context) {
    if (held.isWaitedFor(ref)) {
      var unused = context.readVersion().thenAccept(version -> held.seenAwake(ref, version));
    }
  }

  /** The enqueue has found the pointer asleep, or has found none. */
  void seenAsleep(PointerRef ref) {
    held.seenAsleep(ref);
  }

  private CompletableFuture<Void> check(RecordContext context, Check check) {
    return space.nudgeLate(context, check.ref(), check.vesting(), check.itemId());
  }
}
