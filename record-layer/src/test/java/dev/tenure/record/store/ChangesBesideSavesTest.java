package dev.tenure.record.store;

import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.definition.Index;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.test.Note;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Changes that happen at once while a save or delete of the same record has asked for the old
 * record and has no answer yet: the answer is of a record that is not there any more.
 */
@Tag("late")
final class ChangesBesideSavesTest {
  private static final Tuple KEY = Tuple.from(1);
  private static final RecordMetaData META_DATA =
      RecordMetaData.builder()
          .version(1)
          .recordType(
              Note.getDefaultInstance(),
              type -> type.primaryKey(field("id")).typeKey(1).versioned())
          .index("Note", Index.value("titles", field("title")))
          .index("Note", Index.count("by-title", field("title")).clearWhenZero())
          .index("Note", Index.rank("ranks", field("title")).countDuplicates())
          .build();

  private final Stores stores = new Stores();
  private final HeldReads reads = new HeldReads();
  private final RecordDatabase database =
      stores.test.builder(reads.around(stores.test.engine)).build();
  private final StoreOptions options = stores.options(META_DATA);

  /** A change without a future. */
  private enum AtOnce {
    REPLACE,
    DELETE,
    DELETE_WHERE,
    DELETE_ALL;

    void change(RecordStore store, StoredRecord loaded) {
      switch (this) {
        case REPLACE -> {
          var unused = store.replace(loaded, Stores.note(1, "replaced"));
        }
        case DELETE -> store.delete(loaded);
        case DELETE_WHERE -> store.deleteWhere("Note", Tuple.from());
        case DELETE_ALL -> store.deleteAll();
      }
    }
  }

  @AfterEach
  void close() {
    stores.close();
  }

  /** Begins work that reads the record, changes the record at once, and lets the reads go on. */
  private void beside(AtOnce atOnce, Function<RecordStore, CompletableFuture<?>> reading) {
    stores.save(options, Stores.note(1, "old"));
    try (RecordContext context = database.openContext()) {
      RecordStore store = context.join(RecordStore.open(context, options));
      StoredRecord loaded = context.join(store.load("Note", KEY)).orElseThrow(AssertionError::new);
      reads.hold();
      CompletableFuture<?> begun = reading.apply(store);
      atOnce.change(store, loaded);
      reads.release();
      context.join(begun);
      context.join(context.commit());
    }
  }

  private void assertTitles(List<String> expected) {
    stores.does(
        options,
        store -> {
          assertEquals(
              expected,
              Stores.records(store, "Note").stream()
                  .map(record -> ((Note) record.message()).getTitle())
                  .toList());
          List<Tuple> keys = expected.stream().map(title -> Tuple.from(title)).toList();
          assertEquals(keys, Stores.keys(store, "titles"));
          assertEquals(keys, Stores.keys(store, "ranks"));
          for (String title : List.of("old", "replaced", "saved")) {
            Tuple group = Tuple.from(title);
            assertEquals(
                expected.contains(title) ? 1 : 0,
                Stores.join(store, store.count("by-title", group, Isolation.SERIALIZABLE)),
                title);
          }
        });
  }

  @ParameterizedTest
  @EnumSource(AtOnce.class)
  void saveComesBehindTheChange(AtOnce atOnce) {
    beside(atOnce, store -> store.save(Stores.note(1, "saved")));
    assertTitles(List.of("saved"));
  }

  @ParameterizedTest
  @EnumSource(AtOnce.class)
  void deleteComesBehindTheChange(AtOnce atOnce) {
    beside(atOnce, store -> store.delete("Note", KEY));
    assertTitles(List.of());
  }

  @Test
  void insertBehindADeleteFindsNoRecord() {
    beside(AtOnce.DELETE, store -> store.save(Stores.note(1, "saved"), SaveMode.INSERT));
    assertTitles(List.of("saved"));
  }
}
