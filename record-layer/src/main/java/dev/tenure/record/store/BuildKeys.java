package dev.tenure.record.store;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.structure.RangeSet;
import java.nio.ByteBuffer;

/**
 * What a build of one index keeps in the store while it goes on, below (4, index key):
 *
 * <pre>
 * ("h", builder)   heartbeat
 * ("p", n)         counter: records scanned, bytes scanned
 * ("r", begin)     positions that are built
 * ("s")            type stamp
 * ("u", columns)   columns that two entries may have
 * ("v", entry)     that a record has some columns, of a bitmap
 * </pre>
 */
final class BuildKeys {
  static final int RECORDS = 0;
  static final int BYTES = 1;

  private final byte[] prefix;
  private final String name;

  private record Turn(ByteBuffer prefix) {}

  BuildKeys(StoreKeys keys, BoundIndex index) {
    this.prefix = keys.buildPrefix(index.subspaceKey());
    this.name = "store " + keys.describe() + ", build of index " + index.name();
  }

  /** For errors. */
  String name() {
    return name;
  }

  /** What must not overlap with another look at how far the index is built takes turns by this. */
  Object turn() {
    return new Turn(ByteBuffer.wrap(prefix));
  }

  RangeSet ranges() {
    return new RangeSet(Tuple.from("r").pack(prefix), name);
  }

  byte[] stamp() {
    return Tuple.from("s").pack(prefix);
  }

  byte[] heartbeat(String builder) {
    return Tuple.from("h", builder).pack(prefix);
  }

  /** All heartbeats; the builder's name is behind the begin of their keys. */
  Range heartbeats() {
    return below("h");
  }

  byte[] counter(int which) {
    return Tuple.from("p", which).pack(prefix);
  }

  /** All columns that two entries may have; they are behind the begin of the keys. */
  Range candidates() {
    return below("u");
  }

  /** Which records have which columns; kept, as the candidates are, until there is no violation. */
  Range holders() {
    return below("v");
  }

  /** Everything but candidates and holders, which come last. */
  Range allButCandidates() {
    return new Range(prefix, candidates().begin);
  }

  private Range below(String kind) {
    byte[] begin = Tuple.from(kind).pack(prefix);
    return new Range(begin, StoreKeys.behind(begin));
  }
}
