package dev.tenure.record.keyspace;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The keys and values that one transaction of an import writes, up to its limits. */
final class ImportPlan {
  private static final int BYTES_MAX = 4_000_000;
  private static final int GROUPS_MAX = 200;

  /** Roughly what a write costs: key, value, and the two ends of its conflict range. */
  private static final int KEY_COPIES = 3;

  private final Map<ByteString, ByteString> rows = new LinkedHashMap<>();
  private final List<Range> groups = new ArrayList<>();
  private int toSkip;
  private int planned;
  private long bytes;
  private boolean full;

  /**
   * An empty plan.
   *
   * @param rowsDone the number of first rows of the page to leave out
   */
  ImportPlan(int rowsDone) {
    this.toSkip = rowsDone;
  }

  /** Whether rows of this group belong to the plan, so that the group's prefix is needed. */
  boolean wants(ImportFit.Placed group) {
    if (!full && toSkip >= group.rows().size()) {
      toSkip -= group.rows().size();
      return false;
    }
    full |= groups.size() == GROUPS_MAX;
    return !full;
  }

  /** Plans the rows of a group, below the prefix of its path. */
  void add(ImportFit.Placed group, byte[] prefix) {
    byte[] low = prefix;
    byte[] high = prefix;
    boolean any = false;
    for (Map.Entry<ByteString, ByteString> row :
        group.rows().subList(toSkip, group.rows().size())) {
      byte[] key = ByteArrayUtil.join(prefix, row.getKey().toByteArray());
      long cost = (long) KEY_COPIES * key.length + row.getValue().size();
      if (planned > 0 && bytes + cost > BYTES_MAX) {
        full = true;
        break;
      }
      low = any && ByteArrayUtil.compareUnsigned(low, key) < 0 ? low : key;
      high = any && ByteArrayUtil.compareUnsigned(high, key) > 0 ? high : key;
      any = true;
      bytes += cost;
      planned++;
      rows.put(ByteString.copyFrom(key), row.getValue());
    }
    toSkip = 0;
    if (any) {
      groups.add(new Range(low, ByteArrayUtil.keyAfter(high)));
    }
  }

  /** The key ranges of the groups, each from its first to its last key. */
  List<Range> groups() {
    return groups;
  }

  /** The planned value of a key; null when no row has the key. */
  @Nullable ByteString valueOf(byte[] key) {
    return rows.get(ByteString.copyFrom(key));
  }

  Map<ByteString, ByteString> rows() {
    return rows;
  }

  /** The progress of the import after these rows. */
  ImportProgress after(ImportProgress progress, PageFormat.Page page) {
    long done = progress.rows() + planned;
    return full
        ? new ImportProgress(
            progress.pages(), page.before(), progress.rowsInPage() + planned, done, false)
        : new ImportProgress(page.number() + 1, page.checksum(), 0, done, page.last());
  }
}
