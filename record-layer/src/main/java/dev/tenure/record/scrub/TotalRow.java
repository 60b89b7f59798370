package dev.tenure.record.scrub;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.record.index.IndexAudit;
import dev.tenure.record.index.IndexAudit.Kind;
import dev.tenure.record.index.WriteBatch;
import dev.tenure.record.tuple.PackedTuples;
import java.util.Optional;
import java.util.function.Consumer;

/** One row of totals: the stored row, and the row that the records require. */
record TotalRow(
    IndexAudit.Totals part,
    ByteString key,
    int prefixLength,
    Optional<byte[]> found,
    Optional<byte[]> expected) {

  /** The fault of the row; empty when the row is correct. */
  Optional<Wrong> wrong() {
    if (expected.isEmpty()) {
      Optional<String> unreadable = unreadableKey();
      if (unreadable.isPresent()) {
        return Optional.of(wrong(Kind.UNDECODABLE, unreadable.get()));
      }
    }
    if (part.accepts(found, expected)) {
      return Optional.empty();
    }
    return Optional.of(wrong(kind(), found.map(part::describe).orElse(Wrong.NOTHING)));
  }

  private Kind kind() {
    if (found.isEmpty()) {
      return expected.map(part::kindOfAbsent).orElse(Kind.MISSING);
    }
    if (!part.isReadable(found.get())) {
      return Kind.UNDECODABLE;
    }
    return expected.isEmpty() ? Kind.DANGLING : Kind.WRONG_TOTAL;
  }

  private Optional<String> unreadableKey() {
    Optional<Tuple> columns = PackedTuples.unpack(key.toByteArray(), prefixLength);
    if (columns.isEmpty()) {
      return Optional.of("a key that is no tuple");
    }
    try {
      part.requireKey(columns.get());
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of("the key " + columns.get() + ": " + e.getMessage());
    }
  }

  private Wrong wrong(Kind kind, String actual) {
    return new Wrong(
        kind,
        key,
        Optional.empty(),
        actual,
        expected.map(part::describe).orElse(Wrong.NOTHING),
        Optional.of(mend()));
  }

  /** The repair, which replaces the stored row by the required one. */
  Consumer<WriteBatch> mend() {
    byte[] row = key.toByteArray();
    return batch ->
        expected.ifPresentOrElse(value -> batch.set(row, value), () -> batch.clear(row));
  }
}
