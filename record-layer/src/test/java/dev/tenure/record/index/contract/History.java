package dev.tenure.record.index.contract;

import com.apple.foundationdb.tuple.Versionstamp;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.test.Rival;
import dev.tenure.record.test.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** The records of a store, and all that were ever saved since the index was built. */
final class History {
  /**
   * A record as it was saved.
   *
   * @param rowBytes of its keys below the store's subspace, and of its values
   */
  record Save(Subject subject, Versionstamp version, StoredRecord record, long rowBytes) {}

  private final List<Save> current;
  private final List<Save> saves;
  private final List<Rival> rivals;

  History(List<Save> current, List<StoredRecord> rivals, List<Save> saves) {
    this.current = List.copyOf(current);
    this.rivals = rivals.stream().map(rival -> (Rival) rival.message()).toList();
    this.saves = new ArrayList<>(saves);
  }

  /** A record as it is now. */
  static Save save(StoredRecord record, long rowBytes) {
    return new Save((Subject) record.message(), record.version().orElseThrow(), record, rowBytes);
  }

  /** The subjects there are. */
  Stream<Subject> subjects() {
    return current.stream().map(Save::subject);
  }

  /** The subjects there are, with their versions. */
  List<Save> current() {
    return current;
  }

  /** All subjects ever saved, the same again for each save. */
  List<Save> saves() {
    return saves;
  }

  List<Rival> rivals() {
    return rivals;
  }

  /** Rows in the order in which texts of their tuples sort. */
  <T> List<String> sorted(Function<Subject, Stream<T>> rows) {
    return subjects().flatMap(rows).map(Object::toString).sorted().toList();
  }
}
