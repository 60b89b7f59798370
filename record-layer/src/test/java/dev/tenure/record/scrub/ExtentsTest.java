package dev.tenure.record.scrub;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.recordType;
import static dev.tenure.record.query.Predicates.greater;
import static dev.tenure.record.scrub.ScrubbedStore.join;
import static dev.tenure.record.scrub.ScrubbedStore.kinds;
import static dev.tenure.record.scrub.ScrubbedStore.long8;
import static dev.tenure.record.scrub.ScrubbedStore.tuple;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.Notes;
import dev.tenure.record.definition.Index;
import dev.tenure.record.index.IndexAudit.Kind;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.test.HotItem;
import dev.tenure.record.test.Note;
import dev.tenure.record.test.Plain;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Indexes of several types: in extents of their own, in the shared one, with a condition. */
final class ExtentsTest {
  private static final byte[] NOTHING = {};

  private static final RecordMetaData META_DATA =
      RecordMetaData.builder()
          .recordType(Note.getDefaultInstance(), type -> type.primaryKey(field("id")).typeKey(1))
          .recordType(
              HotItem.getDefaultInstance(),
              type -> type.primaryKey(field("id")).typeKey(2).inSharedExtent())
          .recordType(
              Plain.getDefaultInstance(),
              type -> type.primaryKey(field("id")).typeKey(3).inSharedExtent())
          .universalIndex(Index.value("all", field("id")))
          .universalIndex(Index.count("types", recordType()))
          .index(List.of("Note", "HotItem"), Index.value("two", field("id")))
          .index("HotItem", Index.value("zones", field("zone")))
          .index("HotItem", Index.count("per-zone", field("zone")))
          .index("HotItem", Index.count("per-id", concat(field("id"), field("zone"))))
          .index("HotItem", Index.value("late", field("type")).where(greater(field("vesting"), 5)))
          .build();

  private final ScrubbedStore store = new ScrubbedStore(META_DATA);

  @BeforeEach
  void fill() {
    store.does(
        open -> {
          for (int i = 1; i <= 10; i++) {
            join(open, open.save(ScrubbedStore.note(i)));
            join(open, open.save(Notes.item("z", "h" + i, i)));
            join(open, open.save(Plain.newBuilder().setId("p" + i).build()));
          }
        });
  }

  @AfterEach
  void close() {
    store.close();
  }

  private void assertFoundAndRepaired(String index, Kind kind, Tuple key, byte[] value) {
    Map<String, String> healthy = store.dump();
    store.damage(index, (context, keys) -> context.set(keys.key(key), value));

    List<Fault> faults = store.faults();

    assertEquals(List.of(kind), kinds(faults), faults::toString);
    assertEquals(List.of(kind), kinds(store.repair(index).faults()));
    assertEquals(healthy, store.dump());
  }

  private void assertMissingIsFoundAndRepaired(String index, Tuple key) {
    Map<String, String> healthy = store.dump();
    store.damage(index, (context, keys) -> context.clear(keys.key(key)));

    assertEquals(List.of(Kind.MISSING), kinds(store.faults()));
    assertEquals(List.of(Kind.MISSING), kinds(store.repair(index).faults()));
    assertEquals(healthy, store.dump());
  }

  @Test
  void healthyStoreHasNoFaults() {
    assertEquals(List.of(), store.faults());
  }

  @Test
  void rowOfAForeignExtentDangles() {
    assertFoundAndRepaired("all", Kind.DANGLING, tuple(3, 7, 3), NOTHING);
    assertFoundAndRepaired("all", Kind.DANGLING, tuple(3, 0, 3), NOTHING);
    assertFoundAndRepaired("all", Kind.DANGLING, tuple("h3", 2, "h3"), NOTHING);
    assertFoundAndRepaired("two", Kind.DANGLING, tuple("h3", 1, "h3"), NOTHING);
  }

  @Test
  void rowOfARecordWhoseTypeIsNotInTheIndexDangles() {
    assertFoundAndRepaired("two", Kind.DANGLING, tuple("p3", 0, "p3"), NOTHING);
    assertFoundAndRepaired("zones", Kind.DANGLING, tuple("z", "p3"), NOTHING);
  }

  @Test
  void rowWithoutAnExtentCannotBeDecoded() {
    assertFoundAndRepaired("all", Kind.UNDECODABLE, tuple(3, "x", 3), NOTHING);
    assertFoundAndRepaired("all", Kind.UNDECODABLE, tuple(3, -1, 3), NOTHING);
    assertFoundAndRepaired("all", Kind.UNDECODABLE, tuple(3), NOTHING);
  }

  @Test
  void rowOfARecordThatTheConditionKeepsOutIsLeftBehind() {
    assertFoundAndRepaired("late", Kind.LEFT_BEHIND, tuple("mail", "h5"), NOTHING);
  }

  @Test
  void missingRowIsFoundInEachExtent() {
    assertMissingIsFoundAndRepaired("all", tuple(3, 1, 3));
    assertMissingIsFoundAndRepaired("all", tuple("h3", 0, "h3"));
    assertMissingIsFoundAndRepaired("all", tuple("p3", 0, "p3"));
    assertMissingIsFoundAndRepaired("two", tuple("h3", 0, "h3"));
    assertMissingIsFoundAndRepaired("zones", tuple("z", "h3"));
    assertMissingIsFoundAndRepaired("late", tuple("mail", "h6"));
  }

  @Test
  void countsAreOfTheirTypesAlone() {
    assertFoundAndRepaired("types", Kind.WRONG_TOTAL, tuple(2), long8(20));
    assertFoundAndRepaired("types", Kind.DANGLING, tuple(9), long8(1));
    assertFoundAndRepaired("per-zone", Kind.WRONG_TOTAL, tuple("z"), long8(20));
    assertFoundAndRepaired("per-id", Kind.DANGLING, tuple("p3", "z"), long8(1));
    assertMissingIsFoundAndRepaired("types", tuple(3));
  }
}
