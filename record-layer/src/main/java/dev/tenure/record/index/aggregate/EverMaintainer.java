package dev.tenure.record.index.aggregate;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.index.IndexAudit;
import dev.tenure.record.index.IndexCandidate;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.IndexKeys;
import dev.tenure.record.index.IndexedRecord;
import dev.tenure.record.index.RecordChange;
import dev.tenure.record.index.WriteBatch;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Keeps the extremum of all values that records of a group have had since the index was built.
 * Deletes do not change it. Clearing the group as a range, or building the index again, drops it.
 */
record EverMaintainer(GroupColumns columns, Ever ever) implements GroupMaintainer {

  @Override
  public void update(IndexKeys keys, RecordChange change, WriteBatch batch) {
    IndexedRecord after = change.after();
    if (after == null) {
      return;
    }
    NavigableSet<Tuple> known = new TreeSet<>();
    columns.rows(change.before()).forEach(row -> known.add(whole(row)));
    NavigableMap<byte[], byte[]> extrema = new TreeMap<>(Arrays::compareUnsigned);
    for (GroupColumns.Row row : columns.rows(after)) {
      if (!known.contains(whole(row))) {
        byte[] value = ever.encode(columns, row, after);
        extrema.merge(keys.key(row.group()), value, this::kept);
      }
    }
    extrema.forEach((key, value) -> batch.mutate(ever.mutation(), key, value));
  }

  private static Tuple whole(GroupColumns.Row row) {
    return row.group().addAll(row.grouped());
  }

  private byte[] kept(byte[] left, byte[] right) {
    return ever.keepsFirst(Arrays.compareUnsigned(left, right)) ? left : right;
  }

  @Override
  public Tuple combine(Tuple left, Tuple right) {
    return ever.keepsFirst(left.compareTo(right)) ? left : right;
  }

  @Override
  public IndexEntry entry(Tuple key, byte[] value, String where) {
    return columns.entry(key, ever.decode(columns, value, where), where);
  }

  @Override
  public boolean isIdempotent() {
    return true;
  }

  @Override
  public List<IndexCandidate> candidates() {
    return List.of(IndexCandidate.byGroup(columns.index(), ever.typeName(), columns.groupCount()));
  }

  @Override
  public Optional<IndexAudit> audit() {
    return Optional.of(IndexAudit.of(new EverAudit(columns, ever)));
  }
}
