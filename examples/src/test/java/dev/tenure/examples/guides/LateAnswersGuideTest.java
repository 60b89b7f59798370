package dev.tenure.examples.guides;

import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.examples.proto.Note;
import dev.tenure.late.LateDatabase;
import dev.tenure.late.LateOptions;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.definition.Index;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What docs/testing-handlers.md shows of a database whose answers are late. */
final class LateAnswersGuideTest {
  private static final int NOTES = 50;
  private static final Subspace NOTES_OF_ALICE = new Subspace(Tuple.from("alice"));
  private static final RecordMetaData META_DATA =
      RecordMetaData.builder()
          .version(1)
          .recordType(
              Note.getDefaultInstance(), type -> type.typeKey(1).primaryKey(field("number")))
          .index("Note", Index.count("by-text", field("text")))
          .build();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void allNotesAreCounted(long seed) {
    ScheduledExecutorService threads = Executors.newScheduledThreadPool(2);
    EmbeddedDatabase engine = EmbeddedDatabase.memory(EmbeddedEnvironment.realTime());
    try (LateDatabase late = LateDatabase.realTime(engine, LateOptions.seeded(seed))) {
      RecordDatabase database =
          RecordDatabase.builder(late)
              .clock(InstantSource.system())
              .random(new SplittableRandom(seed))
              .executor(threads)
              .timer(threads)
              .build();

      database.join(saveAll(database, "call me Ishmael"));

      long counted = database.join(count(database, "call me Ishmael"));
      assertEquals(NOTES, counted);
      assertTrue(late.counts().reordered() > 0);
    } finally {
      threads.shutdownNow();
    }
  }

  /** The code under test: saves that are begun together, and all awaited. */
  private static CompletableFuture<Void> saveAll(RecordDatabase database, String text) {
    return database.run(
        context ->
            RecordStore.open(context, NOTES_OF_ALICE, META_DATA, OpenMode.CREATE_OR_OPEN)
                .thenCompose(
                    store -> {
                      List<CompletableFuture<?>> saves =
                          IntStream.range(0, NOTES)
                              .<CompletableFuture<?>>mapToObj(
                                  number -> store.save(GuideSchema.note(number, text)))
                              .toList();
                      return CompletableFuture.allOf(saves.toArray(CompletableFuture<?>[]::new));
                    }));
  }

  private static CompletableFuture<Long> count(RecordDatabase database, String text) {
    return database.run(
        context ->
            RecordStore.open(context, NOTES_OF_ALICE, META_DATA, OpenMode.OPEN)
                .thenCompose(store -> store.count("by-text", Tuple.from(text))));
  }
}
