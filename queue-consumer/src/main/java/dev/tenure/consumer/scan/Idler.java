package dev.tenure.consumer.scan;

import dev.tenure.consumer.environment.Environment;
import dev.tenure.consumer.environment.Scheduler;
import dev.tenure.consumer.environment.SerialExecutor;
import dev.tenure.consumer.failure.DatabaseTrouble;
import dev.tenure.consumer.visit.Source;
import dev.tenure.queue.pointer.Signals;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * How the scan of one shard sleeps: with a watch on the shard's signal, and until something vests
 * or the fallback poll is due. Used on the scanner's serial executor.
 *
 * <p>A signal or a vesting time wakes all consumers that are idle; all but the first by rank wait a
 * little and find that it has done the work.
 */
final class Idler {
  /**
   * After a second watch that was lost or could not be set, the next one is set that much later;
   * the poll does its work until then.
   */
  private static final Duration WITHOUT_WATCH = Duration.ofSeconds(1);

  private final Environment environment;
  private final SerialExecutor serial;
  private final Source source;
  private final ConsumerRanks ranks;
  private final Runnable wake;

  private @Nullable CompletableFuture<Void> watch;
  private int watchesLost;
  private Instant noWatchUntil = Instant.MIN;
  private Scheduler.@Nullable Scheduled timer;
  private Instant timerAt = Instant.MAX;
  private boolean asleep;

  /**
   * @param wake called on the serial executor when the shard should be looked at
   */
  Idler(
      Environment environment,
      SerialExecutor serial,
      Source source,
      ConsumerRanks ranks,
      Runnable wake) {
    this.environment = environment;
    this.serial = serial;
    this.source = source;
    this.ranks = ranks;
    this.wake = wake;
  }

  /**
   * Whether a peek that begins now, or has come to its end now, would have been told of new work.
   */
  boolean watching() {
    return watch != null || environment.time().now().isBefore(noWatchUntil);
  }

  /** Sets the watch, unless it is set, and then runs the action. */
  void arm(Runnable then) {
    if (watching()) {
      then.run();
      return;
    }
    Signals.Watch setting = source.cluster().signals().arm(source.shard());
    watch = setting.fired();
    environment.whenDone(setting.fired(), serial, (done, error) -> fired(setting.fired(), error));
    environment.whenDone(setting.armed(), serial, (done, error) -> then.run());
  }

  private void fired(CompletableFuture<Void> fired, @Nullable Throwable error) {
    if (watch != fired) {
      return;
    }
    watch = null;
    if (error != null) {
      report(error);
      lost();
    } else {
      watchesLost = 0;
      if (asleep) {
        wakeInTurn();
      }
    }
  }

  /** That a watch is cancelled with the connection that set it says nothing of its own. */
  private void report(Throwable error) {
    if (!DatabaseTrouble.isCancelled(error)) {
      environment.report("watching a signal", source, error);
    }
  }

  /**
   * What came while there was no watch may have been missed: looks again, and sets the next one.
   */
  private void lost() {
    if (watchesLost++ == 0) {
      wakeNow();
    } else {
      noWatchUntil = environment.time().now().plus(WITHOUT_WATCH);
      wakeBy(noWatchUntil, false);
    }
  }

  /**
   * Sleeps until the shard is signalled, or one of these times has come. Without a watch only the
   * times wake it: the caller either watches, or waits for the database to recover.
   *
   * @param vesting when something vests that anybody may take
   * @param poll when to look in any case
   */
  void sleep(Instant vesting, Instant poll) {
    asleep = true;
    wakeBy(poll, false);
    if (watch == null && watching()) {
      wakeBy(noWatchUntil, false);
    }
    wakeBy(vesting, true);
  }

  /** Wakes at that time too, if it is asleep. */
  void wakeBy(Instant when, boolean inTurn) {
    if (!asleep || !when.isBefore(timerAt)) {
      return;
    }
    cancelTimer();
    timerAt = when;
    timer = environment.time().at(when, () -> serial.execute(() -> timeHasCome(when, inTurn)));
  }

  private void timeHasCome(Instant when, boolean inTurn) {
    if (!asleep || !timerAt.equals(when)) {
      return;
    }
    cancelTimer();
    if (inTurn) {
      wakeInTurn();
    } else {
      wakeNow();
    }
  }

  private void wakeInTurn() {
    Duration delay = environment.options().tuning().rankDelay().multipliedBy(ranks.rank(source));
    if (delay.isZero()) {
      wakeNow();
    } else {
      wakeBy(environment.time().now().plus(delay), false);
    }
  }

  /** The clock was moved: looks what has vested by it. */
  void clockMoved() {
    noWatchUntil = Instant.MIN;
    wakeNow();
  }

  /** Ends the sleep. */
  void wakeNow() {
    if (asleep) {
      asleep = false;
      cancelTimer();
      wake.run();
    }
  }

  /** For good. */
  void close() {
    asleep = false;
    cancelTimer();
    CompletableFuture<Void> armed = watch;
    watch = null;
    if (armed != null) {
      armed.cancel(true);
    }
  }

  private void cancelTimer() {
    timerAt = Instant.MAX;
    if (timer != null) {
      timer.cancel();
      timer = null;
    }
  }
}
