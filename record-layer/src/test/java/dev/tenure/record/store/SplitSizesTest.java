package dev.tenure.record.store;

import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.RecordLayout;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.serialize.RecordHead;
import dev.tenure.record.serialize.RecordSerializer;
import dev.tenure.record.store.row.StoreKeys;
import dev.tenure.record.test.Note;
import dev.tenure.record.test.Plain;
import dev.tenure.record.tuple.TupleRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Records of every size around the chunks', and what is left of damaged ones. */
final class SplitSizesTest {
  private static final RecordMetaData META_DATA =
      Stores.notes(1)
          .recordType(
              Plain.getDefaultInstance(),
              type ->
                  type.primaryKey(field("id"))
                      .layout(RecordLayout.SINGLE_KEY)
                      .recordBytesMax(100_000))
          .build();

  private final Stores stores = new Stores();
  private final StoreOptions options = stores.options(META_DATA);

  @AfterEach
  void close() {
    stores.close();
  }

  private static Note bodied(long id, int bytes) {
    byte[] body = new byte[bytes];
    new SplittableRandom(id + bytes).nextBytes(body);
    return Note.newBuilder().setId(id).setBody(ByteString.copyFrom(body)).build();
  }

  /** A note whose stored bytes are so many. */
  private static Note stored(long id, int bytes) {
    int body = bytes;
    while (true) {
      Note note = bodied(id, body);
      int found = RecordSerializer.plain().write(note, RecordHead.of(1), new byte[0]).length;
      if (found == bytes) {
        return note;
      }
      body -= found - bytes;
    }
  }

  @Test
  void everySizeAroundTheChunksIsReadBack() {
    List<Integer> sizes = new ArrayList<>(List.of(20, 21, 127, 128, 129));
    for (int chunks = 1; chunks <= 4; chunks++) {
      for (int off = -2; off <= 2; off++) {
        if (chunks > 1 || off <= 0) {
          sizes.add(100_000 * chunks + off);
        }
      }
    }
    sizes.addAll(List.of(100_010, 100_011, 1_000_000, 1_000_001));
    for (int size : sizes) {
      Note note = stored(1, size);
      stores.save(options, note);
      stores.does(
          options,
          store -> {
            StoredRecord found =
                Stores.join(store, store.load("Note", Tuple.from(1))).orElseThrow();
            assertEquals(note, found.message(), size + " bytes");
            assertEquals(size, found.sizeBytes());
            assertEquals((size + 99_999) / 100_000, found.keyCount(), size + " bytes");
          });
      assertEquals(
          1 + (size + 99_999) / 100_000, stores.rows(stores.test.subspace).size(), size + " bytes");
    }
  }

  @Test
  void emptyMessageIsARecord() {
    stores.save(options, Note.getDefaultInstance());

    stores.does(
        options,
        store ->
            assertEquals(
                Note.getDefaultInstance(),
                Stores.join(store, store.load("Note", Tuple.from(0))).orElseThrow().message()));
  }

  @Test
  void recordOfAlmostTheLimitIsSavedAndOneOverItRefusedNamingTheLimit() {
    Note large = bodied(1, 9_899_900);
    stores.save(options, large);
    stores.does(
        options,
        store ->
            assertEquals(
                large,
                Stores.join(store, store.load("Note", Tuple.from(1))).orElseThrow().message()));
    List<String> before = stores.rows(stores.test.subspace);
    try (RecordContext context = stores.test.database.openContext()) {
      RecordStore store = context.join(RecordStore.open(context, options));
      for (int bytes : List.of(9_900_000, 10_000_000, 10_100_000)) {
        for (long id : List.of(1L, 2L)) {
          RecordLayerException refused =
              Stores.refused(
                  Code.RECORD_TOO_LARGE, () -> context.join(store.save(bodied(id, bytes))));
          String message = String.valueOf(refused.getMessage());
          assertTrue(message.contains("9900000") || message.contains("10000000"), message);
          assertTrue(message.contains("limit"), message);
        }
      }
      context.join(context.commit());
    }
    assertEquals(before, stores.rows(stores.test.subspace));
  }

  @Test
  void scanStopsAndGoesOnBehindEveryRecordWithEveryLimit() {
    List<Note> notes =
        IntStream.of(0, 250_000, 99_900, 100_100, 5, 199_999, 1)
            .mapToObj(bytes -> bodied(bytes, bytes))
            .sorted((a, b) -> Long.compare(a.getId(), b.getId()))
            .toList();
    stores.save(options, notes.toArray(Note[]::new));
    stores.does(
        options,
        store -> Stores.join(store, store.save(Plain.newBuilder().setId("neighbour").build())));
    List<ScanOptions> limits =
        List.of(
            ScanOptions.defaults().withRowsMax(1),
            ScanOptions.defaults().withRowsMax(3),
            ScanOptions.defaults().withRecordsMax(1),
            ScanOptions.defaults().withRecordsMax(2),
            ScanOptions.defaults().withBytesMax(1),
            ScanOptions.defaults().withBytesMax(100_000),
            ScanOptions.defaults().withBytesMax(250_001),
            ScanOptions.defaults());
    for (ScanOptions limit : limits) {
      for (boolean reverse : List.of(false, true)) {
        List<Note> expected = new ArrayList<>(notes);
        if (reverse) {
          Collections.reverse(expected);
        }
        stores.does(
            options, store -> assertEquals(expected, slices(store, limit.withReverse(reverse))));
      }
    }
  }

  private static List<Note> slices(RecordStore store, ScanOptions limit) {
    List<Note> all = new ArrayList<>();
    Continuation from = Continuation.START;
    while (!from.isEnd()) {
      RecordCursor.Page<StoredRecord> page =
          Stores.join(store, store.scan("Note", TupleRange.all(), from, limit).asPage());
      page.items().forEach(record -> all.add(record.message(Note.class)));
      from = page.continuation();
    }
    return all;
  }

  @Test
  void recordThatLacksAnyOfItsKeysIsDamagedAndNamed() {
    for (int missing = 1; missing <= 3; missing++) {
      int part = missing;
      stores.save(options, bodied(7, 250_000));
      stores.does(options, store -> store.context().clear(StoreKeys.part(key(store), part)));
      assertDamaged("chunk " + missing);
    }
  }

  @Test
  void recordWithAKeyTooManyIsDamagedAndNamed() {
    for (int extra : List.of(-2, 2, 4, 9)) {
      stores.save(options, bodied(7, extra == 2 ? 10 : 250_000));
      stores.does(
          options, store -> store.context().set(StoreKeys.part(key(store), extra), new byte[] {1}));
      assertDamaged("extra " + extra);
      stores.does(options, store -> store.context().clear(StoreKeys.parts(key(store))));
    }
  }

  @Test
  void rowThatIsNoPartOfARecordIsDamageWhateverItsBytes() {
    byte[] deep = new byte[5_000];
    Arrays.fill(deep, (byte) 5);
    for (byte[] tail :
        List.of(new byte[] {5}, new byte[] {5, 2, 'x'}, new byte[] {5, 0x40}, deep)) {
      for (String type : List.of("Note", "Plain")) {
        stores.does(
            options,
            store -> {
              byte[] begin = store.typeRange(type, new Tuple()).begin;
              byte[] base = Arrays.copyOf(begin, begin.length - 1);
              store.context().set(ByteArrayUtil.join(base, tail), new byte[] {1});
            });
        Stores.refused(
            Code.DAMAGED, () -> stores.does(options, store -> Stores.records(store, type)));
        stores.does(options, RecordStore::deleteAll);
      }
    }
  }

  private static byte[] key(RecordStore store) {
    return store.recordKey("Note", Tuple.from(7));
  }

  private void assertDamaged(String what) {
    RecordLayerException loaded =
        Stores.refused(
            Code.DAMAGED,
            () ->
                stores.does(
                    options, store -> Stores.join(store, store.load("Note", Tuple.from(7)))));
    assertTrue(String.valueOf(loaded.getMessage()).contains("\\x15\\x07"), what);
    Stores.refused(
        Code.DAMAGED, () -> stores.does(options, store -> Stores.records(store, "Note")));
    stores.does(
        options,
        store -> {
          Range parts = StoreKeys.parts(key(store));
          store.context().clear(parts);
        });
  }
}
