package dev.tenure.record.query.text;

/**
 * A value as it is written. The type of a field gives it a meaning later.
 *
 * @param text the value without quotes, escapes and star
 * @param isPrefix whether a star follows the value
 * @param column the place at which the value begins
 */
record TextValue(String text, boolean isQuoted, boolean isPrefix, int column) {

  boolean isNull() {
    return !isQuoted && !isPrefix && text.equals("null");
  }

  /** Whether the value is a star alone. */
  boolean isAnything() {
    return !isQuoted && isPrefix && text.isEmpty();
  }

  /** The value as it was written, for errors. */
  String shown() {
    return TextScanner.shown(text + (isPrefix ? "*" : ""));
  }
}
