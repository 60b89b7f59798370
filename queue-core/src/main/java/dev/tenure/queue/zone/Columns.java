package dev.tenure.queue.zone;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.QueueException;

/**
 * The columns of index entries and counts, which are as they were stored. What they are of is named
 * by errors only.
 */
final class Columns {
  private Columns() {}

  /** Throws {@link QueueException} CORRUPT when there is no text. */
  static String text(Tuple columns, int place, Object where) {
    if (place < columns.size() && columns.get(place) instanceof String text) {
      return text;
    }
    throw corrupt(columns, place, "text", where);
  }

  /** Throws {@link QueueException} CORRUPT when there is no 64-bit integer. */
  static long number(Tuple columns, int place, Object where) {
    if (place < columns.size() && columns.get(place) instanceof Long number) {
      return number;
    }
    throw corrupt(columns, place, "an integer", where);
  }

  /** Throws {@link QueueException} CORRUPT when there is no 32-bit integer. */
  static int smallNumber(Tuple columns, int place, Object where) {
    long number = number(columns, place, where);
    if (number != (int) number) {
      throw corrupt(columns, place, "an integer of 32 bits", where);
    }
    return (int) number;
  }

  private static QueueException corrupt(Tuple columns, int place, String expected, Object where) {
    return new QueueException(
        QueueException.Code.CORRUPT,
        where + " has the columns " + columns + ", expected " + expected + " at place " + place);
  }
}
