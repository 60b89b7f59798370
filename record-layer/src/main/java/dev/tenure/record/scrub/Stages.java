package dev.tenure.record.scrub;

import com.google.protobuf.ByteString;
import dev.tenure.record.index.IndexAudit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The ways through an index that its type's audit asks for, in their order. */
final class Stages {
  private Stages() {}

  /** Rows before records: what cannot be read is cleared first, then what is missing is put in. */
  static List<Stage> of(IndexAudit audit, Predicate<ByteString> reported) {
    List<Stage> stages = new ArrayList<>();
    for (IndexAudit.Part part : audit.parts()) {
      if (part instanceof IndexAudit.Entries entries) {
        stages.add(new EntryRows(entries));
        stages.add(new EntryRecords(entries));
      } else if (part instanceof IndexAudit.Totals totals && totals.isMonotone()) {
        stages.add(new BoundRows(totals));
        stages.add(new BoundRecords(totals, reported));
      } else if (part instanceof IndexAudit.Totals totals) {
        stages.add(new GroupTotals(totals));
      } else if (part instanceof IndexAudit.Structure structure) {
        stages.add(new StructureStage(structure));
      }
    }
    return List.copyOf(stages);
  }
}
