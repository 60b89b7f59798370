package dev.tenure.record.store;

import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.IndexState;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.proto.StoreLockValue;
import dev.tenure.record.store.header.StoreHeader;
import dev.tenure.record.store.header.StoredHeader;
import dev.tenure.record.store.header.StoredState;
import dev.tenure.record.store.row.StoreKeys;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Every mode of opening over everything that may lie below the subspace. */
final class StoreOpenMatrixTest {
  private static final RecordMetaData META_DATA =
      Stores.notes(1).index("Note", Index.value("by-title", field("title"))).build();
  private static final int BY_TITLE = 1;

  private final Stores stores = new Stores();

  @AfterEach
  void close() {
    stores.close();
  }

  private enum Below {
    NOTHING,
    HEADER,
    HEADER_AND_RECORDS,
    RECORDS,
    INDEX_ROWS,
    FOREIGN_ROWS,
    INDEX_STATES,
    FORMAT_UNKNOWN,
    DAMAGED
  }

  private static Map<Below, String> expected() {
    Map<Below, String> expected = new EnumMap<>(Below.class);
    String there = "open STORE_EXISTS open open open";
    String lost = "STORE_ABSENT DAMAGED DAMAGED DAMAGED open";
    String free = "STORE_ABSENT open open DAMAGED open";
    expected.put(Below.NOTHING, "STORE_ABSENT open open open open");
    expected.put(Below.HEADER, there);
    expected.put(Below.HEADER_AND_RECORDS, there);
    expected.put(Below.RECORDS, lost);
    expected.put(Below.INDEX_ROWS, lost);
    expected.put(Below.FOREIGN_ROWS, free);
    expected.put(Below.INDEX_STATES, free);
    expected.put(Below.FORMAT_UNKNOWN, "FORMAT_UNKNOWN ".repeat(5).strip());
    expected.put(Below.DAMAGED, "DAMAGED ".repeat(5).strip());
    return expected;
  }

  private void lay(Below below, Subspace at) {
    StoreOptions options = StoreOptions.of(at, META_DATA);
    StoreKeys keys = new StoreKeys(at);
    stores.test.run(
        context -> {
          switch (below) {
            case NOTHING -> {}
            case HEADER -> context.join(RecordStore.open(context, options));
            case HEADER_AND_RECORDS -> save(context, options);
            case RECORDS -> {
              save(context, options);
              context.clear(keys.header());
              context.clear(keys.entries(BY_TITLE));
            }
            case INDEX_ROWS -> {
              save(context, options);
              context.clear(keys.header());
              context.clear(new Range(keys.data().begin, keys.indexPrefix(BY_TITLE)));
            }
            case FOREIGN_ROWS -> context.set(at.pack("other"), new byte[0]);
            case INDEX_STATES ->
                context.set(keys.indexState(BY_TITLE), StoredState.encode(IndexState.DISABLED));
            case FORMAT_UNKNOWN -> context.set(keys.header(), new byte[] {9});
            case DAMAGED -> context.set(keys.header(), new byte[] {1, 8});
          }
          return CompletableFuture.completedFuture(true);
        });
  }

  private static void save(RecordContext context, StoreOptions options) {
    RecordStore store = context.join(RecordStore.open(context, options));
    context.join(store.save(Stores.note(1, "t")));
  }

  /** What opening gives; the transaction is committed even if opening was refused. */
  private String outcome(Subspace at, OpenMode mode) {
    try (RecordContext context = stores.test.database.openContext()) {
      String outcome = "open";
      try {
        context.join(RecordStore.open(context, StoreOptions.of(at, META_DATA).withMode(mode)));
      } catch (RecordLayerException e) {
        outcome = e.code().name();
      }
      context.join(context.commit());
      return outcome;
    }
  }

  @Test
  void everyModeOverEverythingThatMayBeThere() {
    expected()
        .forEach(
            (below, outcomes) -> {
              Iterator<String> each = List.of(outcomes.split(" ", -1)).iterator();
              for (OpenMode mode : OpenMode.values()) {
                String expected = each.next();
                Subspace at = stores.at("matrix", below.name(), mode.name());
                lay(below, at);
                List<String> before = stores.rows(at);
                String cell = below + " with " + mode;
                assertEquals(expected, outcome(at, mode), cell);
                if (!expected.equals("open")) {
                  assertEquals(before, stores.rows(at), cell);
                } else {
                  assertEquals("open", outcome(at, OpenMode.OPEN), cell);
                }
              }
            });
  }

  @Test
  void newStoreHasNoIndexStatesFromBeforeIt() {
    lay(Below.INDEX_STATES, stores.test.subspace);

    IndexState inCreation =
        stores.in(
            stores.options(META_DATA),
            store -> {
              IndexState state = store.indexState("by-title");
              return store.save(Stores.note(1, "t")).thenApply(saved -> state);
            });

    assertEquals(IndexState.READABLE, inCreation);
    stores.does(
        stores.options(META_DATA),
        store -> assertEquals(List.of(Tuple.from("t")), Stores.keys(store, "by-title")));
  }

  @Test
  void headerMadeAnewLeavesADisabledIndexDisabled() {
    lay(Below.RECORDS, stores.test.subspace);
    lay(Below.INDEX_STATES, stores.test.subspace);
    StoreOptions repair = stores.options(META_DATA).withMode(OpenMode.CREATE_HEADER_OR_OPEN);

    for (int i = 0; i < 2; i++) {
      stores.does(repair, store -> assertEquals(IndexState.DISABLED, store.indexState("by-title")));
    }
  }

  @Test
  void lockWithAReasonOverItsLimitIsDamage() {
    stores.open(stores.options(META_DATA));
    byte[] header = new StoreKeys(stores.test.subspace).header();
    stores.test.run(
        context ->
            context
                .transaction()
                .get(header)
                .thenAccept(bytes -> context.set(header, withLongLock(bytes))));

    for (OpenMode mode : OpenMode.values()) {
      assertEquals("DAMAGED", outcome(stores.test.subspace, mode));
    }
  }

  private byte[] withLongLock(byte[] bytes) {
    StoredHeader old =
        StoredHeader.decode(
            bytes, new StoreKeys(stores.test.subspace), StoreHeader.CONTENT_FORMAT_MAX);
    return new StoredHeader(
            old.value().toBuilder()
                .setLock(StoreLockValue.newBuilder().setReason("r".repeat(1_001)))
                .build())
        .encode();
  }
}
