package dev.tenure.record.serialize;

import dev.tenure.record.error.RecordLayerException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes the errors about one stored record. */
final class StoredRecordErrors {
  private final Supplier<String> where;

  StoredRecordErrors(Supplier<String> where) {
    this.where = where;
  }

  RecordLayerException damaged(String what) {
    return damaged(what, null);
  }

  RecordLayerException damaged(String what, @Nullable Throwable cause) {
    return refused(RecordLayerException.Code.DAMAGED, what, cause);
  }

  RecordLayerException unknown(String what) {
    return refused(RecordLayerException.Code.FORMAT_UNKNOWN, what, null);
  }

  /**
   * An error about this record.
   *
   * @param what the text that follows the record's name
   */
  RecordLayerException refused(
      RecordLayerException.Code code, String what, @Nullable Throwable cause) {
    return new RecordLayerException(code, "record " + what + " (" + where.get() + ")", cause);
  }
}
