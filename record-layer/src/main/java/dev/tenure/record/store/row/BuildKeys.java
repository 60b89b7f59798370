package dev.tenure.record.store.row;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.structure.RangeSet;
import java.nio.ByteBuffer;

/**
 * The keys of the rows that a build of one index keeps in the store while it runs, below (4, index
 * key):
 *
 * <pre>
 * ("h", builder)   heartbeat
 * ("p", n)         counter: records scanned, bytes scanned
 * ("r", begin)     positions that are built
 * ("s")            type stamp
 * ("u", columns) uniqueness candidate: columns that two entries may have ("v", entry) holder, for a bitmap: a record that has some columns
 * </pre>
 */
public final class BuildKeys {
  public static final int RECORDS = 0;
  public static final int BYTES = 1;

  private final byte[] prefix;
  private final String name;

  private record Turn(ByteBuffer prefix) {}

  public BuildKeys(StoreKeys keys, BoundIndex index) {
    this.prefix = keys.buildPrefix(index.subspaceKey());
    this.name = "store " + keys.describe() + ", build of index " + index.name();
  }

  /** The name of the build, for errors. */
  public String name() {
    return name;
  }

  /**
   * The object by which operations take turns that must not overlap while they read the progress of
   * the build.
   */
  public Object turn() {
    return new Turn(ByteBuffer.wrap(prefix));
  }

  public RangeSet ranges() {
    return new RangeSet(Tuple.from("r").pack(prefix), name);
  }

  public byte[] stamp() {
    return Tuple.from("s").pack(prefix);
  }

  public byte[] heartbeat(String builder) {
    return Tuple.from("h", builder).pack(prefix);
  }

  /**
   * All heartbeats. A heartbeat's key is the beginning of the range, followed by the builder's id.
   */
  public Range heartbeats() {
    return below("h");
  }

  public byte[] counter(int which) {
    return Tuple.from("p", which).pack(prefix);
  }

  /**
   * All uniqueness candidates. A candidate's key is the beginning of the range, followed by the
   * columns.
   */
  public Range candidates() {
    return below("u");
  }

  /**
   * The rows that record which records have which columns. They are kept, like the candidates,
   * until the index has no violation.
   */
  public Range holders() {
    return below("v");
  }

  /** All rows except candidates and holders, which come last. */
  public Range allButCandidates() {
    return new Range(prefix, candidates().begin);
  }

  private Range below(String kind) {
    byte[] begin = Tuple.from(kind).pack(prefix);
    return new Range(begin, StoreKeys.behind(begin));
  }
}
