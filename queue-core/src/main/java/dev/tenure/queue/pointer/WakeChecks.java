package dev.tenure.queue.pointer;

import dev.tenure.record.context.RecordContext;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/**
 * The second part of an enqueue (paper section 6): after a commit that saw its pointer awake, looks
 * once whether a visit put it to sleep meanwhile, or whether a process whose clock is ahead has it
 * vest later, and then nudges it. What was committed while the visit was on its way, and was looked
 * after before that committed, {@link SleepChecks} find. Thread-safe.
 */
final class WakeChecks {
  private final PointerSpace space;
  private final LateChecks<Check> checks;

  /** Of several items of one zone the first to vest is enough: a visit finds the others. */
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
