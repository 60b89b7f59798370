package dev.tenure.record.index.aggregate;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.index.IndexAudit;
import dev.tenure.record.index.IndexAudit.Finding;
import dev.tenure.record.index.IndexAudit.Kind;
import dev.tenure.record.index.IndexAudit.Slice;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.IndexKeys;
import dev.tenure.record.index.OpenIndex;
import dev.tenure.record.tuple.PackedTuples;
import dev.tenure.record.tuple.TupleParts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Checks the rows of groups in a permuted index. Each row must belong to a group that has entries,
 * and have their extremum; each group must have its row. The rows are checked first (positions
 * begin with 0), then the groups of the entries (positions begin with 1).
 */
record PermutedGroups(PermutedMaintainer maintainer) implements IndexAudit.Structure {
  private static final byte[] NO_VALUE = {};
  private static final String NOTHING = "nothing";
  private static final byte[] ROWS = {0};
  private static final byte[] GROUPS = {1};

  @Override
  public CompletableFuture<Slice> look(OpenIndex index, byte[] from, int rowsMax, boolean repair) {
    byte[] place = from.length == 0 ? ROWS : from;
    byte[] behind = Arrays.copyOfRange(place, 1, place.length);
    return switch (place[0]) {
      case 0 -> rows(index, behind, rowsMax, repair);
      case 1 -> groups(index, behind, rowsMax, repair);
      default ->
          throw new RecordLayerException(
              Code.CONTINUATION_REFUSED, "place is in no part of a permuted index: " + place[0]);
    };
  }

  private CompletableFuture<Slice> rows(
      OpenIndex index, byte[] behind, int rowsMax, boolean repair) {
    IndexKeys place = PermutedColumns.rows(index.keys());
    Range whole = place.range(new Tuple());
    byte[] begin =
        behind.length == 0
            ? whole.begin
            : ByteArrayUtil.keyAfter(ByteArrayUtil.join(whole.begin, behind));
    return index
        .context()
        .transaction()
        .getRange(begin, whole.end, rowsMax, false, StreamingMode.EXACT)
        .asList()
        .thenCompose(
            rows -> {
              List<Finding> findings = new ArrayList<>();
              CompletableFuture<Void> all = CompletableFuture.completedFuture(null);
              for (KeyValue row : rows) {
                all = all.thenCompose(nothing -> row(index, place, row, repair, findings));
              }
              return all.thenApply(nothing -> slice(findings, rows, whole.begin.length, rowsMax));
            });
  }

  private static Slice slice(List<Finding> findings, List<KeyValue> rows, int prefix, int rowsMax) {
    byte[] next = GROUPS;
    if (rows.size() == rowsMax) {
      byte[] key = rows.get(rows.size() - 1).getKey();
      next = ByteArrayUtil.join(ROWS, Arrays.copyOfRange(key, prefix, key.length));
    }
    return new Slice(findings, List.of(), rows.size(), Optional.of(next));
  }

  private CompletableFuture<Void> row(
      OpenIndex index, IndexKeys place, KeyValue row, boolean repair, List<Finding> findings) {
    byte[] key = row.getKey();
    IndexEntry group;
    try {
      group = maintainer.permuted().group(place.entryKey(key), NO_VALUE, "row of a group");
    } catch (RecordLayerException e) {
      clear(index, key, repair);
      findings.add(finding(Kind.UNDECODABLE, key, "the key: " + e.getMessage(), NOTHING, repair));
      return CompletableFuture.completedFuture(null);
    }
    return maintainer
        .extremum(index, group.key())
        .thenAccept(
            extremum -> {
              if (extremum.filter(value -> value.equals(group.value())).isEmpty()) {
                clear(index, key, repair);
                findings.add(dangling(key, group, extremum, repair));
              } else if (row.getValue().length > 0) {
                set(index, key, repair);
                String found = row.getValue().length + " bytes";
                findings.add(finding(Kind.STALE, key, found, "no value", repair));
              }
            });
  }

  private static Finding dangling(
      byte[] key, IndexEntry group, Optional<Tuple> extremum, boolean repair) {
    return finding(
        Kind.DANGLING,
        key,
        describe(group.key(), group.value()),
        extremum.map(value -> describe(group.key(), value)).orElse(NOTHING),
        repair);
  }

  private static String describe(Tuple group, Tuple extremum) {
    return "the group " + group + " under " + extremum;
  }

  private CompletableFuture<Slice> groups(
      OpenIndex index, byte[] behind, int groupsMax, boolean repair) {
    List<Finding> findings = new ArrayList<>();
    Walk walk = new Walk(index, behind);
    return AsyncLoop.whileTrue(
            () ->
                walk.count < groupsMax
                    ? walk.next(this, repair, findings)
                    : CompletableFuture.completedFuture(false))
        .thenApply(
            nothing ->
                new Slice(
                    findings,
                    List.of(),
                    walk.count,
                    walk.ended
                        ? Optional.empty()
                        : Optional.of(ByteArrayUtil.join(GROUPS, walk.behind))));
  }

  /** Walks through the entries group by group, and skips the further entries of each group. */
  private static final class Walk {
    private final OpenIndex index;
    private final IndexKeys place;
    private byte[] behind;
    private int count;
    private boolean ended;

    private Walk(OpenIndex index, byte[] behind) {
      this.index = index;
      this.place = PermutedColumns.entries(index.keys());
      this.behind = behind;
    }

    private CompletableFuture<Boolean> next(
        PermutedGroups groups, boolean repair, List<Finding> findings) {
      Range whole = place.range(new Tuple());
      byte[] begin = ByteArrayUtil.join(whole.begin, behind);
      return index
          .context()
          .transaction()
          .getRange(begin, whole.end, 1, false, StreamingMode.EXACT)
          .asList()
          .thenCompose(
              rows -> {
                if (rows.isEmpty()) {
                  ended = true;
                  return CompletableFuture.completedFuture(false);
                }
                count++;
                return look(groups, rows.get(0).getKey(), repair, findings)
                    .thenApply(nothing -> true);
              });
    }

    private CompletableFuture<Void> look(
        PermutedGroups groups, byte[] key, boolean repair, List<Finding> findings) {
      int groupCount = groups.maintainer.columns().groupCount();
      Optional<Tuple> columns =
          PackedTuples.unpack(key, place.prefix().length)
              .filter(tuple -> tuple.size() >= groupCount);
      if (columns.isEmpty()) {
        behind = suffix(ByteArrayUtil.keyAfter(key));
        return CompletableFuture.completedFuture(null);
      }
      Tuple group = TupleParts.range(columns.get(), 0, groupCount);
      behind = suffix(place.range(group).end);
      return groups.group(index, group, repair, findings);
    }

    private byte[] suffix(byte[] key) {
      return Arrays.copyOfRange(key, place.prefix().length, key.length);
    }
  }

  private CompletableFuture<Void> group(
      OpenIndex index, Tuple group, boolean repair, List<Finding> findings) {
    return maintainer
        .extremum(index, group)
        .thenCompose(
            extremum ->
                extremum
                    .map(value -> requireRow(index, group, value, repair, findings))
                    .orElseGet(() -> CompletableFuture.completedFuture(null)));
  }

  private CompletableFuture<Void> requireRow(
      OpenIndex index, Tuple group, Tuple extremum, boolean repair, List<Finding> findings) {
    byte[] key = maintainer.permuted().rowKey(index.keys(), group, extremum);
    return index
        .context()
        .get(key, false)
        .thenAccept(
            found -> {
              if (found == null) {
                set(index, key, repair);
                findings.add(
                    finding(Kind.MISSING, key, NOTHING, describe(group, extremum), repair));
              }
            });
  }

  private static void set(OpenIndex index, byte[] key, boolean repair) {
    if (repair) {
      index.context().set(key, NO_VALUE);
    }
  }

  private static void clear(OpenIndex index, byte[] key, boolean repair) {
    if (repair) {
      index.context().clear(key);
    }
  }

  private static Finding finding(
      Kind kind, byte[] key, String found, String expected, boolean repaired) {
    return new Finding(kind, ByteString.copyFrom(key), Optional.empty(), found, expected, repaired);
  }
}
