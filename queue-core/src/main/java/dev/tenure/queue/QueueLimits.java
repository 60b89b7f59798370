package dev.tenure.queue;

import dev.tenure.record.limit.Surrogates;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** The limits of the queue, and checks whose errors name the value and the limit. */
public final class QueueLimits {
  public static final int APPLICATION_BYTES_MAX = 64;
  public static final int USER_BYTES_MAX = 256;
  public static final int ZONE_BYTES_MAX = 64;
  public static final int ITEM_ID_BYTES_MAX = 256;
  public static final int TYPE_BYTES_MAX = 64;
  public static final int GROUP_BYTES_MAX = 256;
  public static final int PAYLOAD_BYTES_MAX = 1_000_000;
  public static final int ATTRIBUTES_MAX = 32;
  public static final int ATTRIBUTES_BYTES_MAX = 8_192;
  public static final int PRIORITY_MAX = 15;
  public static final int BATCH_ITEMS_MAX = 1_000;
  public static final int BATCH_BYTES_MAX = 4_000_000;
  public static final int DEQUEUE_ITEMS_MAX = 1_000;
  public static final int PEEK_ITEMS_MAX = 20_000;
  public static final int SHARDS_MAX = 256;
  public static final int FAILURES_KEPT = 10;
  public static final int ERROR_CHARACTERS_MAX = 2_000;
  public static final int STACK_TRACE_BYTES_MAX = 4_096;
  public static final int STACK_TRACE_TEXT_BYTES_MAX = 65_536;
  public static final Duration DELAY_MAX = Duration.ofDays(3_650);
  public static final Duration LEASE_MAX = Duration.ofHours(12);
  public static final Duration DEDUP_MAX = Duration.ofDays(30);
  public static final Duration TRANSACTION_TIMEOUT_MIN = Duration.ofSeconds(1);
  public static final Duration TRANSACTION_TIMEOUT_MAX = Duration.ofMinutes(5);

  private QueueLimits() {}

  /**
   * Returns the name if it has 1 to {@code bytesMax} bytes of UTF-8, no control characters and no
   * lone surrogates.
   *
   * @throws IllegalArgumentException which names {@code what}, the value and the limit
   */
  public static String checkName(String what, String value, int bytesMax) {
    int bytes = value.getBytes(StandardCharsets.UTF_8).length;
    if (bytes == 0 || bytes > bytesMax) {
      throw new IllegalArgumentException(
          what + " is " + bytes + " bytes, it must have 1 to " + bytesMax + ": " + excerpt(value));
    }
    if (value.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          what + " contains a control character: " + excerpt(value.replaceAll("\\p{Cntrl}", "?")));
    }
    return Surrogates.requireNone(what, value);
  }

  /**
   * Returns the text if it has at most {@code charactersMax} characters and no lone surrogates.
   *
   * @throws IllegalArgumentException which names {@code what} and the limit
   */
  public static String checkText(String what, String value, int charactersMax) {
    checkBetween("characters of " + what, value.length(), 0, charactersMax);
    return Surrogates.requireNone(what, value);
  }

  /** Returns the value if it lies in the range; both ends are allowed. */
  public static int checkBetween(String what, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          what + " is " + value + ", it must be " + least + " to " + most);
    }
    return value;
  }

  /** Returns the duration if it lies in the range; both ends are allowed. */
  public static Duration checkBetween(String what, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          what + " is " + value + ", it must be " + least + " to " + most);
    }
    return value;
  }

  /**
   * The text in the form that an item's history keeps: cut to {@link #ERROR_CHARACTERS_MAX}, but
   * not between two surrogates. Lone surrogates, which cannot be stored, become question marks.
   */
  public static String cutError(String given) {
    String error =
        Surrogates.loneAt(given) == Surrogates.NONE
            ? given
            : new String(given.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    if (error.length() <= ERROR_CHARACTERS_MAX) {
      return error;
    }
    int end = ERROR_CHARACTERS_MAX - 1;
    boolean within = Character.isHighSurrogate(error.charAt(end - 1));
    return error.substring(0, within ? end - 1 : end) + "…";
  }

  private static String excerpt(String value) {
    return '"' + (value.length() <= 40 ? value : value.substring(0, 40) + "…") + '"';
  }
}
