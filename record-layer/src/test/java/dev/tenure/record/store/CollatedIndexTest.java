package dev.tenure.record.store;

import static dev.tenure.record.key.Keys.collate;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.function;
import static dev.tenure.record.key.Keys.literal;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.ByteString;
import dev.tenure.record.build.OnlineIndexer;
import dev.tenure.record.collation.Collation;
import dev.tenure.record.collation.CollationStrength;
import dev.tenure.record.collation.Collations;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.index.IndexState;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.KeyFunctions;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.proto.StoreLayout;
import dev.tenure.record.store.header.StoreHeader;
import dev.tenure.record.store.header.StoreLock;
import dev.tenure.record.store.header.StoredHeader;
import dev.tenure.record.store.row.StoreKeys;
import dev.tenure.record.test.Note;
import dev.tenure.record.tuple.TupleRange;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Indexes in the order of a language, and what becomes of them when the order changes. */
final class CollatedIndexTest {
  private static final Index TITLES =
      Index.value("titles", collate(field("title"), Locale.GERMAN, CollationStrength.TERTIARY));
  private static final BuildLimits NONE = new BuildLimits(0, 0);
  private static final BuildLimits WHOLE = new BuildLimits(1_000, 1_000_000);

  /** The JDK's orders backwards, as another version of the rules might be. */
  private static final Collations BACKWARDS =
      (locale, strength) -> Collations.jdk().find(locale, strength).map(Backwards::new);

  private final Stores stores = new Stores();
  private final StoreOptions jdk = options(1, KeyFunctions.builtIn());
  private final StoreOptions other = options(1, KeyFunctions.builtIn().withCollations(BACKWARDS));

  private record Backwards(Collation forwards) implements Collation {
    @Override
    public byte[] key(String text) {
      byte[] key = forwards.key(text + "\uffff");
      for (int i = 0; i < key.length; i++) {
        key[i] = (byte) ~key[i];
      }
      return key;
    }

    @Override
    public int fingerprint() {
      return ~forwards.fingerprint();
    }
  }

  @AfterEach
  void close() {
    stores.close();
  }

  private StoreOptions options(int version, KeyFunctions functions) {
    return stores.options(
        Stores.notes(version)
            .index("Note", TITLES)
            .index("Note", Index.value("plain", field("title")))
            .functions(functions)
            .build());
  }

  private void saveTitles(String... titles) {
    Note[] notes = new Note[titles.length];
    for (int i = 0; i < titles.length; i++) {
      notes[i] = Stores.note(i, titles[i]);
    }
    stores.save(jdk, notes);
  }

  private List<String> titles(StoreOptions options) {
    return stores
        .in(
            options,
            store ->
                store
                    .scanRecords(
                        "titles",
                        TupleRange.all(),
                        Continuation.START,
                        ScanOptions.defaults(),
                        MissingRecord.FAIL)
                    .asList())
        .stream()
        .map(record -> record.message(Note.class).getTitle())
        .toList();
  }

  private IndexState state(StoreOptions options, String index) {
    return stores.in(options, store -> CompletableFuture.completedFuture(store.indexState(index)));
  }

  /** The rules that the store's header has for each index, in the order of their keys. */
  private List<Optional<Integer>> rules() {
    return layout().getIndexesList().stream()
        .map(index -> index.hasRules() ? Optional.of(index.getRules()) : Optional.<Integer>empty())
        .toList();
  }

  private StoreLayout layout() {
    StoreKeys keys = new StoreKeys(stores.test.subspace);
    byte[] header = stores.test.run(context -> context.get(keys.header(), false));
    return StoredHeader.decode(header, keys, StoreHeader.CONTENT_FORMAT_MAX).layout(keys);
  }

  @Test
  void scanIsInTheOrderOfTheLanguage() {
    saveTitles("Zebra", "\u00c4pfel", "apfel", "Apfel", "zebra", "a\u0308pfel");

    assertEquals(
        List.of("apfel", "Apfel", "a\u0308pfel", "\u00c4pfel", "zebra", "Zebra"), titles(jdk));
  }

  @Test
  void keyIsThatOfTheCollation() {
    saveTitles("caf\u00e9");

    stores.does(
        jdk,
        store ->
            assertArrayEquals(
                Collations.jdk()
                    .find(Locale.GERMAN, CollationStrength.TERTIARY)
                    .orElseThrow()
                    .key("caf\u00e9"),
                Stores.keys(store, "titles").get(0).getBytes(0)));
  }

  @Test
  void indexOfASmallStoreIsBuiltUnderOtherRulesWhenItIsOpened() {
    saveTitles("b", "c", "a");
    List<Optional<Integer>> before = rules();
    assertEquals(Optional.empty(), before.get(1));

    assertEquals(IndexState.READABLE, state(other, "titles"));
    assertEquals(List.of("c", "b", "a"), titles(other));
    assertEquals(before.get(1), rules().get(1));
    assertEquals(2, List.of(before.get(0), rules().get(0)).stream().distinct().count());
    List<String> rows = stores.rows(stores.test.subspace);
    stores.open(other);
    assertEquals(rows, stores.rows(stores.test.subspace));
    assertEquals(List.of("a", "b", "c"), titles(jdk));
    assertEquals(before, rules());
  }

  @Test
  void headerHasTheFingerprintOfTheRules() {
    Collations fixed = (locale, strength) -> Optional.of(new Numbered(0x01020304));
    stores.open(options(1, KeyFunctions.builtIn().withCollations(fixed)));

    CRC32C crc = new CRC32C();
    crc.update(
        "function(collate, concat(field(title), literal(\"de\"), literal(2)))"
            .getBytes(StandardCharsets.UTF_8));
    crc.update(new byte[] {1, 2, 3, 4});
    ByteString definition = layout().getIndexes(0).toByteString();
    assertEquals("0801", hex(definition.substring(0, 2)));
    assertEquals(
        "25" + String.format("%08x", Integer.reverseBytes((int) crc.getValue())),
        hex(definition.substring(definition.size() - 5)));
  }

  private static String hex(ByteString bytes) {
    return HexFormat.of().formatHex(bytes.toByteArray());
  }

  private record Numbered(int fingerprint) implements Collation {
    @Override
    public byte[] key(String text) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
  }

  @Test
  void indexOfALargeStoreIsDisabledUntilItIsRebuilt() {
    saveTitles("b", "c", "a");
    List<Optional<Integer>> before = rules();
    StoreOptions large = other.withBuild(NONE);

    assertEquals(IndexState.DISABLED, state(large, "titles"));
    assertEquals(IndexState.READABLE, state(large, "plain"));
    Stores.refused(Code.INDEX_NOT_READABLE, () -> titles(large));
    List<String> rows = stores.rows(stores.test.subspace);
    assertEquals(IndexState.DISABLED, state(jdk.withBuild(NONE), "titles"));
    assertEquals(IndexState.DISABLED, state(large, "titles"));
    assertEquals(rows, stores.rows(stores.test.subspace));

    stores.does(
        jdk.withBuild(NONE), store -> Stores.join(store, store.rebuildIndex("titles", WHOLE)));
    assertEquals(before, rules());
    assertEquals(List.of("a", "b", "c"), titles(jdk.withBuild(NONE)));
    Stores.refused(Code.INDEX_NOT_READABLE, () -> titles(large));
  }

  @Test
  void onlineBuildIsOfTheRulesOfItsBuilder() {
    saveTitles("b", "c", "a");
    assertEquals(IndexState.DISABLED, state(other.withBuild(NONE), "titles"));
    List<Optional<Integer>> disabled = rules();
    stores.does(jdk.withBuild(NONE), store -> {});
    assertEquals(disabled, rules());

    stores.test.database.join(
        OnlineIndexer.builder(stores.test.database, jdk.withBuild(NONE))
            .index("titles")
            .build()
            .run());

    assertEquals(List.of("a", "b", "c"), titles(jdk.withBuild(NONE)));
    assertEquals(IndexState.DISABLED, state(other.withBuild(NONE), "titles"));
  }

  @Test
  void indexThatIsBeingBuiltUnderOtherRulesIsDisabled() {
    saveTitles("b", "c", "a");
    stores.in(jdk, store -> store.builds().markWriteOnly("titles"));

    assertEquals(IndexState.DISABLED, state(other.withBuild(NONE), "titles"));
  }

  @Test
  void newerMetaDataComesWithOtherRules() {
    saveTitles("b", "c", "a");
    StoreOptions newer = options(2, KeyFunctions.builtIn().withCollations(BACKWARDS));

    assertEquals(List.of("c", "b", "a"), titles(newer));
    StoreOptions back = options(2, KeyFunctions.builtIn()).withBuild(NONE);
    Stores.refused(Code.INDEX_NOT_READABLE, () -> titles(back));
  }

  @Test
  void savesAfterTheChangeFollowTheNewRules() {
    saveTitles("b", "c", "a");
    stores.save(other, Stores.note(9, "bb"), Stores.note(0, "d"));

    assertEquals(List.of("d", "c", "bb", "a"), titles(other));
  }

  @Test
  void lockedStoreIsNotOpenedUnderOtherRules() {
    saveTitles("b");
    stores.does(jdk, store -> store.lock(StoreLock.Kind.WRITES, "moving"));

    assertEquals(
        "build of [titles], whose functions follow other rules now, in store "
            + new StoreKeys(stores.test.subspace).describe(),
        String.valueOf(Stores.refused(Code.STORE_LOCKED, () -> stores.open(other)).getMessage())
            .replaceAll(", which is locked.*", ""));
    assertEquals(List.of("b"), titles(jdk));
  }

  @Test
  void definitionsWithoutAnOrderAreRefused() {
    assertRefused(
        "index titles: there is no collation for the language of the locale tlh",
        collate(field("title"), Locale.forLanguageTag("tlh"), CollationStrength.PRIMARY));
    assertRefused(
        "index titles: locale is \"de_DE\", expected a language tag such as de-CH, or und for no"
            + " language",
        function("collate", field("title"), literal("de_DE"), literal(0)));
    assertRefused(
        "index titles: strength is 4, expected 0 (PRIMARY) to 3",
        function("collate", field("title"), literal("de"), literal(4)));
    assertRefused(
        "index titles: locale and strength must be constants, got concat(field(title),"
            + " field(author), literal(0)): use Keys.collate",
        function("collate", field("title"), field("author"), literal(0)));
    assertRefused(
        "index titles of record type Note: Note.function(collate, concat(field(color),"
            + " literal(\"de\"), literal(0))): argument color is INTEGER, collate needs STRING",
        collate(field("color"), Locale.GERMAN, CollationStrength.PRIMARY));
  }

  private static void assertRefused(String message, KeyExpression columns) {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () -> Stores.notes(1).index("Note", Index.value("titles", columns)).build());
    assertEquals(message, refused.getMessage());
  }

  @Test
  void primaryKeyHasNoOrderThatMayChange() {
    KeyExpression key = collate(field("title"), Locale.ROOT, CollationStrength.IDENTICAL);

    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                RecordMetaData.builder()
                    .recordType(Note.getDefaultInstance(), type -> type.primaryKey(key))
                    .build());
    assertEquals(
        "primary key of record type Note: "
            + key
            + " follows rules that may differ in another process, but the key of a record never"
            + " changes",
        refused.getMessage());
  }
}
