package dev.tenure.spring.properties;

import dev.tenure.spring.TenureConfigurationException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.util.unit.DataSize;

/**
 * Tells of a value below {@code tenure.} that cannot be read, such as {@code many} for a number, in
 * one sentence with the property, the value, its origin, the expected kind of value and the limits.
 * Values that can be read and lie outside of their limits are refused by the records of properties.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class UnreadableValueAnalyzer extends AbstractFailureAnalyzer<BindException> {
  private static final String PREFIX = "tenure";

  @Override
  protected @Nullable FailureAnalysis analyze(Throwable failure, BindException cause) {
    @Nullable ConfigurationProperty property = cause.getProperty();
    if (property == null
        || property.getName().getNumberOfElements() < 2
        || !property.getName().getElement(0, Form.UNIFORM).equals(PREFIX)
        || isTold(cause)) {
      return null;
    }
    @Nullable Class<?> type = cause.getTarget().getType().resolve();
    if (type == null) {
      return null;
    }
    return expected(type)
        .map(expected -> sentence(property, expected))
        .map(
            text ->
                new FailureAnalysis(text, new TenureConfigurationException(text).action(), failure))
        .orElse(null);
  }

  /** Whether a record of properties has refused the value in a sentence of its own. */
  private static boolean isTold(Throwable error) {
    for (@Nullable Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof TenureConfigurationException) {
        return true;
      }
    }
    return false;
  }

  private static String sentence(ConfigurationProperty property, String expected) {
    String origin = property.getOrigin() == null ? "" : ", from " + property.getOrigin();
    String limits =
        PropertyLimits.read().of(property.getName()).map(text -> ", " + text).orElse("");
    return "%s is \"%s\"%s, it must be %s%s"
        .formatted(property.getName(), property.getValue(), origin, expected, limits);
  }

  /** The kind of value that a type is read from; empty for types that are no single value. */
  private static Optional<String> expected(Class<?> type) {
    if (type == int.class || type == Integer.class || type == long.class || type == Long.class) {
      return Optional.of("a whole number");
    }
    if (type == double.class || type == Double.class) {
      return Optional.of("a number");
    }
    if (type == Duration.class) {
      return Optional.of("a duration such as 500ms, 30s, 10m or 1d");
    }
    if (type == DataSize.class) {
      return Optional.of("a size such as 500B, 100KB or 1MB");
    }
    if (type == boolean.class || type == Boolean.class) {
      return Optional.of("true or false");
    }
    return type.isEnum()
        ? Optional.of(
            Stream.of(type.getEnumConstants())
                .map(each -> ((Enum<?>) each).name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .collect(Collectors.joining(", ", "one of ", "")))
        : Optional.empty();
  }
}
