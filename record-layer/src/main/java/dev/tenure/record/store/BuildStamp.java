package dev.tenure.record.store;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.error.StoredPlace;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.store.header.StoreMetaData;
import dev.tenure.record.tuple.PackedTuples;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The stored stamp of a build, which says how an index is being built: a format byte, and then a
 * tuple.
 *
 * @param source the subspace key of the index whose entries are scanned; 0 for records
 * @param sourceVersion the version of the metadata in which that index was last modified; 0 for
 *     records
 * @param targets the subspace keys of all indexes that are built together, in order
 */
record BuildStamp(long source, long sourceVersion, List<Long> targets) {
  private static final byte FORMAT = 1;

  static BuildStamp of(BuildPlan plan, StoreMetaData metaData) {
    Optional<BoundIndex> source = plan.source().map(metaData.bound()::index);
    return new BuildStamp(
        source.map(index -> (long) index.subspaceKey()).orElse(0L),
        source.map(index -> (long) index.index().lastModifiedVersion()).orElse(0L),
        plan.indexes().stream()
            .map(name -> (long) metaData.bound().index(name).subspaceKey())
            .sorted()
            .toList());
  }

  /** The source index; empty when the metadata does not have it, or it has changed since. */
  Optional<BoundIndex> sourceIn(StoreMetaData metaData) {
    return index(source, metaData)
        .filter(index -> index.index().lastModifiedVersion() == sourceVersion);
  }

  /** Whether the build's positions are invalid, because its source was changed or removed. */
  boolean isVoid(StoreMetaData metaData) {
    return source != 0 && sourceIn(metaData).isEmpty();
  }

  /**
   * The plan of the build; empty when the metadata lacks one of its indexes, or the stamp is void.
   */
  Optional<BuildPlan> plan(StoreMetaData metaData) {
    List<String> names = new ArrayList<>();
    for (long target : targets) {
      index(target, metaData).ifPresent(index -> names.add(index.name()));
    }
    return names.size() < targets.size() || isVoid(metaData)
        ? Optional.empty()
        : Optional.of(new BuildPlan(names, sourceIn(metaData).map(BoundIndex::name)));
  }

  private static Optional<BoundIndex> index(long key, StoreMetaData metaData) {
    return metaData.bound().indexes().stream()
        .filter(index -> index.subspaceKey() == key)
        .findFirst();
  }

  byte[] encode() {
    byte[] tuple = Tuple.from(source, sourceVersion, targets).pack();
    byte[] bytes = new byte[tuple.length + 1];
    bytes[0] = FORMAT;
    System.arraycopy(tuple, 0, bytes, 1, tuple.length);
    return bytes;
  }

  /**
   * Decodes the bytes of {@link #encode}.
   *
   * @throws dev.tenure.record.error.RecordLayerException FORMAT_UNKNOWN or DAMAGED
   */
  static BuildStamp decode(byte[] bytes, String where) {
    StoredPlace place = new StoredPlace("build stamp", where);
    if (bytes.length == 0 || bytes[0] != FORMAT) {
      String format = bytes.length == 0 ? "none" : Byte.toString(bytes[0]);
      throw place.unknown("has format " + format + ", known is " + FORMAT);
    }
    return PackedTuples.unpack(bytes, 1)
        .flatMap(BuildStamp::decode)
        .orElseThrow(
            () ->
                place.damaged("is no tuple of a source, its version and the indexes to be built"));
  }

  private static Optional<BuildStamp> decode(Tuple tuple) {
    if (tuple.size() != 3
        || !(tuple.get(0) instanceof Long source)
        || !(tuple.get(1) instanceof Long version)
        || !(tuple.get(2) instanceof List<?> numbers)) {
      return Optional.empty();
    }
    List<Long> targets = new ArrayList<>();
    for (Object number : numbers) {
      if (number instanceof Long target) {
        targets.add(target);
      }
    }
    boolean whole =
        targets.size() == numbers.size() && !targets.isEmpty() && !targets.contains(source);
    return whole ? Optional.of(new BuildStamp(source, version, targets)) : Optional.empty();
  }
}
