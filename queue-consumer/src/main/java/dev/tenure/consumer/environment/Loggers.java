package dev.tenure.consumer.environment;

import java.lang.System.Logger;
import java.util.function.Function;

/**
 * The loggers of a consumer. Operators configure them by their names, which stay when classes move.
 *
 * @param consumer what people should know
 * @param failures what code of the application throws
 */
public record Loggers(Logger consumer, Logger failures) {

  /** Those of a source of loggers by name. */
  public static Loggers of(Function<String, Logger> source) {
    return new Loggers(
        source.apply("dev.tenure.consumer"), source.apply("dev.tenure.consumer.FailureLog"));
  }
}
