package dev.tenure.record;

import static dev.tenure.record.key.Keys.empty;
import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.definition.Index;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.test.Note;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The README's program, as it stands there. */
final class ReadmeExampleTest {
  private static final Path MODULE =
      Path.of(Objects.requireNonNull(System.getProperty("tenure.root")), "record-layer");

  private final TestDatabase test = new TestDatabase();

  @AfterEach
  void close() {
    test.close();
  }

  @Test
  void exampleSavesANote() {
    RecordDatabase database = test.database;
    Subspace subspace = test.subspace;
    Note note = Note.newBuilder().setId(1).setTitle("hello").build();

    RecordMetaData metaData =
        RecordMetaData.builder()
            .version(1)
            .recordType(Note.getDefaultInstance(), type -> type.primaryKey(field("id")))
            .index("Note", Index.value("by-title", field("title")))
            .index("Note", Index.count("notes", empty()))
            .build();

    CompletableFuture<StoredRecord> saved =
        database.run(
            context ->
                RecordStore.open(context, subspace, metaData, OpenMode.CREATE_OR_OPEN)
                    .thenCompose(store -> store.save(note)));

    assertEquals(Tuple.from(1), database.join(saved).primaryKey());
  }

  @Test
  void exampleOfTheReadmeIsTheOneAbove() throws IOException {
    String readme = Files.readString(MODULE.resolve("README.md"));
    String example = readme.split("```java\n|```\n", -1)[1];
    String source =
        Files.readString(MODULE.resolve("src/test/java/dev/tenure/record/ReadmeExampleTest.java"));

    assertTrue(squeezed(source).contains(squeezed(example)), example);
  }

  private static String squeezed(String text) {
    return text.replaceAll("\\s+", " ").trim();
  }
}
