package dev.tenure.record.store;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.created;
import static dev.tenure.record.key.Keys.empty;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.recordType;
import static dev.tenure.record.key.Keys.storedSize;
import static dev.tenure.record.key.Keys.updated;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.record.Notes;
import dev.tenure.record.Seeds;
import dev.tenure.record.definition.Index;
import dev.tenure.record.definition.RecordLayout;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.key.KeyEvaluator;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.query.Predicates;
import dev.tenure.record.test.HotItem;
import dev.tenure.record.test.Note;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Times and sizes of records as columns, against the rows as the engine has them. */
final class StoredColumnsTest {
  private static final int TRANSACTIONS = 30;
  private static final BuildLimits WHOLE = new BuildLimits(Integer.MAX_VALUE, Long.MAX_VALUE);

  private final Stores stores = new Stores();
  private final StoreOptions options = stores.options(timed(1).build());
  private final RandomGenerator random = Seeds.random("StoredColumnsTest");
  private final Map<Long, Note> notes = new TreeMap<>();
  private final Map<String, Long> createdMillis = new TreeMap<>();
  private final Map<String, Long> updatedMillis = new TreeMap<>();

  @AfterEach
  void close() {
    stores.close();
  }

  private static RecordMetaData.Builder timed(int version) {
    return RecordMetaData.builder()
        .version(version)
        .recordType(
            Note.getDefaultInstance(),
            type -> type.primaryKey(field("id")).typeKey(1).versioned().timestamped())
        .recordType(
            HotItem.getDefaultInstance(),
            type ->
                type.primaryKey(concat(field("zone"), field("id")))
                    .typeKey(2)
                    .layout(RecordLayout.SINGLE_KEY)
                    .timestamped())
        .universalIndex(Index.aggregate("bytes", Index.SUM, recordType(), storedSize()))
        .universalIndex(Index.value("times", concat(updated(), created())).covering(storedSize()));
  }

  private long now() {
    return stores.test.clock.instant().toEpochMilli();
  }

  @RepeatedTest(3)
  void indexesAreAsTheRowsAfterEachTransaction() {
    for (int i = 0; i < TRANSACTIONS; i++) {
      stores.test.clock.advance(Duration.ofMillis(1 + random.nextInt(1_000)));
      if (i == TRANSACTIONS / 2) {
        stores.does(options, store -> store.setIncarnation(1));
      }
      stores.does(
          options,
          store -> {
            for (int j = random.nextInt(1, 6); j > 0; j--) {
              change(store);
            }
          });
      stores.does(options, this::assertAsRows);
    }
    List<String> before = indexRows(stores.test.subspace);
    for (String index : List.of("bytes", "times")) {
      stores.does(options, store -> Stores.join(store, store.rebuildIndex(index, WHOLE)));
    }
    assertEquals(before, indexRows(stores.test.subspace));
  }

  private void change(RecordStore store) {
    long id = random.nextInt(6);
    if (random.nextInt(4) == 0) {
      HotItem item = Notes.item("z", "i" + id, random.nextLong());
      Stores.join(store, store.save(item));
      saved("z i" + id);
      return;
    }
    Note note =
        Stores.note(id, "t".repeat(random.nextInt(200))).toBuilder()
            .setBody(ByteString.copyFrom(new byte[random.nextInt(4) == 0 ? 250_000 : 3]))
            .build();
    switch (random.nextInt(4)) {
      case 0 -> {
        Stores.join(store, store.delete("Note", Tuple.from(id)));
        notes.remove(id);
        createdMillis.remove("n" + id);
        updatedMillis.remove("n" + id);
        return;
      }
      case 1 ->
          Stores.join(store, store.load("Note", Tuple.from(id)))
              .ifPresentOrElse(
                  old -> store.replace(old, note),
                  () -> Stores.join(store, store.save(note, SaveMode.ASSUME_NEW)));
      case 2 ->
          Stores.join(
              store, store.save(note, notes.containsKey(id) ? SaveMode.UPDATE : SaveMode.INSERT));
      default -> Stores.join(store, store.save(note));
    }
    notes.put(id, note);
    saved("n" + id);
  }

  private void saved(String record) {
    createdMillis.putIfAbsent(record, now());
    updatedMillis.put(record, now());
  }

  private void assertAsRows(RecordStore store) {
    Map<String, Long> sizes = new TreeMap<>();
    Map<Long, Long> sums = new TreeMap<>();
    for (String type : List.of("Note", "HotItem")) {
      for (StoredRecord record : Stores.records(store, type)) {
        long bytes = rowBytes(store, record);
        assertEquals(bytes, record.storedBytes(), record::toString);
        sizes.put(name(type, record.primaryKey()), bytes);
        sums.merge(type.equals("Note") ? 1L : 2L, bytes, Long::sum);
      }
    }
    List<String> expected = new ArrayList<>();
    sizes.forEach(
        (name, bytes) ->
            expected.add(
                Tuple.from(updatedMillis.get(name), createdMillis.get(name), bytes) + name));
    List<String> found = new ArrayList<>();
    for (IndexEntry entry : Stores.entries(store, "times")) {
      String type = entry.extent() == 1 ? "Note" : "HotItem";
      found.add(entry.key().addAll(entry.value()) + name(type, entry.primaryKey()));
    }
    assertEquals(expected.stream().sorted().toList(), found.stream().sorted().toList());
    Map<Long, Long> foundSums = new TreeMap<>();
    Stores.entries(store, "bytes")
        .forEach(entry -> foundSums.put(entry.key().getLong(0), entry.value().getLong(0)));
    foundSums.values().removeIf(sum -> sum == 0);
    assertEquals(sums, foundSums);
  }

  private static String name(String type, Tuple key) {
    return type.equals("Note") ? "n" + key.getLong(0) : key.getString(0) + " " + key.getString(1);
  }

  private static long rowBytes(RecordStore store, StoredRecord record) {
    byte[] begin = store.recordKey(record.type(), record.primaryKey());
    int prefix = store.subspace().getKey().length;
    return rows(store, begin).stream()
        .mapToLong(row -> row.getKey().length - prefix + row.getValue().length)
        .sum();
  }

  private static List<KeyValue> rows(RecordStore store, byte[] begin) {
    return Stores.join(
        store,
        store
            .context()
            .transaction()
            .getRange(begin, ByteArrayUtil.join(begin, new byte[] {(byte) 0xFF}))
            .asList());
  }

  /** The rows of indexes below a store's subspace. */
  private List<String> indexRows(Subspace subspace) {
    return stores.rows(subspace.get(2)).stream()
        .map(row -> row.substring(ByteArrayUtil.printable(subspace.getKey()).length()))
        .toList();
  }

  @Test
  void movedStoreHasTheSameSizes() {
    stores.does(
        options,
        store -> {
          for (int id = 0; id < 5; id++) {
            Stores.join(store, store.save(Stores.note(id, "note " + id)));
            Stores.join(store, store.save(Notes.item("z", "i" + id, id)));
          }
        });
    Subspace longer = stores.at("a", "place", "with", "a", "longer", "prefix");
    int prefix = stores.test.subspace.getKey().length;
    stores.does(
        options,
        store ->
            rows(store, stores.test.subspace.getKey())
                .forEach(
                    row ->
                        store
                            .context()
                            .set(
                                ByteArrayUtil.join(
                                    longer.getKey(),
                                    Arrays.copyOfRange(row.getKey(), prefix, row.getKey().length)),
                                row.getValue())));

    StoreOptions moved = StoreOptions.of(longer, options.metaData());
    List<String> before = indexRows(longer);
    assertEquals(7, before.size() - 5);
    for (String index : List.of("bytes", "times")) {
      stores.does(moved, store -> Stores.join(store, store.rebuildIndex(index, WHOLE)));
    }
    assertEquals(before, indexRows(longer));
    stores.does(moved, store -> Stores.records(store, "Note").forEach(store::delete));
    stores.does(
        moved,
        store ->
            assertEquals(
                0L,
                Stores.entries(store, "bytes").stream()
                    .filter(entry -> entry.key().getLong(0) == 1)
                    .mapToLong(entry -> entry.value().getLong(0))
                    .sum()));
  }

  @Test
  void recordFromBeforeItsTypeKeptTimesHasNone() {
    stores.save(stores.options(Stores.notes(1).build()), Stores.note(1, "old"));
    StoreOptions later =
        stores.options(
            RecordMetaData.builder()
                .version(2)
                .recordType(
                    Note.getDefaultInstance(),
                    type -> type.primaryKey(field("id")).typeKey(1).sinceVersion(1).timestamped())
                .index("Note", Index.value("created", created()).addedVersion(2))
                .build());

    stores.does(
        later,
        store -> assertEquals(List.of(new Tuple().addObject(null)), Stores.keys(store, "created")));
    stores.test.clock.advance(Duration.ofSeconds(5));
    stores.save(later, Stores.note(1, "new"));
    stores.does(
        later, store -> assertEquals(List.of(Tuple.from(now())), Stores.keys(store, "created")));
  }

  @Test
  void recordThatWasSavedAgainAsItIsCannotBeReplacedByWhatWasLoadedBefore() {
    stores.save(options, Stores.note(1, "same"));
    stores.test.clock.advance(Duration.ofSeconds(1));

    IllegalStateException refused =
        assertThrows(
            IllegalStateException.class,
            () ->
                stores.does(
                    options,
                    store -> {
                      StoredRecord loaded =
                          Stores.join(store, store.load("Note", Tuple.from(1))).orElseThrow();
                      Stores.join(store, store.save(Stores.note(1, "same")));
                      store.replace(loaded, Stores.note(1, "other"));
                    }));
    assertTrue(refused.toString().contains("has changed since"), refused::toString);
  }

  @Test
  void definitionsThatCannotHaveTheColumnAreRefused() {
    assertRefused(
        "index i of type value has created() among its columns, which is null in every Note, as the type"
            + " keeps no times: created()",
        () -> Stores.notes(1).index("Note", Index.value("i", created())).build());
    assertRefused(
        "index i of type value has a condition on storedSize(): the condition of an index reads fields of"
            + " the message only",
        () ->
            Stores.notes(1)
                .index(
                    "Note",
                    Index.value("i", field("id")).where(Predicates.greater(storedSize(), 9L)))
                .build());
    for (KeyExpression column : List.of(created(), updated(), storedSize())) {
      assertRefused(
          "primary key of Note has what is stored beside the record among its columns: concat("
              + "field(id), "
              + column
              + "), it changes with each save",
          () ->
              RecordMetaData.builder()
                  .recordType(
                      Note.getDefaultInstance(),
                      type -> type.primaryKey(concat(field("id"), column))));
    }
  }

  private static void assertRefused(String message, Runnable definition) {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, definition::run);
    assertEquals(message, refused.getMessage());
  }

  @Test
  void columnIsNotEvaluatedWithoutWhatIsStored() {
    KeyEvaluator size = KeyEvaluator.bind(concat(empty(), storedSize()), Note.getDescriptor(), 1);

    IllegalStateException refused =
        assertThrows(IllegalStateException.class, () -> size.evaluate(Note.getDefaultInstance()));
    assertTrue(
        refused.toString().contains("reads what is stored beside the message"), refused::toString);
  }
}
