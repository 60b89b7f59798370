package dev.tenure.queue.zone;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.QueueException;

/**
 * Reads columns of stored index entries and counts, and checks their types. The parameter {@code
 * where} names the entry in errors.
 */
final class StoredColumns {
  private StoredColumns() {}

  /** The text in a column; throws {@link QueueException} CORRUPT when it holds something else. */
  static String text(Tuple columns, int place, Object where) {
    if (place < columns.size() && columns.get(place) instanceof String text) {
      return text;
    }
    throw corrupt(columns, place, "text", where);
  }

  /** The integer of 64 bits in a column; throws {@link QueueException} CORRUPT otherwise. */
  static long number(Tuple columns, int place, Object where) {
    if (place < columns.size() && columns.get(place) instanceof Long number) {
      return number;
    }
    throw corrupt(columns, place, "an integer", where);
  }

  /** The integer of 32 bits in a column; throws {@link QueueException} CORRUPT otherwise. */
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
