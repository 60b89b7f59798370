package dev.tenure.queue.pointer;

import dev.tenure.record.context.RecordContext;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/**
 * The second part of an enqueue (paper section 6): after the commit of an enqueue that read the
 * pointer as awake, reads the pointer once more. When a visit has put it to sleep meanwhile, or it
 * vests too late because a process with a fast clock wrote it, a nudge is written. When the visit
 * commits after this check, {@link SleepChecks} find the item. Thread-safe.
 */
final class WakeChecks {
  private final PointerSpace space;
  private final LateChecks<Check> checks;

  /** For several items of a zone the first that vests is checked; a visit finds the others. */
  private record Check(PointerRef ref, Instant vesting, String itemId) {
    static Check earlier(Check one, Check other) {
      return other.vesting().isBefore(one.vesting()) ? other : one;
    }
  }

  WakeChecks(PointerSpace space) {
    this.space = space;
    this.checks =
        new LateChecks<>(space.database(), "wake-check", Check::ref, Check::earlier, this::check);
  }

  void add(PointerRef ref, Instant vesting, String itemId) {
    checks.add(new Check(ref, vesting, itemId));
  }

  private CompletableFuture<Void> check(RecordContext context, Check check) {
    return space.nudgeLate(context, check.ref(), check.vesting(), check.itemId());
  }
}
