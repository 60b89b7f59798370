package dev.tenure.consumer.environment;

import dev.tenure.consumer.failure.FailureText;
import dev.tenure.consumer.failure.ForeignErrors;
import dev.tenure.queue.QueueException;
import dev.tenure.record.error.RecordLayerException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Logs failures for operators. A failure is known by what was attempted, its place and the class of
 * its cause. After a line about it, the log is silent about the same failure for a minute. What the
 * logger throws is ignored. Thread-safe.
 */
public final class ThrottledLog {
  private static final Duration SILENCE_LENGTH = Duration.ofMinutes(1);
  private static final int KEPT_MAX = 256;

  private final Logger logger;
  private final String consumer;
  private final InstantSource clock;
  private final Map<Subject, Silence> silences = new LinkedHashMap<>();

  private record Subject(String attempted, Class<?> cause) {}

  private record Silence(Instant loggedAt, long keptQuiet) {}

  public ThrottledLog(String consumer, InstantSource clock, Logger logger) {
    this.logger = logger;
    this.consumer = consumer;
    this.clock = clock;
  }

  /**
   * Logs a failure, unless the same failure was logged within the last minute.
   *
   * @param attempted the operation that failed, in the same words each time
   * @param where the object on which it failed
   */
  public void failed(String attempted, Object where, Throwable error) {
    try {
      log(attempted, where, error);
    } catch (Throwable e) { // an exception of the application may throw when it is printed
      logBriefly(attempted, error);
    }
  }

  private void logBriefly(String attempted, Throwable error) {
    try {
      logger.log(
          Level.WARNING,
          "consumer " + consumer + ": " + attempted + " failed: " + FailureText.of(error));
    } catch (Throwable e) { // a logger of the application may throw anything; nobody can be told
    }
  }

  private void log(String attempted, Object where, Throwable error) {
    Throwable cause = ForeignErrors.told(error);
    long keptQuiet = quietSince(new Subject(attempted, cause.getClass()));
    if (keptQuiet >= 0) {
      String before = keptQuiet == 0 ? "" : " (" + keptQuiet + " like it were not logged)";
      String line = "consumer " + consumer + ": " + attempted + " failed on " + where + before;
      if (operational(cause)) {
        logger.log(Level.WARNING, line + ": " + cause.getMessage());
      } else {
        logger.log(Level.WARNING, line, cause);
      }
    }
  }

  /**
   * Whether the message of the error is enough; all other errors are logged with their stack
   * traces.
   */
  private static boolean operational(Throwable cause) {
    return cause instanceof RecordLayerException || cause instanceof QueueException;
  }

  /**
   * The number of failures that were not logged since the last line; -1 when this one is not to be
   * logged either.
   */
  private synchronized long quietSince(Subject subject) {
    Instant now = clock.instant();
    Silence before = silences.get(subject);
    if (before != null && now.isBefore(before.loggedAt().plus(SILENCE_LENGTH))) {
      silences.put(subject, new Silence(before.loggedAt(), before.keptQuiet() + 1));
      return -1;
    }
    if (before == null && silences.size() >= KEPT_MAX) {
      silences.clear();
    }
    silences.put(subject, new Silence(now, 0));
    return before == null ? 0 : before.keptQuiet();
  }
}
