package dev.tenure.record.index.rank;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.index.IndexAudit;
import dev.tenure.record.index.IndexAudit.Finding;
import dev.tenure.record.index.IndexAudit.Kind;
import dev.tenure.record.index.IndexAudit.Slice;
import dev.tenure.record.index.OpenIndex;
import dev.tenure.record.structure.RankedSet;
import dev.tenure.record.structure.RankedSetImage;
import dev.tenure.record.tuple.PackedTuples;
import dev.tenure.record.tuple.TupleParts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Checks the ranked sets of a rank index, group by group. Each set is compared, row by row, with
 * the set that the group's entries would make, and repaired in the transaction that has read both.
 * If a group has too many entries for one transaction, only contradictions within its set are
 * found. Positions are packed tuples: (group) behind a group, (group, position) within a large
 * group.
 */
record RankStructure(RankIndexMaintainer maintainer) implements IndexAudit.Structure {
  /** The most rows of a group's entries, or of its set, that are compared in one transaction. */
  static final int ROWS_MAX = 20_000;

  private static final String NOTHING = "nothing";

  @Override
  public CompletableFuture<Slice> look(OpenIndex index, byte[] from, int rowsMax, boolean repair) {
    if (from.length == 0) {
      return next(index, null, repair);
    }
    Tuple place = place(from);
    Tuple group = place.getNestedTuple(0);
    return place.size() == 1
        ? next(index, group, repair)
        : within(index, group, place.getNestedTuple(1), rowsMax);
  }

  private Tuple place(byte[] from) {
    return PackedTuples.unpack(from, 0)
        .filter(tuple -> tuple.size() == 1 || tuple.size() == 2)
        .filter(tuple -> tuple.getItems().stream().allMatch(item -> item instanceof List))
        .filter(tuple -> tuple.getNestedTuple(0).size() == maintainer.groupColumns())
        .orElseThrow(RankStructure::refused);
  }

  private static RecordLayerException refused() {
    return new RecordLayerException(
        Code.CONTINUATION_REFUSED, "position of a scrub is in no ranked set of this index");
  }

  /** The first group behind one that has entries, or a set. */
  private CompletableFuture<Slice> next(OpenIndex index, @Nullable Tuple after, boolean repair) {
    List<byte[]> unreadable = new ArrayList<>();
    CompletableFuture<Optional<Tuple>> ofEntries =
        firstGroup(
            index,
            behind(index.keys().range(new Tuple()), after),
            index.keys().prefix(),
            new ArrayList<>());
    CompletableFuture<Optional<Tuple>> ofSets =
        firstGroup(
            index,
            behind(index.keys().structureRange(new Tuple()), after),
            index.keys().structurePrefix(),
            unreadable);
    return ofEntries
        .thenCombine(ofSets, RankStructure::first)
        .thenCompose(group -> whole(index, group, unreadable, repair));
  }

  private static Optional<Tuple> first(Optional<Tuple> left, Optional<Tuple> right) {
    return left.isEmpty() || (right.isPresent() && right.get().compareTo(left.get()) < 0)
        ? right
        : left;
  }

  private static Range behind(Range whole, @Nullable Tuple after) {
    if (after == null) {
      return whole;
    }
    byte[] group = after.pack(whole.begin);
    byte[] begin = Arrays.copyOf(group, group.length + 1);
    begin[group.length] = (byte) 0xFF;
    return new Range(begin, whole.end);
  }

  /**
   * The group of the first row that is of one.
   *
   * @param unreadable takes the keys of the rows before it
   */
  private CompletableFuture<Optional<Tuple>> firstGroup(
      OpenIndex index, Range rest, byte[] prefix, List<byte[]> unreadable) {
    return index
        .context()
        .transaction()
        .getRange(rest, 1, false, StreamingMode.EXACT)
        .asList()
        .thenCompose(
            rows -> {
              if (rows.isEmpty()) {
                return CompletableFuture.completedFuture(Optional.empty());
              }
              byte[] key = rows.get(0).getKey();
              Optional<Tuple> group = group(key, prefix);
              if (group.isPresent()) {
                return CompletableFuture.completedFuture(group);
              }
              unreadable.add(key);
              Range more = new Range(ByteArrayUtil.keyAfter(key), rest.end);
              return firstGroup(index, more, prefix, unreadable);
            });
  }

  private Optional<Tuple> group(byte[] key, byte[] prefix) {
    int columns = maintainer.groupColumns();
    return PackedTuples.unpack(key, prefix.length)
        .filter(tuple -> tuple.size() >= columns)
        .map(tuple -> TupleParts.range(tuple, 0, columns));
  }

  private CompletableFuture<Slice> whole(
      OpenIndex index, Optional<Tuple> found, List<byte[]> unreadable, boolean repair) {
    if (found.isEmpty()) {
      return CompletableFuture.completedFuture(
          new Slice(
              clear(index, unreadable, repair), List.of(), unreadable.size(), Optional.empty()));
    }
    Tuple group = found.get();
    Range set = index.keys().structureRange(group);
    List<Finding> before =
        clear(
            index,
            unreadable.stream().filter(key -> Arrays.compareUnsigned(key, set.begin) < 0).toList(),
            repair);
    return read(index, index.keys().range(group))
        .thenCombine(
            read(index, set),
            (ofEntries, ofSet) ->
                ofEntries.size() > ROWS_MAX || ofSet.size() > ROWS_MAX
                    ? large(group, before)
                    : compare(index, group, ofEntries, ofSet, before, repair));
  }

  private static List<Finding> clear(OpenIndex index, List<byte[]> rows, boolean repair) {
    List<Finding> findings = new ArrayList<>();
    for (byte[] row : rows) {
      if (repair) {
        index.context().clear(row);
      }
      findings.add(
          new Finding(
              Kind.UNDECODABLE,
              ByteString.copyFrom(row),
              Optional.empty(),
              "a row of no group",
              NOTHING,
              repair));
    }
    return findings;
  }

  private static CompletableFuture<List<KeyValue>> read(OpenIndex index, Range range) {
    return index
        .context()
        .transaction()
        .getRange(range, ROWS_MAX + 1, false, StreamingMode.WANT_ALL)
        .asList();
  }

  private static Slice large(Tuple group, List<Finding> before) {
    String why =
        "the group "
            + group
            + " has more than "
            + ROWS_MAX
            + " entries, the limit of what is compared in one transaction: only whether its ranked"
            + " set contradicts itself was looked at; rebuild the index to be sure";
    byte[] next = new Tuple().add(group).add(RankedSet.VERIFY_FROM_START).pack();
    return new Slice(before, List.of(why), 0, Optional.of(next));
  }

  private Slice compare(
      OpenIndex index,
      Tuple group,
      List<KeyValue> entries,
      List<KeyValue> rows,
      List<Finding> before,
      boolean repair) {
    byte[] prefix = group.pack(index.keys().structurePrefix());
    RankedSetImage image = new RankedSetImage(prefix, maintainer.options());
    NavigableMap<byte[], byte[]> found = IndexAudit.rows();
    rows.forEach(row -> found.put(row.getKey(), row.getValue()));
    NavigableMap<byte[], byte[]> expected =
        image.rows(copies(index, entries), found.navigableKeySet());
    NavigableMap<byte[], Finding> findings = new TreeMap<>(Arrays::compareUnsigned);
    expected.forEach(
        (key, value) -> {
          byte[] there = found.get(key);
          if (there == null || !Arrays.equals(there, value)) {
            findings.put(key, finding(key, there, value, repair));
          }
        });
    found.forEach(
        (key, value) -> {
          if (!expected.containsKey(key)) {
            findings.put(key, finding(key, value, null, repair));
          }
        });
    if (repair && !findings.isEmpty()) {
      write(index, image.range(), findings, expected);
    }
    List<Finding> all = new ArrayList<>(before);
    all.addAll(findings.values());
    return new Slice(
        all, List.of(), entries.size() + rows.size(), Optional.of(new Tuple().add(group).pack()));
  }

  /** The number of entries of each score. Rows that are no entries are not passed here. */
  private NavigableMap<Tuple, Long> copies(OpenIndex index, List<KeyValue> entries) {
    NavigableMap<Tuple, Long> copies = new TreeMap<>();
    for (KeyValue entry : entries) {
      PackedTuples.unpack(entry.getKey(), index.keys().prefix().length)
          .flatMap(this::score)
          .ifPresent(score -> copies.merge(score, 1L, Long::sum));
    }
    return copies;
  }

  private Optional<Tuple> score(Tuple key) {
    try {
      return Optional.of(maintainer.score(maintainer.index().entry(key, new Tuple()).key()));
    } catch (IllegalArgumentException noEntry) {
      return Optional.empty();
    }
  }

  /**
   * Writes the set anew. A transaction that changes the set at the same time has fenced guards in
   * its range, and so conflicts.
   */
  private static void write(
      OpenIndex index,
      Range set,
      NavigableMap<byte[], Finding> findings,
      NavigableMap<byte[], byte[]> expected) {
    index.context().transaction().addWriteConflictRange(set.begin, set.end);
    for (byte[] key : new ArrayList<>(findings.keySet())) {
      byte[] value = expected.get(key);
      if (value == null) {
        index.context().clear(key);
      } else {
        index.context().set(key, value);
      }
    }
  }

  private static Finding finding(
      byte[] key, byte @Nullable [] found, byte @Nullable [] expected, boolean repaired) {
    return new Finding(
        Kind.BROKEN_STRUCTURE,
        ByteString.copyFrom(key),
        Optional.empty(),
        describe(found),
        describe(expected),
        repaired);
  }

  private static String describe(byte @Nullable [] number) {
    if (number == null) {
      return NOTHING;
    }
    if (number.length != Long.BYTES) {
      return number.length + " bytes";
    }
    long value = 0;
    for (int i = Long.BYTES - 1; i >= 0; i--) {
      value = (value << Byte.SIZE) | (number[i] & 0xFF);
    }
    return Long.toString(value);
  }

  /** Part of a large group: whether the levels of its set count what is below them. */
  private CompletableFuture<Slice> within(
      OpenIndex index, Tuple group, Tuple position, int rowsMax) {
    byte[] prefix = group.pack(index.keys().structurePrefix());
    if (position.size() != 2
        || !(position.get(0) instanceof Long)
        || !(position.get(1) instanceof byte[])) {
      throw refused();
    }
    return maintainer
        .set(index.keys(), group)
        .verify(index.context(), position, rowsMax)
        .thenApply(
            check -> {
              List<Finding> findings =
                  check.faults().stream().map(fault -> unrepaired(prefix, fault)).toList();
              Tuple next = new Tuple().add(group);
              return new Slice(
                  findings,
                  List.of(),
                  check.rows(),
                  Optional.of(check.next().map(part -> next.add(part)).orElse(next).pack()));
            });
  }

  private static Finding unrepaired(byte[] prefix, String fault) {
    return new Finding(
        Kind.BROKEN_STRUCTURE,
        ByteString.copyFrom(prefix),
        Optional.empty(),
        fault,
        "a set whose levels count what is below them; rebuild the index",
        false);
  }
}
