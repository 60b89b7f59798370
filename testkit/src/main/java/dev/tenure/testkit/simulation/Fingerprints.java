package dev.tenure.testkit.simulation;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.subspace.Subspace;
import dev.tenure.record.RecordContext;
import java.util.List;
import java.util.zip.CRC32C;

/** Numbers that differ, almost certainly, when any row of a database or of a part of it does. */
final class Fingerprints {
  private static final byte[] END_OF_USER_KEYS = {(byte) 0xff};

  private final List<KeyValue> rows;

  private Fingerprints(List<KeyValue> rows) {
    this.rows = rows;
  }

  static Fingerprints of(RecordContext context) {
    return new Fingerprints(
        Reads.now(
            context.transaction().snapshot().getRange(new byte[0], END_OF_USER_KEYS).asList()));
  }

  long ofAll() {
    CRC32C checksum = new CRC32C();
    rows.forEach(row -> add(checksum, row));
    return checksum.getValue();
  }

  long of(Subspace part) {
    CRC32C checksum = new CRC32C();
    rows.stream().filter(row -> part.contains(row.getKey())).forEach(row -> add(checksum, row));
    return checksum.getValue();
  }

  private static void add(CRC32C checksum, KeyValue row) {
    checksum.update(row.getKey());
    checksum.update(row.getValue());
  }
}
