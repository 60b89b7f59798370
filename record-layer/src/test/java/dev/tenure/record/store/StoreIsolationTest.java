package dev.tenure.record.store;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.definition.RecordLayout;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.test.HotItem;
import dev.tenure.record.test.Note;
import dev.tenure.record.tuple.TupleRange;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Stores beside one another, and records beside one another, whose keys share bytes. */
final class StoreIsolationTest {
  private static final List<String> NAMES = List.of("", "\0", "a", "a\0", "a\0b", "ab", "a\u00ff");
  private static final RecordMetaData META_DATA =
      Stores.notes(1)
          .index("Note", Index.value("authors", field("author")).unique())
          .index("Note", Index.count("count", field("title")).clearWhenZero())
          .build();

  private final Stores stores = new Stores();

  @AfterEach
  void close() {
    stores.close();
  }

  private StoreOptions at(String name) {
    return StoreOptions.of(stores.at(name), META_DATA);
  }

  private static Note note(long id, String title) {
    return Note.newBuilder().setId(id).setTitle(title).setAuthor("one").build();
  }

  private void assertOnly(List<String> names) {
    for (String name : names) {
      stores.does(
          at(name).withMode(OpenMode.OPEN),
          store -> {
            assertEquals(
                List.of(note(name.length(), name)),
                Stores.records(store, "Note").stream().map(StoredRecord::message).toList());
            assertEquals(1, Stores.entries(store, "authors").size());
            assertEquals(1, Stores.join(store, store.count("count", Tuple.from(name))));
          });
    }
  }

  @Test
  void storesOfOneTransactionKeepToThemselves() {
    try (RecordContext context = stores.test.database.openContext()) {
      for (String name : NAMES) {
        RecordStore store = context.join(RecordStore.open(context, at(name)));
        context.join(store.save(note(name.length(), name)));
      }
      context.join(context.commit());
    }

    assertOnly(NAMES);
  }

  @Test
  void clearingOneStoreLeavesTheOthers() {
    for (String name : NAMES) {
      stores.save(at(name), note(name.length(), name));
    }
    List<String> left = new ArrayList<>(NAMES);
    for (String name : List.of("a", "a\0", "")) {
      stores.does(at(name), store -> RecordStore.clear(store.context(), store.subspace()));
      left.remove(name);
      assertOnly(left);
      Stores.refused(Code.STORE_ABSENT, () -> stores.open(at(name).withMode(OpenMode.OPEN)));
    }
    for (String name : List.of("ab", "a\0b")) {
      stores.does(at(name), RecordStore::deleteAll);
      left.remove(name);
      assertOnly(left);
    }
  }

  @Test
  void oneStoreClearedInATransactionLeavesWhatIsPendingInAnother() {
    try (RecordContext context = stores.test.database.openContext()) {
      RecordStore gone = context.join(RecordStore.open(context, at("a")));
      RecordStore kept = context.join(RecordStore.open(context, at("a\0")));
      context.join(gone.save(note(1, "a")));
      context.join(kept.save(note(2, "a\0")));
      RecordStore.clear(context, gone.subspace());
      context.join(context.commit());
    }

    assertOnly(List.of("a\0"));
    assertEquals(List.of(), stores.rows(stores.at("a")));
  }

  @Test
  void damageOfUniquenessInOneStoreDoesNotStopAnother() {
    stores.save(at("a"), note(1, "a"));
    stores.save(at("ab"), note(2, "ab"));
    try (RecordContext context = stores.test.database.openContext()) {
      RecordStore one = context.join(RecordStore.open(context, at("a")));
      RecordStore other = context.join(RecordStore.open(context, at("ab")));
      context.join(one.delete("Note", Tuple.from(1)));
      context.join(one.save(note(1, "a")));
      context.join(other.save(note(2, "ab")));
      context.join(context.commit());
    }
    assertOnly(List.of("a", "ab"));
  }

  private static RecordMetaData items(RecordLayout layout) {
    return RecordMetaData.builder()
        .recordType(
            HotItem.getDefaultInstance(),
            type -> type.primaryKey(concat(field("zone"), field("id"))).layout(layout))
        .build();
  }

  @Test
  void recordsWhosePrimaryKeysAreBytePrefixesOfOneAnotherStayApart() {
    for (RecordLayout layout : RecordLayout.values()) {
      Subspace at = stores.at("keys", layout.name());
      StoreOptions options = StoreOptions.of(at, items(layout));
      List<Tuple> keys = new ArrayList<>();
      for (String zone : NAMES) {
        for (String id : NAMES) {
          keys.add(Tuple.from(zone, id));
        }
      }
      Collections.sort(keys);
      stores.does(options, store -> keys.forEach(key -> Stores.join(store, store.save(item(key)))));
      stores.does(
          options,
          store -> {
            assertKeys(store, keys);
            for (String zone : NAMES) {
              assertEquals(
                  keys.stream().filter(key -> key.getString(0).equals(zone)).toList(),
                  scan(store, TupleRange.prefix(Tuple.from(zone)), false));
            }
          });
      List<Tuple> left = new ArrayList<>(keys);
      for (Tuple key : List.of(Tuple.from("a", ""), Tuple.from("", "\0"), Tuple.from("a\0", "a"))) {
        stores.does(options, store -> Stores.join(store, store.delete("HotItem", key)));
        left.remove(key);
        stores.does(options, store -> assertKeys(store, left));
      }
      stores.does(options, store -> store.deleteWhere("HotItem", Tuple.from("a")));
      left.removeIf(key -> key.getString(0).equals("a"));
      stores.does(options, store -> assertKeys(store, left));
    }
  }

  private static HotItem item(Tuple key) {
    return HotItem.newBuilder().setZone(key.getString(0)).setId(key.getString(1)).build();
  }

  private static void assertKeys(RecordStore store, List<Tuple> expected) {
    assertEquals(expected, scan(store, TupleRange.all(), false));
    List<Tuple> reversed = new ArrayList<>(expected);
    Collections.reverse(reversed);
    assertEquals(reversed, scan(store, TupleRange.all(), true));
    for (Tuple key : expected) {
      assertEquals(
          item(key), Stores.join(store, store.load("HotItem", key)).orElseThrow().message());
    }
  }

  private static List<Tuple> scan(RecordStore store, TupleRange range, boolean reverse) {
    return Stores.join(
            store,
            store
                .scan(
                    "HotItem",
                    range,
                    Continuation.START,
                    ScanOptions.defaults().withReverse(reverse))
                .asList())
        .stream()
        .map(StoredRecord::primaryKey)
        .toList();
  }
}
