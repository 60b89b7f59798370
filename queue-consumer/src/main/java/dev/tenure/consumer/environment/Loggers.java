package dev.tenure.consumer.environment;

import java.lang.System.Logger;
import java.util.function.Function;

/**
 * The loggers of a consumer. Operators configure them by their names, which stay when classes move.
 *
 * @param consumer events of the consumer that operators should know
 * @param failures exceptions of application code
 */
public record Loggers(Logger consumer, Logger failures) {

  /** The loggers that the source has under their names. */
  public static Loggers of(Function<String, Logger> source) {
    return new Loggers(
        source.apply("dev.tenure.consumer"), source.apply("dev.tenure.consumer.FailureLog"));
  }
}
