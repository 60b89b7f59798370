package dev.tenure.record.scrub;

import com.google.protobuf.ByteString;
import dev.tenure.record.index.IndexAudit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The stages that check an index, in order, as the audit of its type describes it. Immutable. */
final class Stages {
  private final List<Stage> stages = new ArrayList<>();
  private final List<Integer> parts = new ArrayList<>();

  /**
   * The stages of an audit.
   *
   * @param reported whether a fault of a row was reported earlier in this run
   */
  Stages(IndexAudit audit, Predicate<ByteString> reported) {
    for (int i = 0; i < audit.parts().size(); i++) {
      for (Stage stage : stages(audit.parts().get(i), reported)) {
        stages.add(stage);
        parts.add(i);
      }
    }
  }

  /** Rows before records: what cannot be read is cleared first, then what is missing is put in. */
  private static List<Stage> stages(IndexAudit.Part part, Predicate<ByteString> reported) {
    if (part instanceof IndexAudit.Entries entries) {
      return List.of(new EntryRows(entries), new EntryRecords(entries));
    }
    if (part instanceof IndexAudit.Totals totals) {
      return totals.isMonotone()
          ? List.of(new BoundRows(totals), new BoundRecords(totals, reported))
          : List.of(new GroupTotals(totals));
    }
    if (part instanceof IndexAudit.Structure structure) {
      return List.of(new StructureStage(structure));
    }
    throw new IllegalStateException("part of no known kind: " + part);
  }

  int size() {
    return stages.size();
  }

  Stage get(int number) {
    return stages.get(number);
  }

  /** The part of the index that a stage examines. */
  int part(int number) {
    return parts.get(number);
  }
}
