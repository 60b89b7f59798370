package dev.tenure.record.scrub;

import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.scrub.ScrubbedStore.join;
import static dev.tenure.record.scrub.ScrubbedStore.kinds;
import static dev.tenure.record.scrub.ScrubbedStore.tuple;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.definition.Index;
import dev.tenure.record.index.IndexAudit.Kind;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.test.Note;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Records of equal columns in a unique index, which get there only past its checks. */
final class UniqueScrubTest {
  private static final RecordMetaData META_DATA =
      RecordMetaData.builder()
          .recordType(Note.getDefaultInstance(), type -> type.primaryKey(field("id")).typeKey(1))
          .index("Note", Index.value("by-title", field("title")).unique())
          .build();

  private final ScrubbedStore store = new ScrubbedStore(META_DATA);

  @AfterEach
  void close() {
    store.close();
  }

  /** Saves while the rows of records that have the title are out of the way. */
  private void save(long id, String title) {
    List<KeyValue> others = new ArrayList<>();
    store.does(open -> {});
    store.damage(
        "by-title",
        (context, keys) -> {
          Range rows = keys.range(tuple(title));
          others.addAll(context.join(context.transaction().getRange(rows).asList()));
          context.clear(rows);
        });
    store.does(open -> join(open, open.save(Note.newBuilder().setId(id).setTitle(title).build())));
    store.damage(
        "by-title",
        (context, keys) -> others.forEach(row -> context.set(row.getKey(), row.getValue())));
  }

  @Test
  void eachFurtherRecordOfEqualColumnsIsReportedAndNoneRemoved() {
    save(1, "a");
    save(2, "b");
    save(3, "a");
    save(4, "a");

    ScrubReport repair = store.repair("by-title");

    assertEquals(List.of(Kind.DUPLICATE, Kind.DUPLICATE), kinds(repair.faults()));
    assertEquals(
        List.of(Optional.of(tuple(3)), Optional.of(tuple(4))),
        repair.faults().stream().map(Fault::primaryKey).toList());
    assertFalse(repair.faults().get(0).repaired());
    assertEquals(2, store.repair("by-title").faults().size(), "nobody has removed any");
  }

  @Test
  void duplicatesAreFoundAcrossSlices() {
    for (int i = 1; i <= 10; i++) {
      save(i, "same");
    }

    ScrubReport report =
        store.run(
            store.scrubber("by-title").limits(ScrubLimits.defaults().withSlice(1, 1_000_000)));

    assertEquals(9, report.faults().size());
    assertTrue(report.counts().slices() >= 20);
  }

  @Test
  void entryThatDanglesIsNoDuplicate() {
    save(5, "a");
    store.damage("by-title", (context, keys) -> context.set(keys.key(tuple("a", 2)), new byte[0]));

    assertEquals(List.of(Kind.DANGLING), kinds(store.report("by-title").faults()));
    assertEquals(List.of(Kind.DANGLING), kinds(store.repair("by-title").faults()));
    assertTrue(store.report("by-title").isClean());
  }

  @Test
  void missingEntryOfADuplicateIsPutInAndReportedAsOne() {
    save(1, "a");
    save(2, "a");
    store.damage("by-title", (context, keys) -> context.clear(keys.key(tuple("a", 2))));

    assertEquals(List.of(Kind.MISSING, Kind.DUPLICATE), kinds(store.report("by-title").faults()));
    ScrubReport repair = store.repair("by-title");

    assertEquals(List.of(Kind.MISSING, Kind.DUPLICATE), kinds(repair.faults()));
    assertEquals(List.of(Kind.DUPLICATE), kinds(store.report("by-title").faults()));
    assertEquals(Optional.of(Tuple.from(2)), repair.faults().get(1).primaryKey());
  }
}
