package dev.tenure.spring.annotation;

import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.WorkPolicy.Exhausted;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;

/** Applies the attributes of an annotation to the policy of the work type. */
final class AnnotatedPolicy {

  private AnnotatedPolicy() {}

  /**
   * @param placeholders replaces placeholders of a text
   * @throws IllegalArgumentException naming the attribute, its value and the limit
   */
  static WorkPolicy of(
      WorkPolicy policy, WorkHandler work, UnaryOperator<@Nullable String> placeholders) {
    HandlerSettings settings =
        new HandlerSettings(
            number(work.inlineRetries()),
            duration("backoffInitial", work.backoffInitial(), placeholders),
            duration("backoffMax", work.backoffMax(), placeholders),
            number(work.attemptsMax()),
            number(work.vanishedMax()),
            duration("executionBound", work.executionBound(), placeholders),
            number(work.concurrency()),
            exhausted(work.exhausted(), placeholders),
            duration("ageMax", work.ageMax(), placeholders));
    WorkPolicy set = settings.applyTo(policy, option -> option);
    return work.permanentErrors().length == 0
        ? set
        : set.withPermanentErrors(work.permanentErrors());
  }

  private static @Nullable Integer number(int given) {
    return given == WorkHandler.UNSET ? null : given;
  }

  private static @Nullable Duration duration(
      String attribute, String given, UnaryOperator<@Nullable String> placeholders) {
    String text = String.valueOf(placeholders.apply(given));
    try {
      return text.isEmpty() ? null : DurationStyle.detectAndParse(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "%s is \"%s\", it must be a duration such as 500ms, 30s or 10m"
              .formatted(attribute, text),
          e);
    }
  }

  private static @Nullable Exhausted exhausted(
      String given, UnaryOperator<@Nullable String> placeholders) {
    String text = String.valueOf(placeholders.apply(given));
    String name = text.replace('-', '_').toUpperCase(Locale.ROOT);
    if (text.isEmpty()) {
      return null;
    }
    return List.of(Exhausted.values()).stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "exhausted is \"%s\", it must be dead-letter or discard".formatted(text)));
  }
}
