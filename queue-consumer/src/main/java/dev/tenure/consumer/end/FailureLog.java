package dev.tenure.consumer.end;

import dev.tenure.consumer.failure.FailureText;
import dev.tenure.consumer.failure.StackTraceText;
import dev.tenure.consumer.failure.ThrownChain;
import dev.tenure.consumer.inflight.InFlightItem;
import dev.tenure.queue.zone.StackTrace;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Logs exceptions of application code with their stack traces. It logs the first failure of a kind
 * at once, and later ones at most once a minute, with the number of failures that were not logged.
 * A kind consists of the work type, the classes of the exception and of its innermost cause, and
 * the first frame of that cause outside the JDK. Thread-safe.
 */
final class FailureLog {
  static final Duration PAUSE = Duration.ofMinutes(1);

  /** The number of kinds that are told apart. Further kinds share one line a minute. */
  static final int KINDS_MAX = 256;

  private static final Kind OTHERS = new Kind("", "", "", "");

  private final Logger logger;
  private final String consumer;
  private final Supplier<Instant> clock;
  private final Map<Kind, Logged> logged = new LinkedHashMap<>();

  private record Kind(String type, String thrown, String root, String place) {}

  private record Logged(Instant at, long passedOver) {
    boolean over(Instant now) {
      return !now.isBefore(at.plus(PAUSE));
    }
  }

  FailureLog(String consumer, Supplier<Instant> clock, Logger logger) {
    this.logger = logger;
    this.consumer = consumer;
    this.clock = clock;
  }

  /**
   * Logs a failure of an item, unless a failure of the same kind was logged a short time ago.
   *
   * @param trace the stack trace that the item keeps; if empty, the trace of the exception is
   *     logged
   */
  void about(InFlightItem inFlight, Throwable error, Optional<StackTrace> trace) {
    ThrownChain chain = ThrownChain.of(error);
    String type = inFlight.item().type();
    long passedOver =
        claim(
            new Kind(
                type, chain.thrown().className(), chain.root().className(), place(chain.root())));
    if (passedOver >= 0) {
      String before = passedOver == 0 ? "" : " (" + passedOver + " like it were not logged)";
      logger.log(
          Level.WARNING,
          "consumer %s: attempt %d of item %s, type %s, tenant %s, zone %s failed%s: %s"
              .formatted(
                  consumer,
                  inFlight.item().attempts() + 1,
                  inFlight.item().id(),
                  type,
                  inFlight.tenant(),
                  inFlight.home().zone(),
                  before,
                  trace
                      .or(() -> StackTraceText.compressed(chain))
                      .map(StackTrace::text)
                      .orElseGet(() -> FailureText.of(error))
                      .stripTrailing()));
    }
  }

  private static String place(ThrownChain.Link link) {
    return link.frames().stream()
        .filter(frame -> !ofJdk(frame.getClassName()))
        .findFirst()
        .map(StackTraceElement::toString)
        .orElse("");
  }

  private static boolean ofJdk(String className) {
    return className.startsWith("java.")
        || className.startsWith("javax.")
        || className.startsWith("jdk.")
        || className.startsWith("sun.");
  }

  /**
   * The number of failures of the kind that were not logged since its last line; -1 when this one
   * is not to be logged either.
   */
  private synchronized long claim(Kind kind) {
    Instant now = clock.get();
    if (!logged.containsKey(kind) && logged.size() >= KINDS_MAX) {
      logged.values().removeIf(last -> last.over(now));
    }
    Kind known = logged.containsKey(kind) || logged.size() < KINDS_MAX ? kind : OTHERS;
    Logged last = logged.get(known);
    if (last != null && !last.over(now)) {
      logged.put(known, new Logged(last.at(), last.passedOver() + 1));
      return -1;
    }
    logged.put(known, new Logged(now, 0));
    return last == null ? 0 : last.passedOver();
  }
}
