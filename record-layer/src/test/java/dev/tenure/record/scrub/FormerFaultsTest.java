package dev.tenure.record.scrub;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.scrub.ScrubbedStore.join;
import static dev.tenure.record.scrub.ScrubbedStore.kinds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.definition.Index;
import dev.tenure.record.index.IndexAudit.Kind;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.test.Subject;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What older versions wrote: rows of 0 left out, and positions that two records share. */
final class FormerFaultsTest {
  private static final RecordMetaData META_DATA =
      RecordMetaData.builder()
          .recordType(
              Subject.getDefaultInstance(),
              type -> type.primaryKey(concat(field("team"), field("id"))).typeKey(1))
          .index("Subject", Index.aggregate("sum", Index.SUM, field("team"), field("score")))
          .index(
              "Subject",
              Index.aggregate("cleared", Index.SUM, field("team"), field("score")).clearWhenZero())
          .index(
              "Subject", Index.aggregate("bits", Index.BITMAP_VALUE, field("team"), field("slot")))
          .build();

  private final ScrubbedStore store = new ScrubbedStore(META_DATA);

  @AfterEach
  void close() {
    store.close();
  }

  private void save(long id, long score, long slot) {
    Subject subject =
        Subject.newBuilder().setTeam("a").setId(id).setScore(score).setSlot(slot).build();
    store.does(open -> join(open, open.save(subject)));
  }

  private void clear(String index) {
    store.damage(index, (context, keys) -> context.clear(keys.range(new Tuple())));
  }

  @Test
  void absentRowOfZeroIsFoundAndPutIn() {
    save(1, 5, 1);
    save(2, -5, 2);
    assertTrue(store.report("sum").isClean());
    clear("sum");

    assertEquals(List.of(Kind.ABSENT_ZERO), kinds(store.report("sum").faults()));
    assertTrue(store.report("cleared").isClean());
    assertTrue(store.repair("sum").faults().get(0).repaired());

    assertTrue(store.report("sum").isClean());
  }

  @Test
  void sharedPositionIsReportedAndItsLostBitPutIn() {
    save(1, 0, 7);
    clear("bits");
    save(2, 0, 7);
    assertEquals(List.of(Kind.SHARED_POSITION), kinds(store.report("bits").faults()));
    clear("bits");

    ScrubReport repair = store.repair("bits");

    assertEquals(List.of(Kind.MISSING, Kind.SHARED_POSITION), kinds(repair.faults()));
    Fault shared = repair.faults().get(1);
    assertFalse(shared.repaired());
    assertEquals(Optional.of(Tuple.from("a", 2L)), shared.primaryKey());
    assertEquals("the position 7 of (\"a\", 1)", shared.found());
    assertEquals(List.of(Kind.SHARED_POSITION), kinds(store.report("bits").faults()));
    store.does(open -> join(open, open.delete("Subject", Tuple.from("a", 2L))));
    assertEquals(List.of(Kind.MISSING), kinds(store.repair("bits").faults()));
    assertTrue(store.report("bits").isClean());
  }
}
