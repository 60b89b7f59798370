package dev.tenure.record.store;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import com.apple.foundationdb.tuple.Versionstamp;
import com.google.protobuf.ByteString;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.test.HotItem;
import dev.tenure.record.test.Note;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Versions of records, within the transaction that saves and after it. */
@Tag("late")
final class RecordVersionsTest {
  private final Stores stores = new Stores();

  @AfterEach
  void close() {
    stores.close();
  }

  private static RecordMetaData metaData(int version, boolean versioned, boolean indexed) {
    RecordMetaData.Builder builder =
        RecordMetaData.builder()
            .version(version)
            .recordType(
                Note.getDefaultInstance(),
                type -> {
                  type.primaryKey(field("id"));
                  if (versioned) {
                    type.versioned();
                  }
                });
    return indexed
        ? builder.index("Note", Index.value("titles", field("title"))).build()
        : builder.build();
  }

  private static Note sized(long id, int bytes) {
    return Note.newBuilder().setId(id).setBody(ByteString.copyFrom(new byte[bytes])).build();
  }

  private static Optional<Versionstamp> loaded(RecordStore store, long id) {
    return Stores.join(store, store.load("Note", Tuple.from(id))).flatMap(StoredRecord::version);
  }

  private static Optional<Versionstamp> incomplete(int local) {
    return Optional.of(Versionstamp.incomplete(local));
  }

  @Test
  void versionIsIncompleteWhereItIsMadeAndCompleteAfterTheCommit() {
    for (boolean indexed : List.of(true, false)) {
      StoreOptions options = StoreOptions.of(stores.at(indexed), metaData(1, true, indexed));
      byte[] stamp;
      try (RecordContext context = stores.test.database.openContext()) {
        CompletableFuture<byte[]> versionstamp = context.versionstamp();
        RecordStore one = context.join(RecordStore.open(context, options));
        RecordStore other = context.join(RecordStore.open(context, options));
        for (int i = 0; i < 3; i++) {
          assertEquals(incomplete(i), context.join(one.save(sized(i, i * 120_000))).version());
        }
        assertEquals(incomplete(3), context.join(other.save(sized(0, 5))).version());
        for (RecordStore store : List.of(one, other)) {
          assertEquals(incomplete(1), loaded(store, 1));
          assertEquals(
              List.of(incomplete(3), incomplete(1), incomplete(2)),
              Stores.records(store, "Note").stream().map(StoredRecord::version).toList());
        }
        context.join(context.commit());
        stamp = context.join(versionstamp);
      }
      stores.does(
          options,
          store -> {
            List<Versionstamp> versions =
                Stores.records(store, "Note").stream()
                    .map(record -> record.version().orElseThrow())
                    .toList();
            assertEquals(
                List.of(3, 1, 2), versions.stream().map(Versionstamp::getUserVersion).toList());
            versions.forEach(
                version -> {
                  assertTrue(version.isComplete());
                  assertArrayEquals(stamp, version.getTransactionVersion());
                });
            assertEquals(Optional.of(versions.get(1)), loaded(store, 1));
          });
    }
  }

  @Test
  void storesOfOneTransactionDoNotMixTheirVersions() {
    StoreOptions a = StoreOptions.of(stores.at("a"), metaData(1, true, true));
    StoreOptions b = StoreOptions.of(stores.at("b"), metaData(1, true, true));
    stores.save(a, sized(1, 0));
    stores.save(b, sized(1, 0));
    try (RecordContext context = stores.test.database.openContext()) {
      RecordStore first = context.join(RecordStore.open(context, a));
      RecordStore second = context.join(RecordStore.open(context, b));
      Optional<Versionstamp> before = loaded(second, 1);
      context.join(first.save(sized(1, 1)));
      assertFalse(loaded(first, 1).orElseThrow().isComplete());
      assertEquals(before, loaded(second, 1));
      context.join(second.save(sized(1, 1)));
      assertTrue(context.join(first.delete("Note", Tuple.from(1))));
      assertEquals(Optional.empty(), loaded(first, 1));
      assertEquals(incomplete(1), loaded(second, 1));
    }
  }

  @Test
  void laterCommitHasTheGreaterVersion() {
    StoreOptions options = stores.options(metaData(1, true, false));
    stores.save(options, sized(1, 250_000));
    Versionstamp first =
        stores
            .in(options, store -> CompletableFuture.completedFuture(loaded(store, 1)))
            .orElseThrow();
    stores.save(options, sized(1, 120_000));
    Versionstamp second =
        stores
            .in(options, store -> CompletableFuture.completedFuture(loaded(store, 1)))
            .orElseThrow();

    assertTrue(first.compareTo(second) < 0);
    assertEquals(4, stores.rows(stores.test.subspace).size(), "header, version, two chunks");
  }

  @Test
  void deleteTakesTheVersionAlong() {
    for (boolean indexed : List.of(true, false)) {
      StoreOptions options = StoreOptions.of(stores.at(indexed), metaData(1, true, indexed));
      stores.save(options, sized(1, 120_000));
      stores.does(
          options,
          store -> {
            Stores.join(store, store.save(sized(2, 0)));
            assertTrue(Stores.join(store, store.delete("Note", Tuple.from(1))));
            assertTrue(Stores.join(store, store.delete("Note", Tuple.from(2))));
          });
      assertEquals(1, stores.rows(stores.at(indexed)).size(), "the header");
    }
  }

  @Test
  void typeThatIsNoLongerVersionedLosesVersionsWithEachSave() {
    for (boolean indexed : List.of(true, false)) {
      StoreOptions options = StoreOptions.of(stores.at(indexed), metaData(1, true, indexed));
      stores.save(options, sized(1, 0), sized(2, 0));
      StoreOptions plain = StoreOptions.of(stores.at(indexed), metaData(2, false, indexed));
      stores.save(plain, sized(1, 0));
      stores.does(
          plain,
          store -> {
            assertEquals(Optional.empty(), loaded(store, 1));
            assertTrue(loaded(store, 2).isPresent());
            assertTrue(Stores.join(store, store.delete("Note", Tuple.from(2))));
            assertTrue(Stores.join(store, store.delete("Note", Tuple.from(1))));
          });
      assertEquals(1, stores.rows(stores.at(indexed)).size(), "the header");
    }
  }

  @Test
  void typeThatBecomesVersionedGivesVersionsFromThenOn() {
    StoreOptions plain = stores.options(metaData(1, false, true));
    stores.save(plain, sized(1, 0), sized(2, 0));
    assertEquals(5, stores.rows(stores.test.subspace).size(), "an unversioned record is one key");
    StoreOptions versioned = stores.options(metaData(2, true, true));
    stores.save(versioned, sized(1, 0));
    stores.does(
        versioned,
        store -> {
          assertTrue(loaded(store, 1).orElseThrow().isComplete());
          assertEquals(Optional.empty(), loaded(store, 2));
        });
  }

  @Test
  void keyThatLeavesNoRoomForItsVersionIsRefusedWhenItIsSaved() {
    RecordMetaData metaData =
        RecordMetaData.builder()
            .recordType(
                HotItem.getDefaultInstance(),
                type -> type.primaryKey(concat(field("zone"), field("id"))).versioned())
            .build();
    StoreOptions options = stores.options(metaData);
    stores.open(options);
    List<String> before = stores.rows(stores.test.subspace);
    int refused = 0;
    for (int length = 9_970; length < 10_000; length++) {
      HotItem item = HotItem.newBuilder().setZone("z").setId("i".repeat(length)).build();
      try (RecordContext context = stores.test.database.openContext()) {
        RecordStore store = context.join(RecordStore.open(context, options));
        boolean fits = true;
        try {
          context.join(store.save(item));
        } catch (RecordLayerException e) {
          assertEquals(Code.KEY_TOO_LARGE, e.code());
          fits = false;
          refused++;
        }
        if (fits) {
          context.join(store.delete("HotItem", Tuple.from("z", item.getId())));
          context.join(store.save(item));
        }
        context.join(context.commit());
      }
      if (refused > 0) {
        assertEquals(before.get(0), stores.rows(stores.test.subspace).get(0));
      }
    }
    assertTrue(refused > 0 && refused < 30);
  }
}
