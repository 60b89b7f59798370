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
 * Lets the scan of one shard sleep until the watch on the shard's signal fires, an entry vests, or
 * the fallback poll is due. Used on the scanner's serial executor.
 *
 * <p>A signal or a vesting time wakes all idle consumers. The consumer that ranks first looks at
 * once. The others wait a little, and then usually find that the first one has done the work.
 */
final class Idler {
  /**
   * The delay before the next watch after two watches in a row were lost or could not be set. Until
   * then only the fallback poll finds work.
   */
  private static final Duration WITHOUT_WATCH = Duration.ofSeconds(1);

  /**
   * The longest time that a consumer waits for those that rank before it, however many they are: it
   * may be the only one that can run what has come. Consumers that would wait longer come at random
   * times in the second half of it.
   */
  static final Duration TURN_LATEST = Duration.ofSeconds(5);

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
  private Instant pollAt = Instant.MAX;
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

  /** Whether the watch is set, so that work which is added from now on wakes the scan. */
  boolean watching() {
    return watch != null || environment.time().now().isBefore(noWatchUntil);
  }

  /** Sets the watch if it is not set, and then runs the action. */
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

  /**
   * Tells the listener of an error, except for a watch that was cancelled together with its
   * connection: the connection's own error has been told.
   */
  private void report(Throwable error) {
    if (!DatabaseTrouble.isCancelled(error)) {
      environment.report("watching a signal", source, error);
    }
  }

  /**
   * Wakes the scan, since work that was added while no watch was set may have been missed; the scan
   * sets the next watch.
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
   * @param vesting when the next entry vests that any consumer may take
   * @param poll when the fallback poll is due
   */
  void sleep(Instant vesting, Instant poll) {
    asleep = true;
    pollAt = poll;
    wakeBy(poll, false);
    if (watch == null && watching()) {
      wakeBy(noWatchUntil, false);
    }
    wakeBy(vesting, true);
  }

  /** If the scan sleeps, wakes it at this time at the latest. */
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
    if (delay.compareTo(TURN_LATEST) > 0) {
      delay = environment.random().jitter(TURN_LATEST, 0.5, 1);
    }
    if (delay.isZero()) {
      wakeNow();
    } else {
      wakeBy(environment.time().now().plus(delay), false);
      wakeBy(pollAt, false);
    }
  }

  /**
   * Called after the clock was corrected: wakes the scan if an entry has vested by the new time.
   */
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

  /** Cancels the watch and never wakes the scan again. */
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
