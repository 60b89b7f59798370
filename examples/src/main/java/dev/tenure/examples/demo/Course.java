package dev.tenure.examples.demo;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

/**
 * Follows the work through its phases: creation of tenants, completion of items, collection of
 * empty zones.
 */
final class Course {
  private static final Duration LOOK_EVERY = Duration.ofMillis(200);

  /** Without any movement for this long the demo gives up. */
  private static final Duration STUCK_AFTER = Duration.ofSeconds(60);

  private final DemoRun run;
  private final Producers producers;
  private final ItemCounts items;
  private final PickupTimes pickups;
  private final LongSupplier pointers;
  private final Progress progress;
  private final Stillness stillness = new Stillness(System::nanoTime);

  /**
   * @param pointers reads the number of pointers, on the caller's thread
   */
  Course(
      DemoRun run,
      Producers producers,
      ItemCounts items,
      PickupTimes pickups,
      LongSupplier pointers,
      Progress progress) {
    this.run = run;
    this.producers = producers;
    this.items = items;
    this.pickups = pickups;
    this.pointers = pointers;
    this.progress = progress;
  }

  /**
   * Starts the producers, and waits until all paragraphs are saved and no pointer is left. Returns
   * the reason when there was no progress for so long that no end is to be expected.
   *
   * @throws DemoFailure when a producer fails
   */
  Optional<String> awaitQuiet() {
    CompletableFuture<Void> saving = producers.start();
    return awaitTenants(saving).or(() -> awaitItems(saving)).or(this::awaitCollection);
  }

  private Optional<String> awaitTenants(CompletableFuture<Void> saving) {
    progress.phase("tenants", run.tenants());
    while (!isDone(saving) && producers.made() < run.tenants()) {
      progress.show(producers.made(), producers.made(), "");
      if (isStuck(0)) {
        return gaveUp(producers.made(), run.tenants(), "tenants made");
      }
    }
    return Optional.empty();
  }

  private Optional<String> awaitItems(CompletableFuture<Void> saving) {
    progress.phase("items", run.items());
    while (!isDone(saving) || (done() < producers.saved() && pointers.getAsLong() > 0)) {
      String note = String.format(Locale.ROOT, "pick-up p50 %.1f ms", pickups.millis(0.5));
      progress.show(done(), producers.saved(), note);
      if (isStuck(0)) {
        return gaveUp(done(), run.items(), "items done");
      }
      if (saving.isDone()) {
        pause();
      }
    }
    return Optional.empty();
  }

  /** A zone that is empty loses its pointer after a while. */
  private Optional<String> awaitCollection() {
    long most = pointers.getAsLong();
    progress.phase("collecting", most);
    for (long left = most; left > 0; left = pointers.getAsLong()) {
      progress.show(Math.max(0, most - left), 0, "pointers of empty zones");
      if (isStuck(left)) {
        return gaveUp(most - left, most, "pointers collected");
      }
      pause();
    }
    return Optional.empty();
  }

  /** Items done, by this run or, when it continues one that was killed, by the one before. */
  private long done() {
    return Math.min(producers.saved(), items.completed() + producers.found());
  }

  private boolean isStuck(long pointersNow) {
    Duration still =
        stillness.look(
            producers.made(),
            producers.saved(),
            producers.aborted(),
            items.completed(),
            items.events(),
            pointersNow);
    return still.compareTo(STUCK_AFTER) > 0;
  }

  private static Optional<String> gaveUp(long count, long of, String what) {
    return Optional.of(
        String.format(
            Locale.ROOT,
            "Gave up, since nothing moved for %d s: %,d of %,d %s.",
            STUCK_AFTER.toSeconds(),
            count,
            of,
            what));
  }

  /** Whether the future is done. Waits for it for a moment. */
  static boolean isDone(CompletableFuture<?> future) {
    try {
      future.get(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new DemoFailure("the work failed: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DemoFailure("interrupted", e);
    }
  }

  private static void pause() {
    boolean unused = isDone(new CompletableFuture<>());
  }
}
