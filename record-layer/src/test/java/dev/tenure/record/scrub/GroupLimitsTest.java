package dev.tenure.record.scrub;

import static dev.tenure.record.key.FanType.FAN_OUT;
import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.scrub.ScrubbedStore.join;
import static dev.tenure.record.scrub.ScrubbedStore.kinds;
import static dev.tenure.record.scrub.ScrubbedStore.long8;
import static dev.tenure.record.scrub.ScrubbedStore.tuple;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.record.Notes;
import dev.tenure.record.Seeds;
import dev.tenure.record.definition.Index;
import dev.tenure.record.index.IndexAudit.Kind;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.test.Note;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Counts of groups that do not all fit one transaction. */
final class GroupLimitsTest {
  private final ScrubbedStore store = ScrubbedStore.ofNotes();

  @AfterEach
  void close() {
    store.close();
  }

  private static ScrubLimits groups(int records) {
    return ScrubLimits.defaults().withGroup(records, 1_000_000);
  }

  /** Zones of 1, 2, 3 ... items, whose zone begins both their primary keys and their groups. */
  private void fillZones(int zones) {
    store.does(
        open -> {
          for (int zone = 1; zone <= zones; zone++) {
            for (int i = 0; i < zone; i++) {
              join(open, open.save(Notes.item("zone" + zone, "i" + i, i)));
            }
          }
        });
  }

  @Test
  void groupsThatLieTogetherAreVerifiedStretchByStretch() {
    fillZones(9);
    Map<String, String> healthy = store.dump();
    store.damage(
        "items",
        (context, keys) -> {
          context.set(keys.key(tuple("zone", "mail")), long8(1));
          context.set(keys.key(tuple("zone3", "mail")), long8(4));
          context.set(keys.key(tuple("zone55", "call")), long8(5));
          context.clear(keys.key(tuple("zone8", "mail")));
          context.set(keys.key(tuple("zone9", "mail", 1)), long8(9));
        });

    ScrubReport repair = store.run(store.scrubber("items").repair(true).limits(groups(10)));

    assertEquals(
        List.of(Kind.DANGLING, Kind.WRONG_TOTAL, Kind.DANGLING, Kind.MISSING, Kind.UNDECODABLE),
        kinds(repair.faults()));
    assertEquals(List.of(), repair.unverified());
    assertTrue(repair.counts().slices() >= 45 / 10, repair::toString);
    assertEquals(healthy, store.dump());
  }

  @Test
  void groupOverTheLimitIsSaidToBeUnverifiedAndTheOthersAreNot() {
    fillZones(9);
    store.damage(
        "items",
        (context, keys) -> {
          context.set(keys.key(tuple("zone6", "mail")), long8(1));
          context.set(keys.key(tuple("zone65", "mail")), long8(1));
          context.set(keys.key(tuple("zone85", "mail")), long8(1));
          context.set(keys.key(tuple("zone9", "mail")), long8(1));
        });

    ScrubReport report = store.run(store.scrubber("items").limits(groups(7)));

    assertEquals(
        List.of("groups (\"zone8\")", "groups (\"zone9\")"),
        report.unverified().stream().map(Unverified::what).toList());
    assertEquals(List.of(Kind.WRONG_TOTAL, Kind.DANGLING, Kind.DANGLING), kinds(report.faults()));
    assertTrue(report.unverified().get(0).reason().contains("7 or 1000000 bytes"));
    assertFalse(report.isClean());
    assertTrue(report.isFinished());
  }

  @Test
  void groupsThatDoNotLieTogetherAreVerifiedAllAtOnceOrNotAtAll() {
    store.fill(20);
    store.damage("tags", (context, keys) -> context.set(keys.key(tuple("t1")), long8(99)));

    ScrubReport few = store.run(store.scrubber("tags").limits(groups(19)));
    ScrubReport all = store.run(store.scrubber("tags").limits(groups(20)));

    assertEquals(List.of(), few.faults());
    assertEquals(List.of("all groups"), few.unverified().stream().map(Unverified::what).toList());
    assertEquals(List.of(Kind.WRONG_TOTAL), kinds(all.faults()));
    assertEquals(List.of(), all.unverified());
  }

  @Test
  void stretchesAreTheSameWhateverTheLimits() {
    fillZones(12);
    RandomGenerator random = Seeds.random("GroupLimitsTest");
    for (int i = 0; i < 20; i++) {
      String zone = "zone" + random.nextInt(15);
      byte[] count = long8(random.nextInt(1, 20));
      store.damage("items", (context, keys) -> context.set(keys.key(tuple(zone, "mail")), count));
    }
    List<Fault> expected = store.report("items").faults();
    assertFalse(expected.isEmpty());

    for (int limit = 13; limit <= 90; limit += 1 + random.nextInt(10)) {
      ScrubReport report = store.run(store.scrubber("items").limits(groups(limit)));
      assertEquals(expected, report.faults(), "limit " + limit);
      assertEquals(List.of(), report.unverified(), "limit " + limit);
    }
  }

  @Test
  void rowsOverTheLimitAreCutIntoSmallerStretches() {
    RecordMetaData manyTags =
        RecordMetaData.builder()
            .recordType(
                Note.getDefaultInstance(),
                type -> type.primaryKey(concat(field("title"), field("id"))))
            .index("Note", Index.count("tags", concat(field("title"), field("tag", FAN_OUT))))
            .build();
    try (ScrubbedStore tagged = new ScrubbedStore(manyTags)) {
      tagged.does(
          open -> {
            for (int id = 0; id < 12; id++) {
              Note.Builder note = Note.newBuilder().setId(id).setTitle("title" + id);
              IntStream.range(0, 30).forEach(tag -> note.addTag("tag" + tag));
              join(open, open.save(note.build()));
            }
          });

      ScrubReport report =
          tagged.run(
              tagged.scrubber("tags").limits(ScrubLimits.defaults().withGroup(1_000, 2_000)));

      assertTrue(report.isClean(), report::toString);
      assertEquals(12, report.counts().records());
      assertTrue(report.counts().slices() > 6, report::toString);
    }
  }
}
