package dev.tenure.record.store.move;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.empty;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.incarnation;
import static dev.tenure.record.key.Keys.version;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.text.TextIndexType;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.BuildLimits;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoreOptions;
import dev.tenure.record.test.Note;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A mirror that copies nothing but the keys that the log names. */
final class ChangeLogTest {
  private static final RecordMetaData META_DATA =
      RecordMetaData.builder()
          .version(1)
          .recordType(
              Note.getDefaultInstance(),
              type -> type.primaryKey(field("id")).typeKey(1).versioned())
          .index("Note", Index.value("titles", field("title")))
          .index("Note", Index.count("by-title", field("title")).clearWhenZero())
          .index("Note", Index.rank("ranks", field("title")).countDuplicates())
          .index("Note", Index.of("words", TextIndexType.NAME, field("title")))
          .index("Note", Index.version("changes", concat(incarnation(), version())))
          .index("Note", Index.aggregate("latest", Index.MAX_EVER_VERSION, empty(), version()))
          .build();

  private final TestDatabase test = new TestDatabase();
  private final StoreOptions options =
      StoreOptions.of(test.subspace, META_DATA).withMode(OpenMode.CREATE_OR_OPEN);
  private final TreeMap<String, String> mirror = new TreeMap<>();
  private Optional<ByteString> read = Optional.empty();

  @AfterEach
  void close() {
    test.close();
  }

  private <T> T run(Function<RecordStore, CompletionStage<T>> work) {
    return test.run(
        context -> RecordStore.open(context, options).thenCompose(work).thenApply(done -> done));
  }

  private void change(Function<MovedStore, MovedStore> change) {
    test.run(
        context ->
            MovedStore.find(context, test.subspace)
                .thenApply(
                    found -> {
                      change.apply(found.orElseThrow()).write();
                      return true;
                    }));
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  /** The rows in a range that is relative to the store. */
  private List<KeyValue> rows(Range range) {
    byte[] prefix = test.subspace.getKey();
    return test.run(
        context ->
            context
                .transaction()
                .getRange(
                    ByteArrayUtil.join(prefix, range.begin), ByteArrayUtil.join(prefix, range.end))
                .asList());
  }

  private void copy(Range range) {
    mirror.subMap(hex(range.begin), hex(range.end)).clear();
    int prefix = test.subspace.getKey().length;
    rows(range)
        .forEach(row -> mirror.put(hex(row.getKey()).substring(2 * prefix), hex(row.getValue())));
  }

  /** Reads the log to its end, two rows at a time. */
  private int follow() {
    int ranges = 0;
    boolean more = true;
    while (more) {
      ChangeLog.Page page = test.run(context -> ChangeLog.read(context, test.subspace, read, 2));
      page.changed().forEach(this::copy);
      ranges += page.changed().size();
      read = page.last().or(() -> read);
      more = page.more();
    }
    return ranges;
  }

  private SortedMap<String, String> content() {
    TreeMap<String, String> found = new TreeMap<>();
    int prefix = test.subspace.getKey().length;
    for (Range range : MovedStore.content(test.subspace)) {
      rows(range)
          .forEach(row -> found.put(hex(row.getKey()).substring(2 * prefix), hex(row.getValue())));
    }
    return found;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void mirrorOfTheLogIsTheStore(long seed) {
    Random random = new Random(seed);
    run(store -> store.save(note(0, "before")));
    change(store -> store.logChanges(true));
    MovedStore.content(test.subspace).forEach(this::copy);
    for (int round = 0; round < 30; round++) {
      run(store -> transaction(store, random));
      if (random.nextInt(3) == 0) {
        follow();
        assertEquals(content(), mirror, "round " + round);
      }
    }
    follow();
    assertEquals(content(), mirror);
    assertTrue(mirror.size() > 10, mirror.size() + " rows");
  }

  private static Note note(int id, String title) {
    return Note.newBuilder().setId(id).setTitle(title).build();
  }

  private static CompletableFuture<Boolean> transaction(RecordStore store, Random random) {
    List<CompletableFuture<?>> changes = new ArrayList<>();
    if (random.nextInt(6) == 0) {
      return store.rebuildIndex("titles", BuildLimits.defaults()).thenApply(state -> true);
    }
    for (int i = 0; i <= random.nextInt(4); i++) {
      int id = random.nextInt(12);
      switch (random.nextInt(60)) {
        case 0 -> store.deleteAll();
        case 1, 2, 3, 4, 5 -> changes.add(store.delete("Note", Tuple.from(id)));
        default -> changes.add(store.save(note(id, "word" + random.nextInt(5) + " and more")));
      }
    }
    CompletableFuture<Boolean> all = CompletableFuture.completedFuture(true);
    for (CompletableFuture<?> each : changes) {
      all = all.thenCombine(each, (left, right) -> left);
    }
    return all;
  }

  @Test
  void transactionThatOpenedTheStoreBeforeCannotCommit() {
    run(store -> store.save(note(0, "before")));
    try (var context = test.database.openContext()) {
      RecordStore store = context.join(RecordStore.open(context, options));
      context.join(store.save(note(1, "not logged")));
      change(moved -> moved.logChanges(true));
      RecordLayerException refused =
          assertThrows(RecordLayerException.class, () -> context.join(context.commit()));
      assertEquals(RecordLayerException.Code.COMMIT_CONFLICT, refused.code());
    }
  }

  @Test
  void storeThatLogsNoMoreWritesNoRowOfTheLog() {
    run(store -> store.save(note(0, "before")));
    change(store -> store.logChanges(true));
    run(store -> store.save(note(1, "logged")));
    assertTrue(follow() > 0);
    change(store -> store.logChanges(false));
    run(store -> store.save(note(2, "not logged")));
    assertEquals(0, follow());
    test.run(
        context -> {
          ChangeLog.clear(context, test.subspace);
          return CompletableFuture.completedFuture(true);
        });
    read = Optional.empty();
    assertEquals(0, follow());
  }

  /** Releases that know format 1 only refuse the store. */
  @Test
  void headerHasFormatTwoWhileItLogsOrHasMoved() {
    run(store -> store.save(note(0, "before")));
    assertEquals(1, format());
    change(store -> store.logChanges(true));
    assertEquals(2, format());
    change(store -> store.logChanges(false).arrive(1, -5));
    assertEquals(2, format());
    Long shift = run(store -> CompletableFuture.completedFuture(store.header().versionShift()));
    assertEquals(-5L, shift);
    change(store -> store.arrive(2, 0));
    assertEquals(1, format());
  }

  private int format() {
    Integer format = run(store -> CompletableFuture.completedFuture(store.header().format()));
    return format;
  }

  /** So it may be nearly as large as without a log. */
  @Test
  void largeTransactionIsLoggedAsRangesOfFewBytes() {
    run(store -> store.save(note(0, "before")));
    change(store -> store.logChanges(true));
    run(ChangeLogTest::saveMany);
    ChangeLog.Page page =
        test.run(context -> ChangeLog.read(context, test.subspace, Optional.empty(), 100));
    assertTrue(page.changed().size() < 1_000, "ranges: " + page.changed().size());
    assertTrue(
        page.changed().stream().mapToInt(each -> each.begin.length + each.end.length).sum()
            <= 50_000);
    MovedStore.content(test.subspace).forEach(this::copy);
    follow();
    assertEquals(content(), mirror);
  }

  private static CompletableFuture<Boolean> saveMany(RecordStore store) {
    CompletableFuture<Boolean> all = CompletableFuture.completedFuture(true);
    for (int id = 0; id < 1_000; id++) {
      all = all.thenCombine(store.save(note(id, "many")), (left, right) -> left);
    }
    return all;
  }

  @Test
  void manyKeysAndSomeThatAreStampedAreFollowed() {
    run(store -> store.save(note(0, "before")));
    change(store -> store.logChanges(true));
    MovedStore.content(test.subspace).forEach(this::copy);
    for (int round = 0; round < 3; round++) {
      run(ChangeLogTest::saveMany);
      run(store -> store.delete("Note", Tuple.from(5)));
      follow();
      assertEquals(content(), mirror);
    }
  }
}
