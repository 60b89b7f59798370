package dev.tenure.examples.commandline;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** {@code 500ms}, {@code 2s}, {@code 1m}, {@code 3h}, or ISO-8601 as in {@code PT2S}. */
public final class DurationConverter implements ITypeConverter<Duration> {
  @Override
  public Duration convert(String value) {
    try {
      return value.startsWith("P") ? Duration.parse(value) : amount(value);
    } catch (DateTimeParseException | ArithmeticException | NumberFormatException e) {
      throw refused(value);
    }
  }

  private static Duration amount(String value) {
    String unit = value.replaceFirst("^[0-9]+", "");
    long amount = Long.parseLong(value.substring(0, value.length() - unit.length()));
    return switch (unit) {
      case "ms" -> Duration.ofMillis(amount);
      case "s" -> Duration.ofSeconds(amount);
      case "m" -> Duration.ofMinutes(amount);
      case "h" -> Duration.ofHours(amount);
      default -> throw refused(value);
    };
  }

  private static TypeConversionException refused(String value) {
    return new TypeConversionException(
        "'" + value + "' is not a duration such as 500ms, 2s, 1m or PT2S");
  }
}
