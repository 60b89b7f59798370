package dev.tenure.record.query.text;

import static dev.tenure.record.query.Predicates.and;
import static dev.tenure.record.query.Predicates.compare;
import static dev.tenure.record.query.Predicates.equal;
import static dev.tenure.record.query.Predicates.or;

import com.google.protobuf.Descriptors.FieldDescriptor;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.Operator;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;

/**
 * Parses and compares protobuf's times and durations. Each is two columns: seconds, and nanoseconds
 * of the same sign. A comparison compares seconds first, and then nanoseconds.
 */
final class TimeText {
  private static final String TIMESTAMP = "google.protobuf.Timestamp";
  private static final String DURATION = "google.protobuf.Duration";
  private static final int NANOS_DIGITS = 9;
  private static final int NANOS_OF_MILLI = 1_000_000;

  /** The accepted values of a column of milliseconds, for errors. */
  static final String ACCEPTED_MILLIS =
      "accepted: a time after RFC 3339 with at most 3 decimals, such as 2012-04-21T11:30:00.250Z";

  private TimeText() {}

  /** A time since 1970, or a duration. */
  record Moment(long seconds, long nanos) {}

  static boolean isTime(FieldDescriptor field) {
    String type = field.getMessageType().getFullName();
    return type.equals(TIMESTAMP) || type.equals(DURATION);
  }

  private static boolean isTimestamp(FieldDescriptor field) {
    return field.getMessageType().getFullName().equals(TIMESTAMP);
  }

  static FieldPath seconds(FieldPath path) {
    return path.inside(path.leaf().getMessageType().findFieldByName("seconds"));
  }

  static FieldPath nanos(FieldPath path) {
    return path.inside(path.leaf().getMessageType().findFieldByName("nanos"));
  }

  static String accepted(FieldDescriptor field) {
    return isTimestamp(field)
        ? "accepted: a time after RFC 3339, such as 2012-04-21T11:30:00-04:00"
        : "accepted: seconds with at most 9 decimals, such as 20s or -1.2s";
  }

  /** Parses a time or a duration, as the field holds; empty when the text is neither. */
  static Optional<Moment> parse(FieldDescriptor field, String text) {
    return isTimestamp(field) ? timestamp(text) : duration(text);
  }

  private static Optional<Moment> timestamp(String text) {
    try {
      OffsetDateTime time = OffsetDateTime.parse(text);
      return Optional.of(new Moment(time.toEpochSecond(), time.getNano()));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /**
   * The milliseconds since 1970 of a time; empty when the text is no time or has parts of a
   * millisecond.
   */
  static Optional<Object> millis(String text) {
    try {
      return timestamp(text)
          .filter(moment -> moment.nanos() % NANOS_OF_MILLI == 0)
          .map(moment -> Instant.ofEpochSecond(moment.seconds(), moment.nanos()).toEpochMilli());
    } catch (ArithmeticException e) {
      return Optional.empty();
    }
  }

  private static Optional<Moment> duration(String text) {
    boolean isNegative = text.startsWith("-");
    int dot = text.indexOf('.');
    int end = text.length() - 1;
    if (end < 0 || text.charAt(end) != 's' || (dot >= 0 && end - dot > NANOS_DIGITS + 1)) {
      return Optional.empty();
    }
    String seconds = text.substring(isNegative ? 1 : 0, dot < 0 ? end : dot);
    String decimals = dot < 0 ? "0" : text.substring(dot + 1, end);
    String digits = decimals + "0".repeat(NANOS_DIGITS - Math.min(decimals.length(), NANOS_DIGITS));
    boolean hasDigits =
        !decimals.isEmpty() && (seconds + digits).chars().allMatch(c -> c >= '0' && c <= '9');
    return hasDigits
        ? LiteralText.whole(seconds).map(found -> moment(isNegative, (Long) found, digits))
        : Optional.empty();
  }

  private static Moment moment(boolean isNegative, long seconds, String nanos) {
    long sign = isNegative ? -1 : 1;
    return new Moment(sign * seconds, sign * Long.parseLong(nanos));
  }

  /** The condition on seconds and nanoseconds. */
  static QueryPredicate compared(FieldPath path, Operator operator, Moment moment) {
    KeyExpression seconds = seconds(path).column();
    KeyExpression nanos = nanos(path).column();
    boolean isWhole = moment.nanos() == 0 && isTimestamp(path.leaf());
    return switch (operator) {
      case EQUAL -> and(equal(seconds, moment.seconds()), equal(nanos, moment.nanos()));
      case NOT_EQUAL ->
          or(
              compare(seconds, operator, moment.seconds()),
              compare(nanos, operator, moment.nanos()));
      case LESS, GREATER_OR_EQUAL ->
          isWhole
              ? compare(seconds, operator, moment.seconds())
              : inTurn(seconds, nanos, operator, moment);
      case GREATER, LESS_OR_EQUAL -> inTurn(seconds, nanos, operator, moment);
      case STARTS_WITH, HAS_SUBSTRING ->
          throw new IllegalArgumentException(path + " has no prefixes and no substrings");
    };
  }

  private static QueryPredicate inTurn(
      KeyExpression seconds, KeyExpression nanos, Operator operator, Moment moment) {
    boolean isLess = operator == Operator.LESS || operator == Operator.LESS_OR_EQUAL;
    return or(
        compare(seconds, isLess ? Operator.LESS : Operator.GREATER, moment.seconds()),
        and(equal(seconds, moment.seconds()), compare(nanos, operator, moment.nanos())));
  }
}
