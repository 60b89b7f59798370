package dev.tenure.record.index.aggregate;

import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.tuple.Tuple;
import com.apple.foundationdb.tuple.Versionstamp;
import dev.tenure.record.definition.Index;
import dev.tenure.record.index.IndexAudit;
import dev.tenure.record.index.IndexCandidate;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.IndexKeys;
import dev.tenure.record.index.IndexedRecord;
import dev.tenure.record.index.RecordChange;
import dev.tenure.record.index.WriteBatch;
import dev.tenure.record.key.RecordVersion;
import dev.tenure.record.tuple.PackedTuples;
import dev.tenure.record.tuple.StampedBytes;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * Keeps the version of the last save in each group, as a packed tuple. A save sets the version of
 * its commit without a comparison, since a commit is later than all stored versions. A known
 * version, of a record that was saved earlier, only replaces an earlier one. Until the commit, this
 * transaction sees an incomplete version, which sorts after all complete ones; the commit replaces
 * it by its own version. A record without a version has no effect.
 */
record MaxVersionMaintainer(GroupColumns columns) implements GroupMaintainer {
  private static final int CODE = 0x33;
  private static final int STAMP_AT = 1;

  @Override
  public void update(IndexKeys keys, RecordChange change, WriteBatch batch) {
    IndexedRecord after = change.after();
    RecordVersion last = after == null ? null : after.version();
    if (last == null) {
      return;
    }
    for (GroupColumns.Row row : columns.rows(after)) {
      Versionstamp version = last.stamp();
      byte[] key = keys.key(row.group());
      byte[] packed = packed(version);
      batch.mutate(MutationType.BYTE_MAX, key, packed);
      if (!version.isComplete()) {
        batch.setVersionedValue(key, StampedBytes.operand(packed, STAMP_AT));
      }
    }
  }

  /**
   * Packs a version by hand, since the tuple layer needs the native library to pack an incomplete
   * version.
   */
  static byte[] packed(Versionstamp version) {
    return ByteBuffer.allocate(1 + Versionstamp.LENGTH)
        .put((byte) CODE)
        .put(version.getBytes())
        .array();
  }

  @Override
  public IndexEntry entry(Tuple key, byte[] value, String where) {
    Tuple version =
        PackedTuples.unpack(value, 0)
            .filter(tuple -> tuple.size() == 1 && tuple.get(0) instanceof Versionstamp)
            .orElseThrow(
                () ->
                    columns.damaged(
                        "a value of " + value.length + " bytes, expected a version", where));
    return columns.entry(key, version, where);
  }

  @Override
  public Tuple combine(Tuple left, Tuple right) {
    return left.getVersionstamp(0).compareTo(right.getVersionstamp(0)) >= 0 ? left : right;
  }

  @Override
  public boolean isIdempotent() {
    return true;
  }

  @Override
  public List<IndexCandidate> candidates() {
    return List.of(
        IndexCandidate.byGroup(columns.index(), Index.MAX_EVER_VERSION, columns.groupCount()));
  }

  @Override
  public Optional<IndexAudit> audit() {
    return Optional.of(IndexAudit.of(new MaxVersionAudit(columns)));
  }
}
