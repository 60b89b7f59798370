package dev.tenure.record.store;

import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.serialize.EncryptionKey;
import dev.tenure.record.serialize.EncryptionKeys;
import dev.tenure.record.serialize.RecordCompression;
import dev.tenure.record.serialize.RecordSerializer;
import dev.tenure.record.serialize.SerializerOptions;
import dev.tenure.record.store.row.StoreKeys;
import dev.tenure.record.test.Note;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Records that are encrypted, with keys that roll, seen through the store. */
final class EncryptedStoreTest {
  private static final EncryptionKey FIRST = key(1, 3);
  private static final EncryptionKey SECOND = key(2, 5);
  private static final RecordMetaData META_DATA =
      Stores.notes(1).index("Note", Index.value("titles", field("title"))).build();

  private final Stores stores = new Stores();

  @AfterEach
  void close() {
    stores.close();
  }

  private static EncryptionKey key(int id, int fill) {
    byte[] bytes = new byte[32];
    Arrays.fill(bytes, (byte) fill);
    return EncryptionKey.of(id, bytes);
  }

  private StoreOptions with(EncryptionKey current, EncryptionKey... readable) {
    SerializerOptions options =
        SerializerOptions.builder()
            .compression(RecordCompression.zstd(3), 100)
            .encryption(EncryptionKeys.of(current, readable))
            .build();
    return stores
        .options(META_DATA)
        .withSerializer(RecordSerializer.of(options, new SplittableRandom(5)));
  }

  private static Note note(long id, int bytes) {
    byte[] body = new byte[bytes];
    new SplittableRandom(id).nextBytes(body);
    return Stores.note(id, "t" + id).toBuilder().setBody(ByteString.copyFrom(body)).build();
  }

  private List<Boolean> current(StoreOptions options) {
    return stores.in(
        options,
        store ->
            CompletableFuture.completedFuture(
                Stores.records(store, "Note").stream()
                    .map(record -> record.form().current())
                    .toList()));
  }

  @Test
  void recordsOfEveryLengthAreReadBackAndNothingOfThemIsInTheClear() {
    List<Note> notes = List.of(note(1, 0), note(2, 200), note(3, 99_990), note(4, 250_000));
    stores.save(with(FIRST), notes.toArray(Note[]::new));

    stores.does(
        with(FIRST),
        store ->
            assertEquals(
                notes, Stores.records(store, "Note").stream().map(StoredRecord::message).toList()));
  }

  @Test
  void wrongKeyNamesTheRecord() {
    stores.save(with(FIRST), note(7, 10));

    RecordLayerException wrong =
        Stores.refused(
            Code.DECRYPTION_REFUSED,
            () ->
                stores.does(
                    with(key(1, 9)),
                    store -> Stores.join(store, store.load("Note", Tuple.from(7)))));
    assertTrue(String.valueOf(wrong.getMessage()).contains("\\x15\\x07"), wrong.getMessage());
    RecordLayerException unknown =
        Stores.refused(
            Code.KEY_UNKNOWN,
            () -> stores.does(with(SECOND), store -> Stores.records(store, "Note")));
    assertTrue(String.valueOf(unknown.getMessage()).contains("\\x15\\x07"), unknown.getMessage());
  }

  @Test
  void rolledKeyLeavesOldRecordsReadableAndSavesRewriteThem() {
    stores.save(with(FIRST), note(1, 10), note(2, 250_000), note(3, 10));
    StoreOptions rolled = with(SECOND, FIRST);
    assertEquals(List.of(true, true, true), current(with(FIRST)));
    assertEquals(List.of(false, false, false), current(rolled));

    stores.save(rolled, note(2, 250_000));
    assertEquals(List.of(false, true, false), current(rolled));
    stores.does(
        rolled,
        store ->
            assertEquals(
                List.of(note(1, 10), note(2, 250_000), note(3, 10)),
                Stores.records(store, "Note").stream().map(StoredRecord::message).toList()));
    stores.does(
        rolled,
        store ->
            Stores.records(store, "Note").stream()
                .filter(record -> !record.form().current())
                .forEach(record -> store.replace(record, record.message())));
    assertEquals(List.of(true, true, true), current(rolled));
    assertEquals(List.of(true, true, true), current(with(SECOND)));
  }

  @Test
  void valueCopiedToTheKeyOfAnotherRecordIsRefused() {
    stores.save(with(FIRST), note(1, 10), note(2, 10));
    stores.does(
        with(FIRST),
        store -> {
          byte[] from = StoreKeys.part(store.recordKey("Note", Tuple.from(1)), 0);
          byte[] to = StoreKeys.part(store.recordKey("Note", Tuple.from(2)), 0);
          byte[] value = Stores.join(store, store.context().transaction().get(from));
          store.context().set(to, value);
        });

    Stores.refused(
        Code.DECRYPTION_REFUSED,
        () ->
            stores.does(
                with(FIRST), store -> Stores.join(store, store.load("Note", Tuple.from(2)))));
  }

  @Test
  void storeMovedToAnotherSubspaceIsReadable() {
    stores.save(with(FIRST), note(1, 10), note(2, 250_000));
    StoreOptions moved =
        StoreOptions.of(stores.at("moved", "away"), META_DATA)
            .withSerializer(with(FIRST).serializer());
    stores.test.run(
        context ->
            context
                .transaction()
                .getRange(new StoreKeys(stores.test.subspace).everything())
                .asList()
                .thenAccept(
                    rows ->
                        rows.forEach(
                            row -> {
                              byte[] old = row.getKey();
                              byte[] tail =
                                  Arrays.copyOfRange(
                                      old, stores.test.subspace.getKey().length, old.length);
                              context.set(
                                  ByteArrayUtil.join(moved.subspace().getKey(), tail),
                                  row.getValue());
                            })));

    stores.does(
        moved.withMode(OpenMode.OPEN),
        store -> {
          assertEquals(2, Stores.records(store, "Note").size());
          assertEquals(2, Stores.entries(store, "titles").size());
        });
  }

  @Test
  void plainRecordIsRefusedUnlessAccepted() {
    stores.save(stores.options(META_DATA), note(1, 10));

    Stores.refused(
        Code.NOT_ENCRYPTED, () -> stores.does(with(FIRST), store -> Stores.records(store, "Note")));
    SerializerOptions mixed =
        SerializerOptions.builder()
            .encryption(EncryptionKeys.of(FIRST))
            .unencryptedAccepted()
            .build();
    StoreOptions accepting =
        stores
            .options(META_DATA)
            .withSerializer(RecordSerializer.of(mixed, new SplittableRandom(5)));
    assertEquals(List.of(false), current(accepting));
    stores.save(accepting, note(1, 10));
    assertEquals(List.of(true), current(with(FIRST)));
  }

  @Test
  void deleteUnderAWrongKeyChangesNothing() {
    stores.save(with(FIRST), note(7, 10));
    List<String> before = stores.rows(stores.test.subspace);

    Stores.refused(
        Code.KEY_UNKNOWN,
        () ->
            stores.does(
                with(SECOND), store -> Stores.join(store, store.delete("Note", Tuple.from(7)))));
    assertEquals(before, stores.rows(stores.test.subspace));
    assertFalse(before.isEmpty());
  }
}
