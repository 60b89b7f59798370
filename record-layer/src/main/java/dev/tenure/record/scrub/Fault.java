package dev.tenure.record.scrub;

import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.record.index.IndexAudit;
import java.util.Optional;

/**
 * A difference between an index and its records, as of one version of the database.
 *
 * @param kind the kind of fault
 * @param index the name of the index
 * @param key the complete key of the row or entry that is wrong or missing
 * @param primaryKey the record's primary key without the record type key; empty when the fault
 *     concerns no single record
 * @param found the stored value, as text for people
 * @param expected the correct value, as text for people
 * @param repaired whether it was repaired in the transaction that found it
 */
public record Fault(
    IndexAudit.Kind kind,
    String index,
    ByteString key,
    Optional<Tuple> primaryKey,
    String found,
    String expected,
    boolean repaired) {

  static Fault of(String index, IndexAudit.Finding finding) {
    return new Fault(
        finding.kind(),
        index,
        finding.key(),
        finding.primaryKey(),
        finding.found(),
        finding.expected(),
        finding.repaired());
  }

  /** Whether the other fault has the same key and kind. */
  boolean isSameAs(Fault other) {
    return kind == other.kind && key.equals(other.key) && primaryKey.equals(other.primaryKey);
  }

  /** The fault as a line of text for people. */
  @Override
  public String toString() {
    return kind
        + (repaired ? " (repaired)" : "")
        + " in index "
        + index
        + primaryKey.map(of -> ", record " + of).orElse("")
        + ", key "
        + ByteArrayUtil.printable(key.toByteArray())
        + ": found "
        + found
        + ", expected "
        + expected;
  }
}
