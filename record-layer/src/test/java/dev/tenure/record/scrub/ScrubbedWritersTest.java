package dev.tenure.record.scrub;

import static dev.tenure.record.scrub.ScrubbedStore.join;
import static dev.tenure.record.scrub.ScrubbedStore.long8;
import static dev.tenure.record.scrub.ScrubbedStore.tuple;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Message;
import dev.tenure.record.Notes;
import dev.tenure.record.Seeds;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.test.Note;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/**
 * Writers change records while a scrub looks at them, in lockstep and side by side: a healthy store
 * stays without faults, a damaged one is healed, and nothing that was written is lost.
 */
final class ScrubbedWritersTest {
  private static final List<String> INDEXES =
      List.of("by-tag", "by-title", "by-author", "by-city", "notes", "tags", "by-vesting", "items");
  private static final int IDS = 24;

  private final ScrubbedStore store = ScrubbedStore.ofNotes();
  private final Map<String, Message> written = new TreeMap<>();
  private RandomGenerator random = new SplittableRandom(0);

  @AfterEach
  void close() {
    store.close();
  }

  private RandomGenerator random(RepetitionInfo repetition) {
    long seed = Seeds.random("ScrubbedWritersTest").nextLong() + repetition.getCurrentRepetition();
    return new SplittableRandom(seed);
  }

  /** Saves or deletes a note and an item. */
  private void write() {
    int id = 1 + random.nextInt(IDS);
    int kind = random.nextInt(4);
    Note note =
        ScrubbedStore.note(id).toBuilder()
            .setTitle("title" + random.nextInt(5))
            .addTag("x" + random.nextInt(3))
            .build();
    store.does(
        open -> {
          if (kind == 0) {
            join(open, open.delete("Note", tuple(id)));
            written.remove("Note" + tuple(id));
          } else {
            join(open, open.save(note));
            written.put("Note" + tuple(id), note);
          }
          var item = Notes.item("z" + id % 3, "i" + id, random.nextInt(9));
          join(open, open.save(item));
          written.put("HotItem" + tuple("z" + id % 3, "i" + id), item);
        });
  }

  private void damage() {
    String index = INDEXES.get(random.nextInt(INDEXES.size()));
    int id = 1 + random.nextInt(IDS);
    byte[] nothing = {};
    store.damage(
        index,
        (context, keys) -> {
          switch (index) {
            case "by-tag" -> {
              context.clear(keys.key(tuple("t" + id % 2, id)));
              context.set(keys.key(tuple("q", id)), nothing);
            }
            case "by-title" -> context.set(keys.key(tuple("title1", id)), tuple(7).pack());
            case "by-author" -> context.clear(keys.key(tuple("a" + id, id)));
            case "by-city" -> context.clear(keys.range(tuple("c" + id % 4)));
            case "notes" -> context.set(keys.key(tuple()), long8(random.nextInt(50)));
            case "tags" -> context.set(keys.key(tuple("k1")), long8(random.nextInt(50)));
            case "items" -> context.clear(keys.key(tuple("z1", "mail")));
            default -> context.clear(keys.range(tuple("z" + id % 3)));
          }
        });
  }

  /** One index in slices, writers between its reads and its commit; how many conflicts. */
  private int scrub(String index, boolean mayFind) {
    IndexScrubber scrubber = store.scrubber(index).repair(true).build();
    Optional<ScrubPosition> position = Optional.of(ScrubPosition.START);
    int conflicts = 0;
    while (position.isPresent()) {
      SliceBudget limits = new SliceBudget(1 + random.nextInt(8), 1_000_000, 10_000, 1_000_000);
      SliceAttempt attempt =
          new SliceAttempt(scrubber, position.get(), limits, true, SliceAttempt.Known.NOTHING);
      try (RecordContext context = store.test.database.openContext()) {
        ScrubSlice slice = context.join(attempt.look(context));
        boolean alone = conflicts > 20;
        for (int i = alone ? 3 : random.nextInt(3); i < 3; i++) {
          write();
        }
        assertTrue(mayFind || attempt.faults().isEmpty(), attempt.faults()::toString);
        context.join(context.commit());
        position = slice.next();
      } catch (RecordLayerException e) {
        assertEquals(RecordLayerException.Code.COMMIT_CONFLICT, e.code());
        conflicts++;
      }
    }
    return conflicts;
  }

  private void assertNothingIsLost() {
    Map<String, Message> found = new TreeMap<>();
    store.does(
        open ->
            join(open, open.scanAll(Continuation.START, ScanOptions.defaults()).asList())
                .forEach(record -> found.put(name(record), record.message())));
    assertEquals(written, found);
    assertEquals(List.of(), store.faults());
  }

  private static String name(StoredRecord record) {
    return record.type() + record.primaryKey();
  }

  @RepeatedTest(4)
  void healthyStoreHasNoFaultsWhileWritersRun(RepetitionInfo repetition) {
    random = random(repetition);
    for (int i = 0; i < 30; i++) {
      write();
    }

    int conflicts = INDEXES.stream().mapToInt(index -> scrub(index, false)).sum();

    assertEquals(0, conflicts, "what repairs nothing conflicts with nobody");
    assertNothingIsLost();
  }

  @RepeatedTest(6)
  void damageIsHealedAndWritesAreKept(RepetitionInfo repetition) {
    random = random(repetition);
    for (int i = 0; i < 30; i++) {
      write();
    }
    for (int i = 0; i < 6; i++) {
      damage();
    }

    INDEXES.forEach(index -> scrub(index, true));

    assertNothingIsLost();
  }

  @RepeatedTest(2)
  void writersAtTheSameTimeMakeNoFaults(RepetitionInfo repetition) {
    random = random(repetition);
    store.fill(60);
    CompletableFuture<Void> writers = CompletableFuture.completedFuture(null);
    for (int i = 0; i < 150; i++) {
      int id = 1 + random.nextInt(60);
      String title = "title" + random.nextInt(5);
      writers =
          writers.thenCompose(
              nothing ->
                  store
                      .test
                      .database
                      .run(
                          context ->
                              store.open(context).thenCompose(open -> change(open, id, title)))
                      .thenAccept(done -> {}));
    }
    List<CompletableFuture<ScrubReport>> scrubs = new ArrayList<>();
    for (String index : INDEXES) {
      scrubs.add(
          store
              .scrubber(index)
              .repair(true)
              .limits(ScrubLimits.defaults().withSlice(5, 10_000))
              .build()
              .run());
    }

    for (CompletableFuture<ScrubReport> scrub : scrubs) {
      ScrubReport report = store.test.database.join(scrub);
      assertTrue(report.isClean(), report::toString);
    }
    store.test.database.join(writers);
    assertEquals(List.of(), store.faults());
  }

  private static CompletableFuture<Boolean> change(RecordStore open, int id, String title) {
    Note note = ScrubbedStore.note(id).toBuilder().setTitle(title).addTag(title).build();
    return id % 5 == 0
        ? open.delete("Note", tuple(id))
        : open.save(note)
            .thenCompose(saved -> open.save(Notes.item("z" + id % 3, "i" + id, id)))
            .thenApply(saved -> true);
  }
}
