package dev.tenure.record.evolution;

import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.DynamicMessage;
import dev.tenure.record.Notes;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.metadata.MetaDataCodec;
import dev.tenure.record.metadata.Protos;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.test.Note;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

final class MetaDataStoreTest {
  private static final RecordMetaData FIRST = Notes.META_DATA;
  private static final RecordMetaData SECOND =
      FIRST.toBuilder().index("Plain", Index.value("by-body", field("body"))).build();

  private final TestDatabase test = new TestDatabase();
  private final Subspace subspace = new Subspace(Tuple.from("metadata"));
  private final MetaDataStore store = MetaDataStore.of(subspace);
  private final MetaDataKeys keys = new MetaDataKeys(subspace);

  @AfterEach
  void close() {
    test.close();
  }

  private void save(RecordMetaData metaData) {
    test.run(context -> store.save(context, metaData));
  }

  private boolean saveIfNewer(RecordMetaData metaData) {
    return test.run(context -> store.saveIfNewer(context, metaData));
  }

  private static void assertEqualBytes(RecordMetaData expected, RecordMetaData found) {
    assertArrayEquals(MetaDataCodec.encode(expected), MetaDataCodec.encode(found));
  }

  private RecordLayerException assertRefused(Code code, Executable work) {
    RecordLayerException refused = assertThrows(RecordLayerException.class, work);
    assertEquals(code, refused.code(), refused.getMessage());
    assertTrue(String.valueOf(refused.getMessage()).contains("metadata"), refused.getMessage());
    return refused;
  }

  @Test
  void newestAndEachVersionAreLoadedAsSaved() {
    Instant first = test.clock.instant();
    save(FIRST);
    test.clock.advance(Duration.ofMinutes(1));
    save(SECOND);

    assertEqualBytes(SECOND, test.run(store::load));
    assertEqualBytes(FIRST, test.run(context -> store.load(context, 3)));
    assertEqualBytes(SECOND, test.run(context -> store.load(context, 4)));
    assertEquals(OptionalInt.of(4), test.run(store::newestVersion));
    List<MetaDataVersion> history = test.run(store::history);
    assertEquals(
        List.of(
            new MetaDataVersion(3, first, MetaDataCodec.encode(FIRST).length),
            new MetaDataVersion(4, first.plusSeconds(60), MetaDataCodec.encode(SECOND).length)),
        history);
  }

  @Test
  void emptyStoreHasNone() {
    assertEquals(OptionalInt.empty(), test.run(store::newestVersion));
    assertEquals(List.of(), test.run(store::history));
    assertRefused(Code.METADATA_ABSENT, () -> test.run(store::load));
    assertRefused(Code.METADATA_ABSENT, () -> test.database.join(store.openCache(test.database)));
    save(FIRST);
    assertRefused(Code.METADATA_ABSENT, () -> test.run(context -> store.load(context, 2)));
  }

  @Test
  void versionThatIsNotAboveTheNewestIsRefusedNamingBoth() {
    save(SECOND);

    for (RecordMetaData old : List.of(FIRST, SECOND)) {
      RecordLayerException refused = assertRefused(Code.METADATA_REFUSED, () -> save(old));
      assertTrue(
          String.valueOf(refused.getMessage())
              .startsWith(
                  "metadata of version "
                      + old.version()
                      + " cannot be saved over that of version 4 (metadata store"),
          refused.getMessage());
    }
    assertFalse(saveIfNewer(FIRST));
    assertFalse(saveIfNewer(SECOND));
    assertTrue(saveIfNewer(SECOND.toBuilder().version(9).build()));
    assertEquals(OptionalInt.of(9), test.run(store::newestVersion));
  }

  @Test
  void metaDataThatBreaksARuleIsRefusedUnlessTheRuleIsAllowedToBeBroken() {
    save(FIRST);
    RecordMetaData forgetful =
        RecordMetaData.builder()
            .version(4)
            .recordType(Note.getDescriptor(), type -> type.primaryKey(field("id")))
            .build();

    RecordLayerException refused = assertRefused(Code.METADATA_REFUSED, () -> save(forgetful));
    assertTrue(
        String.valueOf(refused.getMessage()).contains("type-dropped: HotItem was"),
        refused.getMessage());
    assertEquals(OptionalInt.of(3), test.run(store::newestVersion));

    MetaDataStore lenient =
        store.withEvolution(MetaDataEvolution.strict().allowing("type-dropped", "index-dropped"));
    test.run(context -> lenient.save(context, forgetful));
    assertEqualBytes(forgetful, test.run(store::load));
  }

  @Test
  void largeMetaDataLiesInSeveralValues() {
    StringBuilder text = new StringBuilder("message M { int64 id = 1;");
    for (int i = 2; i < 15_000; i++) {
      text.append(" string field_of_the_number_").append(i).append(" = ").append(i).append(';');
    }
    RecordMetaData large =
        RecordMetaData.builder()
            .recordType(Protos.message(text + " }"), type -> type.primaryKey(field("id")))
            .build();
    int bytes = MetaDataCodec.encode(large).length;
    save(large);

    assertTrue(bytes > 5 * MetaDataRows.CHUNK_BYTES, bytes + " bytes");
    assertEqualBytes(large, test.run(store::load));
    int rows =
        test.run(context -> context.transaction().getRange(keys.everything()).asList()).size();
    assertEquals(2 + (bytes + MetaDataRows.CHUNK_BYTES - 1) / MetaDataRows.CHUNK_BYTES, rows);
  }

  @Test
  void metaDataBeyondTheLimitIsRefusedNamingIt() {
    StringBuilder text = new StringBuilder("message M { int64 id = 1;");
    for (int i = 2; i < 19_000; i++) {
      text.append(" string f").append("x".repeat(100)).append(i).append(" = ").append(i);
      text.append(';');
    }
    RecordMetaData huge =
        RecordMetaData.builder()
            .recordType(Protos.message(text + " }"), type -> type.primaryKey(field("id")))
            .build();

    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> save(huge));

    assertTrue(
        String.valueOf(refused.getMessage()).endsWith(" bytes, the limit is 2000000"),
        refused.getMessage());
  }

  @Test
  void transactionThatReadsDoesNotConflictWithOneThatSaves() {
    save(FIRST);
    RecordContext reader = test.database.openContext();
    assertEqualBytes(FIRST, reader.join(store.load(reader)));
    reader.join(store.history(reader));
    save(SECOND);
    reader.set(new byte[] {'x'}, new byte[] {1});

    reader.join(reader.commit());
    reader.close();
  }

  @Test
  void ofTwoTransactionsThatSaveOneConflicts() {
    save(FIRST);
    RecordContext first = test.database.openContext();
    RecordContext second = test.database.openContext();
    first.join(store.save(first, SECOND));
    second.join(store.save(second, SECOND));
    first.join(first.commit());

    RecordLayerException conflict =
        assertThrows(RecordLayerException.class, () -> second.join(second.commit()));

    assertEquals(Code.COMMIT_CONFLICT, conflict.code());
    first.close();
    second.close();
  }

  @Test
  void twoSavesInOneTransactionFollowOneAnother() {
    RecordContext context = test.database.openContext();
    CompletableFuture<Void> first = store.save(context, FIRST);
    CompletableFuture<Void> second = store.save(context, SECOND);
    context.join(first);
    context.join(second);

    assertEqualBytes(SECOND, context.join(store.load(context)));
    assertRefused(Code.METADATA_REFUSED, () -> context.join(store.save(context, SECOND)));
    context.join(context.commit());
    context.close();
    assertEquals(2, test.run(store::history).size());
  }

  @Test
  void cacheReadsOnceAndOnlyWhatIsNewer() {
    save(FIRST);
    MetaDataCache cache = test.database.join(store.openCache(test.database));
    RecordMetaData first = cache.current();
    save(SECOND);

    assertSame(first, test.run(context -> cache.atLeast(context, 3)));
    assertSame(first, cache.current());
    RecordMetaData second = test.run(context -> cache.atLeast(context, 4));
    assertEqualBytes(SECOND, second);
    assertSame(second, cache.current());
    assertSame(second, test.run(context -> cache.atLeast(context, 1)));
    assertSame(second, test.run(cache::refresh));
    assertSame(first, test.run(context -> cache.version(context, 3)));
    assertSame(second, cache.current());
    RecordLayerException newer =
        assertRefused(Code.METADATA_NEWER, () -> test.run(context -> cache.atLeast(context, 5)));
    assertEquals("metadata of version 5 is needed, the newest stored is 4", newer.getMessage());
  }

  @Test
  void cacheKeepsNothingOfATransactionThatIsNotCommitted() {
    save(FIRST);
    MetaDataCache cache = test.database.join(store.openCache(test.database));
    RecordContext context = test.database.openContext();
    context.join(store.save(context, SECOND));

    assertEqualBytes(SECOND, context.join(cache.atLeast(context, 4)));
    assertEqualBytes(SECOND, context.join(cache.refresh(context)));
    context.close();

    assertEqualBytes(FIRST, cache.current());
    assertRefused(Code.METADATA_NEWER, () -> test.run(other -> cache.atLeast(other, 4)));
    RecordMetaData other =
        FIRST.toBuilder().index("Plain", Index.count("other", field("id"))).build();
    save(other);
    assertEqualBytes(other, test.run(cache::refresh));
  }

  @Test
  void localClassesAreUsedWhereTheyKnowAllFields() {
    save(FIRST);
    MetaDataStore local = store.withLocalTypes(Note.getDefaultInstance());

    RecordMetaData loaded = test.run(local::load);

    assertInstanceOf(Note.class, loaded.recordType("Note").prototype());
    assertInstanceOf(DynamicMessage.class, loaded.recordType("Plain").prototype());
  }

  @Test
  void damagedRowsAreATypedError() {
    save(FIRST);
    byte[] whole = test.run(context -> context.get(keys.chunk(3, 0), true));
    byte[] flipped = whole.clone();
    flipped[whole.length / 2] ^= 1;

    assertDamaged(Code.DAMAGED, keys.chunk(3, 0), flipped);
    assertDamaged(Code.DAMAGED, keys.chunk(3, 0), new byte[0]);
    assertDamaged(Code.DAMAGED, keys.chunk(3, 1), new byte[] {1});
    assertDamaged(Code.FORMAT_UNKNOWN, keys.newest(), new byte[0]);
    assertDamaged(Code.FORMAT_UNKNOWN, keys.newest(), new byte[] {2, 0x15, 3});
    assertDamaged(Code.DAMAGED, keys.newest(), new byte[] {1});
    assertDamaged(Code.DAMAGED, keys.newest(), new byte[] {1, 0x14});
    assertDamaged(Code.DAMAGED, keys.newest(), new byte[] {1, 2, 'x', 0});
    assertDamaged(Code.METADATA_ABSENT, keys.newest(), new byte[] {1, 0x15, 9});
    assertDamaged(Code.FORMAT_UNKNOWN, keys.entry(3), new byte[] {9});
    assertDamaged(Code.DAMAGED, keys.entry(3), new byte[] {1});
    assertDamaged(Code.DAMAGED, keys.entry(3), new byte[] {1, 8});
    assertDamaged(Code.DAMAGED, keys.entry(3), new byte[] {1, 0x10, -1, -1, -1, -1, 7});
  }

  /** Loading meets a row that has another value than was written. */
  private void assertDamaged(Code code, byte[] key, byte[] value) {
    RecordContext context = test.database.openContext();
    context.set(key, value);
    RecordLayerException refused = assertRefused(code, () -> context.join(store.load(context)));
    assertTrue(
        String.valueOf(refused.getMessage()).contains("\\x02metadata\\x00"), refused.getMessage());
    context.close();
  }

  @Test
  void keysAreAsDocumented() {
    Subspace short1 = new Subspace(new byte[] {'S'});
    test.run(context -> MetaDataStore.of(short1).save(context, FIRST));

    List<String> rows =
        test.run(context -> context.transaction().getRange(short1.range()).asList()).stream()
            .map(row -> HexFormat.of().formatHex(row.getKey()))
            .toList();

    assertEquals(List.of("53150114", "5315011501" + "1503", "5315011502" + "150314"), rows);
    assertArrayEquals(
        new byte[] {1, 0x15, 3},
        test.run(context -> context.get(new byte[] {'S', 0x15, 1, 0x14}, true)));
  }
}
