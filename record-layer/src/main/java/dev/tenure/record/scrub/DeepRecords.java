package dev.tenure.record.scrub;

import com.google.protobuf.ByteString;
import dev.tenure.record.index.IndexAudit.Kind;
import dev.tenure.record.index.IndexedRecord;
import dev.tenure.record.index.OpenIndex;
import dev.tenure.record.serialize.MessageNesting;
import java.util.List;
import java.util.Optional;

/**
 * Reports records that cannot be read because they are nested too deep. Their rows are checked
 * nevertheless, since no column lies that deep. The scrubber cannot repair such a record; its owner
 * overwrites or deletes it.
 */
final class DeepRecords {
  private DeepRecords() {}

  static void report(OpenIndex index, List<IndexedRecord> records, Findings findings) {
    for (IndexedRecord record : records) {
      record.cutAt().map(cutAt -> wrong(index, record, cutAt)).ifPresent(findings::add);
    }
  }

  private static Wrong wrong(OpenIndex index, IndexedRecord record, String cutAt) {
    return new Wrong(
        Kind.TOO_DEEP,
        ByteString.copyFrom(index.recordKey(record)),
        Optional.of(record.primaryKey()),
        "the " + record.type().name() + ", in which " + cutAt,
        "a record of at most " + MessageNesting.DEPTH_MAX + " messages inside one another",
        Optional.empty());
  }
}
