package dev.tenure.queue.pointer;

import dev.tenure.record.RecordContext;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/**
 * The second part of an enqueue (paper section 6): after a commit that saw its pointer awake, looks
 * once whether a visit put it to sleep meanwhile, and then nudges it. What was committed while the
 * visit was on its way, and was looked after before that committed, {@link SleepChecks} find.
 * Thread-safe.
 */
final class WakeChecks {
  private final PointerSpace space;
  private final LateChecks<Check> checks;

  private record Check(PointerRef ref, Instant vesting, String itemId) {}

  WakeChecks(PointerSpace space) {
    this.space = space;
    this.checks = new LateChecks<>(space.database(), "wake-check", this::check);
  }

  void add(PointerRef ref, Instant vesting, String itemId) {
    checks.add(new Check(ref, vesting, itemId));
  }

  private CompletableFuture<Void> check(RecordContext context, Check check) {
    return space.nudgeLate(context, check.ref(), check.vesting(), check.itemId());
  }
}
