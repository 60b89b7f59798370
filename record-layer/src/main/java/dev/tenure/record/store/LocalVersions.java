package dev.tenure.record.store;

import dev.tenure.record.RecordContext;

/** Numbers the records that a transaction saves with a version. Safe for use by many threads. */
final class LocalVersions {
  private static final int VERSIONS_MAX = 1 << 16;

  private int next;

  static LocalVersions of(RecordContext context) {
    return context.attachment(LocalVersions.class, LocalVersions::new);
  }

  /** The next number, from 0. */
  synchronized int next() {
    if (next == VERSIONS_MAX) {
      throw new IllegalStateException(
          "a transaction can save " + VERSIONS_MAX + " versioned records, this is one more");
    }
    return next++;
  }
}
