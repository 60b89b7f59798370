package dev.tenure.record.store;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.header.StoreLock;
import dev.tenure.record.test.Note;
import dev.tenure.record.test.Numbers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every mode of saving over every record that may be there, with an index and without. */
@Tag("late")
final class SaveModesTest {
  private static final Tuple KEY = Tuple.from(1);
  private static final Note NEW = Stores.note(1, "new");

  private final Stores stores = new Stores();

  @AfterEach
  void close() {
    stores.close();
  }

  private enum There {
    ABSENT,
    SAME_TYPE,
    OTHER_TYPE;

    Optional<Message> message() {
      return switch (this) {
        case ABSENT -> Optional.empty();
        case SAME_TYPE -> Optional.of(Stores.note(1, "old"));
        case OTHER_TYPE -> Optional.of(Numbers.newBuilder().setId(1).setFlag(true).build());
      };
    }
  }

  private static RecordMetaData shared(boolean indexed) {
    RecordMetaData.Builder builder =
        RecordMetaData.builder()
            .recordType(
                Note.getDefaultInstance(), type -> type.primaryKey(field("id")).inSharedExtent())
            .recordType(
                Numbers.getDefaultInstance(),
                type -> type.primaryKey(field("id")).inSharedExtent());
    return indexed
        ? builder
            .index("Note", Index.value("titles", field("title")))
            .index("Numbers", Index.value("flags", field("flag")))
            .universalIndex(Index.count("records", concat(field("id"))))
            .build()
        : builder.build();
  }

  private static RecordMetaData alone(boolean indexed) {
    RecordMetaData.Builder builder = Stores.notes(1);
    return indexed
        ? builder.index("Note", Index.value("titles", field("title"))).build()
        : builder.build();
  }

  private static Optional<Code> expected(SaveMode mode, There there) {
    return switch (there) {
      case ABSENT ->
          mode == SaveMode.UPDATE || mode == SaveMode.UPDATE_SAME_TYPE
              ? Optional.of(Code.RECORD_ABSENT)
              : Optional.empty();
      case SAME_TYPE ->
          mode == SaveMode.INSERT ? Optional.of(Code.RECORD_EXISTS) : Optional.empty();
      case OTHER_TYPE ->
          switch (mode) {
            case INSERT -> Optional.of(Code.RECORD_EXISTS);
            case UPSERT_SAME_TYPE, UPDATE_SAME_TYPE -> Optional.of(Code.RECORD_TYPE_CHANGED);
            case UPSERT, UPDATE, ASSUME_NEW -> Optional.empty();
          };
    };
  }

  @Test
  void everyModeOverEverythingThatMayBeThere() {
    int cell = 0;
    for (SaveMode mode : SaveMode.values()) {
      for (There there : There.values()) {
        for (boolean indexed : List.of(true, false)) {
          if (mode == SaveMode.ASSUME_NEW && there != There.ABSENT) {
            continue;
          }
          for (boolean inOneTransaction : List.of(true, false)) {
            String name = mode + " over " + there + ", indexed " + indexed + inOneTransaction;
            assertCell(mode, there, shared(indexed), stores.at(cell++), inOneTransaction, name);
            if (there != There.OTHER_TYPE) {
              assertCell(mode, there, alone(indexed), stores.at(cell++), inOneTransaction, name);
            }
          }
        }
      }
    }
  }

  private void assertCell(
      SaveMode mode,
      There there,
      RecordMetaData metaData,
      Subspace at,
      boolean inOneTransaction,
      String name) {
    StoreOptions options = StoreOptions.of(at, metaData);
    Optional<Code> code = expected(mode, there);
    if (!inOneTransaction) {
      stores.does(options, store -> lay(store, there));
    }
    stores.does(
        options,
        store -> {
          if (inOneTransaction) {
            lay(store, there);
          }
          assertEquals(code, refusal(store, mode), name);
          assertContent(store, code.isEmpty() ? Optional.of(NEW) : there.message(), name);
        });
    stores.does(
        options,
        store -> assertContent(store, code.isEmpty() ? Optional.of(NEW) : there.message(), name));
  }

  private static void lay(RecordStore store, There there) {
    there.message().ifPresent(message -> Stores.join(store, store.save(message)));
  }

  private static Optional<Code> refusal(RecordStore store, SaveMode mode) {
    try {
      Stores.join(store, store.save(NEW, mode));
      return Optional.empty();
    } catch (RecordLayerException e) {
      return Optional.of(e.code());
    }
  }

  private static void assertContent(RecordStore store, Optional<Message> expected, String name) {
    Optional<Note> note = expected.filter(Note.class::isInstance).map(Note.class::cast);
    Optional<Message> other = expected.filter(Numbers.class::isInstance);
    assertEquals(note, load(store, "Note"), name);
    if (store.metaData().hasRecordType("Numbers")) {
      assertEquals(other, load(store, "Numbers"), name);
      assertEquals(expected.isPresent(), exists(store, "Numbers"), name);
    }
    assertEquals(expected.isPresent(), exists(store, "Note"), name);
    if (store.metaData().hasIndex("titles")) {
      assertEquals(
          note.stream().map(found -> Tuple.from(found.getTitle())).toList(),
          Stores.keys(store, "titles"),
          name);
    }
    if (store.metaData().hasIndex("flags")) {
      assertEquals(
          other.isPresent() ? List.of(Tuple.from(true)) : List.of(),
          Stores.keys(store, "flags"),
          name);
      assertEquals(
          expected.isPresent() ? 1 : 0, Stores.join(store, store.count("records", KEY)), name);
    }
  }

  private static Optional<Message> load(RecordStore store, String type) {
    return Stores.join(store, store.load(type, KEY)).map(StoredRecord::message);
  }

  private static boolean exists(RecordStore store, String type) {
    return Stores.join(store, store.exists(type, KEY, Isolation.SERIALIZABLE));
  }

  @Test
  void recordOfAnotherTypeIsNotDeleted() {
    StoreOptions options = stores.options(shared(true));
    stores.does(
        options,
        store -> {
          lay(store, There.OTHER_TYPE);
          assertFalse(Stores.join(store, store.delete("Note", KEY)));
          assertTrue(Stores.join(store, store.delete("Numbers", KEY)));
          assertFalse(Stores.join(store, store.delete("Numbers", KEY)));
        });
  }

  @Test
  void saveAfterDeleteAndDeleteAfterSaveInOneTransaction() {
    for (boolean indexed : List.of(true, false)) {
      StoreOptions options = StoreOptions.of(stores.at("order", indexed), shared(indexed));
      stores.does(
          options,
          store -> {
            lay(store, There.SAME_TYPE);
            Stores.join(store, store.delete("Note", KEY));
            assertContent(store, Optional.empty(), "deleted");
            Stores.join(store, store.save(NEW, SaveMode.INSERT));
            assertContent(store, Optional.of(NEW), "saved again");
            Stores.join(store, store.delete("Note", KEY));
          });
      stores.does(options, store -> assertContent(store, Optional.empty(), "deleted at last"));
    }
  }

  @Test
  void lockAgainstWritesRefusesEveryChangeAndNoRead() {
    StoreOptions options = stores.options(alone(true));
    stores.save(options, NEW);
    stores.does(options, store -> store.lock(StoreLock.Kind.WRITES, "moving"));
    List<String> before = stores.rows(stores.test.subspace);
    stores.does(
        options,
        store -> {
          StoredRecord old = Stores.join(store, store.load("Note", KEY)).orElseThrow();
          for (SaveMode mode : List.of(SaveMode.UPSERT, SaveMode.UPDATE, SaveMode.ASSUME_NEW)) {
            Stores.refused(Code.STORE_LOCKED, () -> Stores.join(store, store.save(NEW, mode)));
          }
          Stores.refused(Code.STORE_LOCKED, () -> store.replace(old, NEW));
          Stores.refused(Code.STORE_LOCKED, () -> store.delete(old));
          Stores.refused(Code.STORE_LOCKED, () -> Stores.join(store, store.delete("Note", KEY)));
          Stores.refused(Code.STORE_LOCKED, () -> store.deleteWhere("Note", new Tuple()));
          Stores.refused(Code.STORE_LOCKED, store::deleteAll);
          assertContent(store, Optional.of(NEW), "locked");
        });
    assertEquals(before, stores.rows(stores.test.subspace));
    stores.does(options, RecordStore::unlock);
    stores.does(options, store -> Stores.join(store, store.delete("Note", KEY)));
  }

  @Test
  void creationTimeIsKeptAndUpdateTimeMoves() {
    for (boolean indexed : List.of(true, false)) {
      RecordMetaData.Builder builder =
          RecordMetaData.builder()
              .recordType(
                  Note.getDefaultInstance(), type -> type.primaryKey(field("id")).timestamped());
      RecordMetaData metaData =
          indexed
              ? builder.index("Note", Index.value("titles", field("title"))).build()
              : builder.build();
      StoreOptions options = StoreOptions.of(stores.at("times", indexed), metaData);
      Instant first = stores.test.clock.instant();
      stores.save(options, NEW);
      stores.test.clock.advance(Duration.ofSeconds(5));
      stores.save(options, Stores.note(1, "again"));
      assertTimes(options, first, first.plusSeconds(5));

      stores.does(options, store -> Stores.join(store, store.delete("Note", KEY)));
      stores.test.clock.advance(Duration.ofSeconds(5));
      stores.save(options, NEW);
      assertTimes(options, first.plusSeconds(10), first.plusSeconds(10));

      stores.test.clock.advance(Duration.ofSeconds(5));
      stores.does(
          options,
          store -> {
            Stores.join(store, store.delete("Note", KEY));
            Stores.join(store, store.save(NEW));
          });
      assertTimes(options, first.plusSeconds(15), first.plusSeconds(15));
    }
  }

  private void assertTimes(StoreOptions options, Instant created, Instant updated) {
    stores.does(
        options,
        store -> {
          StoredRecord record = Stores.join(store, store.load("Note", KEY)).orElseThrow();
          assertEquals(Optional.of(created), record.created());
          assertEquals(Optional.of(updated), record.updated());
        });
  }

  /** Seeds 3, 8 and 10 of the index world: the entry of the record in between stayed behind. */
  @Test
  void whatTheTransactionHasChangedSinceItWasLoadedIsNotReplacedOrDeleted() {
    StoreOptions options = stores.options(alone(true));
    stores.save(options, Stores.note(1, "old"));
    stores.does(
        options,
        store -> {
          StoredRecord loaded =
              Stores.join(store, store.load("Note", KEY, Isolation.SERIALIZABLE)).orElseThrow();
          StoredRecord saved = Stores.join(store, store.save(NEW));
          assertThrows(IllegalStateException.class, () -> store.replace(loaded, NEW));
          assertThrows(IllegalStateException.class, () -> store.delete(loaded));
          store.replace(saved, Stores.note(1, "last"));
          StoredRecord again =
              Stores.join(store, store.load("Note", KEY, Isolation.SERIALIZABLE)).orElseThrow();
          store.delete(again);
          assertThrows(IllegalStateException.class, () -> store.delete(again));
        });
    stores.does(options, store -> assertEquals(List.of(), Stores.keys(store, "titles")));
  }
}
