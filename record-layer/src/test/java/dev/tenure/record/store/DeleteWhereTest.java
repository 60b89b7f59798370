package dev.tenure.record.store;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.empty;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.recordType;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.embedded.commit.CommitRequest;
import dev.tenure.embedded.commit.Mutation;
import dev.tenure.record.Seeds;
import dev.tenure.record.definition.Index;
import dev.tenure.record.key.FanType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.test.HotItem;
import dev.tenure.record.test.Note;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Deleting by a prefix of the primary key, compared with deleting one by one. */
final class DeleteWhereTest {
  private static final List<String> WORDS = List.of("", "a", "a\0", "ab", "\0", "a\u00ff", "b");
  private static final KeyExpression KEY = concat(field("zone"), field("type"), field("id"));
  private static final RecordMetaData PREFIXED =
      RecordMetaData.builder()
          .recordType(
              HotItem.getDefaultInstance(), type -> type.primaryKey(KEY).versioned().typeKey(1))
          .recordType(Note.getDefaultInstance(), type -> type.primaryKey(field("id")).typeKey(2))
          .index(
              "HotItem",
              Index.value("by-vesting", concat(field("zone"), field("type"), field("vesting")))
                  .covering(field("priority")))
          .index(
              "HotItem", Index.count("sizes", concat(field("zone"), field("type"))).clearWhenZero())
          .build();

  private static final RecordMetaData COUNTED =
      RecordMetaData.builder()
          .recordType(HotItem.getDefaultInstance(), type -> type.primaryKey(KEY).typeKey(1))
          .recordType(Note.getDefaultInstance(), type -> type.primaryKey(field("id")).typeKey(2))
          .universalIndex(Index.count("types", recordType()))
          .build();

  private final Stores stores = new Stores();
  private final StoreOptions options = stores.options(COUNTED);

  @AfterEach
  void close() {
    stores.close();
  }

  private static HotItem item(String zone, String type, String id, long vesting) {
    return HotItem.newBuilder().setZone(zone).setType(type).setId(id).setVesting(vesting).build();
  }

  private static Tuple keyOf(HotItem item) {
    return Tuple.from(item.getZone(), item.getType(), item.getId());
  }

  @RepeatedTest(3)
  void rangesHoldExactlyTheRecordsThatBeginSo() {
    RandomGenerator random = Seeds.random("DeleteWhereTest");
    Map<Tuple, HotItem> model = new TreeMap<>();
    StoreOptions prefixed = stores.options(PREFIXED);
    stores.save(prefixed, Stores.note(1, "stays"));
    for (int round = 0; round < 25; round++) {
      stores.does(
          prefixed,
          store -> {
            for (int i = 0; i < 12; i++) {
              HotItem item = item(word(random), word(random), word(random), random.nextInt(3));
              model.put(keyOf(item), item);
              Stores.join(store, store.save(item));
            }
            Tuple prefix = prefix(random);
            store.deleteWhere("HotItem", prefix);
            model.keySet().removeIf(key -> begins(key, prefix));
            HotItem item = item(word(random), word(random), word(random), 9);
            model.put(keyOf(item), item);
            Stores.join(store, store.save(item));
            assertIs(model, store);
          });
      stores.does(prefixed, store -> assertIs(model, store));
    }
  }

  private static String word(RandomGenerator random) {
    return WORDS.get(random.nextInt(WORDS.size()));
  }

  private static Tuple prefix(RandomGenerator random) {
    int columns = random.nextInt(10) == 0 ? 0 : 1 + random.nextInt(2);
    Tuple prefix = new Tuple();
    for (int i = 0; i < columns; i++) {
      prefix = prefix.add(word(random));
    }
    return prefix;
  }

  private static boolean begins(Tuple key, Tuple prefix) {
    return key.getItems().subList(0, prefix.size()).equals(prefix.getItems());
  }

  private static void assertIs(Map<Tuple, HotItem> model, RecordStore store) {
    List<StoredRecord> records = Stores.records(store, "HotItem");
    assertEquals(List.copyOf(model.values()), records.stream().map(StoredRecord::message).toList());
    records.forEach(record -> assertTrue(record.version().isPresent()));
    assertEquals(
        model.values().stream()
            .map(item -> Tuple.from(item.getZone(), item.getType(), item.getVesting()))
            .sorted()
            .toList(),
        Stores.keys(store, "by-vesting"));
    Map<Tuple, Long> counts = new TreeMap<>();
    model.values().forEach(item -> counts.merge(group(item), 1L, Long::sum));
    for (String zone : WORDS) {
      for (String type : WORDS) {
        Tuple group = Tuple.from(zone, type);
        assertEquals(
            counts.getOrDefault(group, 0L), Stores.join(store, store.count("sizes", group)));
      }
    }
    assertEquals(1, Stores.records(store, "Note").size());
  }

  private static Tuple group(HotItem item) {
    return Tuple.from(item.getZone(), item.getType());
  }

  @Test
  void itReadsNothingAndClearsOneRangeForTheRecordsAndOneForEachIndex() {
    StoreOptions prefixed = stores.options(PREFIXED);
    stores.does(
        prefixed,
        store -> {
          for (int i = 0; i < 30; i++) {
            Stores.join(store, store.save(item("z", "t", "i" + i, i)));
          }
        });
    stores.does(prefixed, store -> store.deleteWhere("HotItem", Tuple.from("z")));
    CommitRequest request = stores.test.faults.lastCommit();

    assertEquals(1, request.readConflicts().size(), "the header");
    assertEquals(
        3, request.mutations().stream().filter(Mutation.ClearRange.class::isInstance).count());
    assertEquals(3, request.mutations().size());
  }

  @Test
  void indexThatDoesNotBeginWithTheColumnsRefusesAndNothingIsCleared() {
    List<Index> indexes =
        List.of(
            Index.value("i", field("id")),
            Index.value("i", concat(field("type"), field("zone"))),
            Index.count("i", empty()),
            Index.value("i", field("vesting")).covering(field("zone")));
    for (int i = 0; i < indexes.size(); i++) {
      RecordMetaData metaData =
          RecordMetaData.builder()
              .recordType(HotItem.getDefaultInstance(), type -> type.primaryKey(KEY))
              .index("HotItem", indexes.get(i))
              .build();
      StoreOptions at = StoreOptions.of(stores.at("refused", i), metaData);
      stores.does(at, store -> Stores.join(store, store.save(item("z", "t", "i", 1))));
      List<String> before = stores.rows(at.subspace());
      stores.does(
          at,
          store -> {
            IllegalArgumentException refused =
                assertThrows(
                    IllegalArgumentException.class,
                    () -> store.deleteWhere("HotItem", Tuple.from("z")));
            assertTrue(String.valueOf(refused.getMessage()).contains("index i"));
          });
      assertEquals(before, stores.rows(at.subspace()));
      stores.does(at, store -> store.deleteWhere("HotItem", new Tuple()));
      assertEquals(1, stores.rows(at.subspace()).size(), "the header");
    }
  }

  @Test
  void fannedOutColumnIsNoColumnOfThePrimaryKey() {
    RecordMetaData metaData =
        Stores.notes(1).index("Note", Index.value("i", field("tag", FanType.FAN_OUT))).build();
    StoreOptions at = stores.options(metaData);
    stores.save(at, Stores.note(1, "t"));

    stores.does(
        at,
        store ->
            assertThrows(
                IllegalArgumentException.class, () -> store.deleteWhere("Note", Tuple.from(1))));
  }

  @Test
  void indexOfAllTypesThatBeginsWithTheTypeLosesThisTypeOnly() {
    stores.does(
        options,
        store -> {
          Stores.join(store, store.save(item("z", "t", "i", 1)));
          Stores.join(store, store.save(Stores.note(1, "stays")));
        });
    stores.does(
        options,
        store -> {
          Stores.join(store, store.save(item("z", "t", "j", 1)));
          store.deleteWhere("HotItem", new Tuple());
          assertEquals(0, Stores.join(store, store.count("types", Tuple.from(1))));
          Stores.join(store, store.save(item("z", "t", "k", 1)));
        });
    stores.does(
        options,
        store -> {
          assertEquals(1, Stores.join(store, store.count("types", Tuple.from(1))));
          assertEquals(1, Stores.join(store, store.count("types", Tuple.from(2))));
          assertEquals(1, Stores.records(store, "HotItem").size());
        });
  }

  @Test
  void prefixLongerThanThePrimaryKeyIsRefused() {
    stores.does(
        options,
        store ->
            assertThrows(
                IllegalArgumentException.class,
                () -> store.deleteWhere("HotItem", Tuple.from("a", "b", "c", "d"))));
  }
}
