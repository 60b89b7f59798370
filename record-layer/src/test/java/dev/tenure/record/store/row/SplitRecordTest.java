package dev.tenure.record.store.row;

import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import com.apple.foundationdb.tuple.Versionstamp;
import com.google.protobuf.ByteString;
import dev.tenure.record.Notes;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.RecordType;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.index.BoundType;
import dev.tenure.record.key.RecordVersion;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.serialize.RecordHead;
import dev.tenure.record.serialize.RecordSerializer;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.test.Note;
import dev.tenure.record.tuple.TupleRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class SplitRecordTest {
  private final TestDatabase test = new TestDatabase();

  @AfterEach
  void close() {
    test.close();
  }

  /** A note whose stored bytes, the envelope included, are so many. */
  private static Note noteOf(long id, int storedBytes) {
    Note note = Note.newBuilder().setId(id).build();
    int guess = storedBytes;
    while (true) {
      Note sized = note.toBuilder().setBody(ByteString.copyFrom(new byte[guess])).build();
      int bytes = RecordSerializer.plain().write(sized, RecordHead.of(3), new byte[0]).length;
      if (bytes == storedBytes) {
        return sized;
      }
      guess -= bytes - storedBytes;
    }
  }

  private StoredRecord save(Note note) {
    return test.inStore(store -> store.save(note));
  }

  private int keysOf(long id) {
    return test.inStore(
        store ->
            store
                .context()
                .transaction()
                .getRange(store.typeRange("Note", Tuple.from(id)))
                .asList()
                .thenApply(List::size));
  }

  private Optional<StoredRecord> load(long id) {
    return test.inStore(store -> store.load("Note", Tuple.from(id)));
  }

  @Test
  void recordIsCutWhereItNoLongerFitsItsKeys() {
    int[] sizes = {99_999, 100_000, 100_010, 199_999, 200_000, 200_001, 300_000};
    int[] keys = {1, 1, 2, 2, 2, 3, 3};

    for (int i = 0; i < sizes.length; i++) {
      Note note = noteOf(i, sizes[i]);
      assertEquals(keys[i], save(note).keyCount(), sizes[i] + " bytes");
      assertEquals(keys[i], keysOf(i), sizes[i] + " bytes");
      StoredRecord loaded = load(i).orElseThrow();
      assertEquals(note, loaded.message());
      assertEquals(sizes[i], loaded.sizeBytes());
      assertEquals(keys[i], loaded.keyCount());
    }
  }

  @Test
  void savingOverARecordOfAnotherLengthLeavesNoChunkBehind() {
    for (int bytes : new int[] {350_000, 150_000, 50, 250_000, 99_000, 100_000}) {
      Note note = noteOf(1, bytes);
      save(note);
      assertEquals((bytes + 99_999) / 100_000, keysOf(1));
      assertEquals(note, load(1).orElseThrow().message());
    }
    assertTrue(test.delete("Note", Tuple.from(1)));
    assertEquals(0, keysOf(1));
  }

  @Test
  void scanGivesRecordsOfAnyLengthBothWays() {
    List<Note> notes =
        IntStream.of(50, 250_000, 100_000, 100_010, 60)
            .mapToObj(bytes -> noteOf(bytes, bytes))
            .toList();
    notes.forEach(this::save);
    List<Long> ids = List.of(50L, 60L, 100_000L, 100_010L, 250_000L);

    assertEquals(ids, scan(false));
    List<Long> reversed = new ArrayList<>(ids);
    Collections.reverse(reversed);
    assertEquals(reversed, scan(true));
  }

  private List<Long> scan(boolean reverse) {
    return test.inStore(
        store ->
            store
                .scan(
                    "Note",
                    TupleRange.all(),
                    Continuation.START,
                    ScanOptions.defaults().withReverse(reverse))
                .map(stored -> stored.primaryKey().getLong(0))
                .asList());
  }

  @Test
  void recordAtTheLimitIsSavedAndOneByteMoreRefused() {
    Note largest = noteOf(1, RecordType.SPLIT_BYTES_LIMIT);
    save(largest);
    assertEquals(99, keysOf(1));
    assertEquals(largest, load(1).orElseThrow().message());

    RecordLayerException refused =
        assertThrows(
            RecordLayerException.class, () -> save(noteOf(2, RecordType.SPLIT_BYTES_LIMIT + 1)));
    assertEquals(Code.RECORD_TOO_LARGE, refused.code());
    assertTrue(
        String.valueOf(refused.getMessage()).contains("9900001 bytes, the limit is 9900000"),
        refused.getMessage());
  }

  @Test
  void missingChunkIsDamageThatNamesTheKey() {
    for (int missing = 1; missing <= 3; missing++) {
      save(noteOf(missing, 300_000));
      int part = missing;
      test.inStore(
          store -> {
            byte[] record = store.recordKey("Note", Tuple.from((long) part));
            store.context().clear(StoreKeys.part(record, part));
            return CompletableFuture.completedFuture(null);
          });

      long id = missing;
      RecordLayerException damaged =
          assertThrows(RecordLayerException.class, () -> load(id), "without chunk " + missing);
      assertEquals(Code.DAMAGED, damaged.code());
      String message = String.valueOf(damaged.getMessage());
      assertTrue(message.contains("store \\x02test\\x00, key "), message);
      assertTrue(
          message.contains(missing < 3 ? "has the parts [" : "behind its length, which says"),
          message);
    }
  }

  @Test
  void versionSlotIsNoPartOfTheContent() {
    Note note = noteOf(1, 150_000);
    save(note);
    save(noteOf(2, 20));
    test.inStore(
        store -> {
          for (long id = 1; id <= 2; id++) {
            byte[] record = store.recordKey("Note", Tuple.from(id));
            byte[] slot = StoreKeys.part(record, StoreKeys.VERSION_SLOT);
            RecordVersion version =
                new RecordVersion((int) id - 1, Versionstamp.complete(new byte[10]));
            store.context().set(slot, VersionSlot.encode(version));
          }
          return CompletableFuture.completedFuture(null);
        });

    assertEquals(note, load(1).orElseThrow().message());
    assertEquals(List.of(1L, 2L), scan(false));
    assertEquals(List.of(2L, 1L), scan(true));
  }

  @Test
  void typeWithoutIndexesIsOverwrittenBlindlyAndLeavesNoChunkBehind() {
    RecordMetaData plain =
        RecordMetaData.builder()
            .recordType(Note.getDefaultInstance(), type -> type.primaryKey(field("id")))
            .build();
    Subspace other = test.subspace.get("plain");
    for (int bytes : new int[] {350_000, 50, 150_000, 99_000}) {
      Note note = noteOf(1, bytes);
      StoredRecord loaded =
          test.run(
                  context ->
                      RecordStore.open(context, other, plain, OpenMode.CREATE_OR_OPEN)
                          .thenCompose(
                              store ->
                                  store
                                      .save(note)
                                      .thenCompose(saved -> store.load("Note", Tuple.from(1)))))
              .orElseThrow();
      assertEquals(note, loaded.message());
      assertEquals((bytes + 99_999) / 100_000, loaded.keyCount());
    }
  }

  @Test
  void recordOwnsItsPartsAndNotThoseOfAKeyThatGoesOnWithNull() {
    StoreKeys keys = new StoreKeys(test.subspace);
    BoundType type = Notes.META_DATA.bound().type("Note");
    byte[] record = keys.record(type, Tuple.from("a"));
    byte[] longer = keys.record(type, Tuple.fromList(Arrays.asList("a", null)));
    SplitRecord split = new SplitRecord(record, keys);

    assertTrue(split.owns(StoreKeys.part(record, StoreKeys.VERSION_SLOT)));
    assertTrue(split.owns(StoreKeys.part(record, 300)));
    assertFalse(split.owns(StoreKeys.part(longer, StoreKeys.WHOLE)));
    assertFalse(split.owns(record));
  }
}
