package dev.tenure.record.index.contract;

import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.store.RecordStore;
import java.util.List;
import java.util.function.Function;

/**
 * An index under the contract.
 *
 * @param index its definition
 * @param expected what readers must see of it, by brute force
 * @param observed what they see
 * @param scans what its scans give, for the law of continuations
 * @param keepsPast whether deleted and overwritten records leave something behind
 */
record IndexCase(
    Index index,
    Function<History, Object> expected,
    Function<RecordStore, Object> observed,
    List<Scan> scans,
    boolean keepsPast) {

  /** A scan of the index that can be stopped anywhere. */
  interface Scan {
    RecordCursor<?> open(RecordStore store, Continuation from, ScanOptions options);
  }

  static IndexCase of(
      Index index,
      Function<History, Object> expected,
      Function<RecordStore, Object> observed,
      Scan... scans) {
    return new IndexCase(index, expected, observed, List.of(scans), false);
  }

  IndexCase withPast() {
    return new IndexCase(index, expected, observed, scans, true);
  }

  String name() {
    return index.name();
  }

  @Override
  public String toString() {
    return name();
  }
}
