package dev.tenure.record.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.record.Notes;
import dev.tenure.record.Seeds;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.test.Color;
import dev.tenure.record.test.HotItem;
import dev.tenure.record.test.Note;
import dev.tenure.record.test.Place;
import dev.tenure.record.tuple.TupleRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;

/** Random saves and deletes against plain maps: records, every index, every count, both ways. */
final class RecordStoreModelTest {
  private static final int TRANSACTIONS = 40;
  private static final List<String> WORDS = List.of("", "a", "a\0", "b", "ab", "zz\u00ff", "\0");

  private final TestDatabase test = new TestDatabase();
  private final Map<Long, Note> notes = new TreeMap<>();
  private final Map<List<String>, HotItem> items = new TreeMap<>(byWords());
  private final RandomGenerator random = Seeds.random("RecordStoreModelTest");

  @AfterEach
  void close() {
    test.close();
  }

  @RepeatedTest(3)
  void storeIsAsTheMapsAfterEachTransaction() {
    for (int i = 0; i < TRANSACTIONS; i++) {
      Map<Long, Note> notesBefore = new TreeMap<>(notes);
      Map<List<String>, HotItem> itemsBefore = new TreeMap<>(byWords());
      itemsBefore.putAll(items);
      boolean commits = random.nextInt(6) != 0;
      RecordContext context = test.database.openContext();
      RecordStore store = test.openNow(context);
      int operations = random.nextInt(1, 12);
      for (int j = 0; j < operations; j++) {
        CompletableFuture<?> change = random.nextBoolean() ? changeNote(store) : changeItem(store);
        context.join(change);
      }
      assertStoreIsAsTheMaps(store);
      if (commits) {
        context.join(context.commit());
      } else {
        notes.clear();
        notes.putAll(notesBefore);
        items.clear();
        items.putAll(itemsBefore);
      }
      context.close();
      test.inStore(
          fresh -> {
            assertStoreIsAsTheMaps(fresh);
            return CompletableFuture.completedFuture(null);
          });
    }
  }

  private CompletableFuture<?> changeNote(RecordStore store) {
    long id = random.nextInt(8);
    Note note = randomNote(id);
    boolean exists = notes.containsKey(id);
    return switch (random.nextInt(5)) {
      case 0 -> {
        notes.remove(id);
        yield store
            .delete("Note", Tuple.from(id))
            .thenAccept(deleted -> assertEquals(exists, deleted));
      }
      case 1 -> {
        notes.put(id, note);
        yield store.save(note, exists ? SaveMode.UPDATE : SaveMode.INSERT);
      }
      case 2 -> {
        notes.put(id, note);
        yield store
            .load("Note", Tuple.from(id))
            .thenCompose(
                old ->
                    old.isPresent()
                        ? CompletableFuture.completedFuture(store.replace(old.get(), note))
                        : store.save(note, SaveMode.ASSUME_NEW));
      }
      default -> {
        notes.put(id, note);
        yield store.save(note);
      }
    };
  }

  private CompletableFuture<?> changeItem(RecordStore store) {
    HotItem item =
        Notes.item(word(), word(), random.nextLong(-3, 3)).toBuilder()
            .setType(word())
            .setPriority(random.nextInt(3))
            .build();
    List<String> key = List.of(item.getZone(), item.getId());
    if (random.nextInt(4) == 0) {
      items.remove(key);
      return store
          .load("HotItem", Tuple.fromList(key))
          .thenAccept(old -> old.ifPresent(store::delete));
    }
    items.put(key, item);
    return store.save(item);
  }

  private Note randomNote(long id) {
    Note.Builder note =
        Note.newBuilder()
            .setId(id)
            .setTitle(word())
            .setColor(Color.forNumber(random.nextInt(3)))
            .setBody(ByteString.copyFrom(new byte[bodyBytes()]));
    random.ints(random.nextInt(4), 0, WORDS.size()).forEach(i -> note.addTag(WORDS.get(i)));
    if (random.nextBoolean()) {
      note.setAuthor("author-" + id);
    }
    if (random.nextBoolean()) {
      note.setPlace(Place.newBuilder().setCity(word()));
    }
    return note.build();
  }

  private int bodyBytes() {
    return random.nextInt(5) == 0 ? random.nextInt(250_000) : random.nextInt(20);
  }

  private String word() {
    return WORDS.get(random.nextInt(WORDS.size()));
  }

  private void assertStoreIsAsTheMaps(RecordStore store) {
    Collection<Note> all = notes.values();
    assertBothWays(
        notes.values().stream().map(note -> (Object) note).toList(),
        options -> records(store, "Note", options));
    assertBothWays(
        items.values().stream().map(item -> (Object) item).toList(),
        options -> records(store, "HotItem", options));
    assertIndex(
        store,
        "by-tag",
        all.stream()
            .flatMap(note -> note.getTagList().stream().distinct().map(tag -> byTag(note, tag))));
    assertIndex(
        store,
        "by-title",
        all.stream()
            .map(
                note ->
                    entry(
                        "by-title",
                        Tuple.from(note.getTitle()),
                        Tuple.from(note.getColorValue()),
                        note)));
    assertIndex(
        store,
        "by-author",
        all.stream()
            .map(
                note ->
                    entry(
                        "by-author",
                        orNull(note.hasAuthor() ? note.getAuthor() : null),
                        new Tuple(),
                        note)));
    assertIndex(
        store,
        "by-city",
        all.stream()
            .map(
                note ->
                    entry(
                        "by-city",
                        orNull(note.hasPlace() ? note.getPlace().getCity() : null),
                        new Tuple(),
                        note)));
    assertIndex(store, "by-vesting", items.values().stream().map(RecordStoreModelTest::byVesting));
    assertCounts(store);
  }

  private static IndexEntry byTag(Note note, String tag) {
    return entry("by-tag", Tuple.from(tag, note.getId()), new Tuple(), note);
  }

  private static IndexEntry entry(String index, Tuple key, Tuple value, Note note) {
    return new IndexEntry(index, key, value, 1, Tuple.from(note.getId()));
  }

  private static IndexEntry byVesting(HotItem item) {
    return new IndexEntry(
        "by-vesting",
        Tuple.from(item.getZone(), item.getPriority(), item.getVesting()),
        Tuple.from(item.getType()),
        2,
        Tuple.from(item.getZone(), item.getId()));
  }

  private static Tuple orNull(@Nullable String value) {
    return Tuple.fromList(Arrays.asList(value));
  }

  private void assertIndex(RecordStore store, String index, Stream<IndexEntry> expected) {
    List<Object> sorted =
        expected
            .sorted(
                (left, right) -> {
                  int byKey = left.key().compareTo(right.key());
                  return byKey != 0 ? byKey : left.primaryKey().compareTo(right.primaryKey());
                })
            .map(entry -> (Object) entry)
            .toList();
    assertBothWays(
        sorted,
        options ->
            store
                .scanIndex(index, TupleRange.all(), Continuation.START, options)
                .map(entry -> (Object) entry)
                .asList());
  }

  private void assertCounts(RecordStore store) {
    Map<Tuple, Long> tags = new TreeMap<>();
    notes
        .values()
        .forEach(
            note ->
                note.getTagList().stream()
                    .distinct()
                    .forEach(tag -> tags.merge(Tuple.from(tag), 1L, Long::sum)));
    Map<Tuple, Long> groups = new TreeMap<>();
    items
        .values()
        .forEach(item -> groups.merge(Tuple.from(item.getZone(), item.getType()), 1L, Long::sum));
    for (String tag : WORDS) {
      assertEquals(
          tags.getOrDefault(Tuple.from(tag), 0L),
          join(store, store.count("tags", Tuple.from(tag))));
    }
    assertEquals((long) notes.size(), join(store, store.count("notes", new Tuple())));
    assertBothWays(countEntries("tags", tags), options -> counts(store, "tags", options));
    assertBothWays(countEntries("items", groups), options -> counts(store, "items", options));
  }

  private static List<Object> countEntries(String index, Map<Tuple, Long> counts) {
    List<Object> entries = new ArrayList<>();
    counts.forEach(
        (group, count) ->
            entries.add(
                new IndexEntry(
                    index, group, Tuple.from(count), IndexEntry.NO_RECORD, new Tuple())));
    return entries;
  }

  private static CompletableFuture<List<Object>> counts(
      RecordStore store, String index, ScanOptions options) {
    return store
        .scanCounts(index, TupleRange.all(), Continuation.START, options)
        .map(entry -> (Object) entry)
        .asList();
  }

  private static CompletableFuture<List<Object>> records(
      RecordStore store, String type, ScanOptions options) {
    return store
        .scan(type, TupleRange.all(), Continuation.START, options)
        .map(stored -> (Object) stored.message())
        .asList();
  }

  private void assertBothWays(
      List<Object> expected, Function<ScanOptions, CompletionStage<List<Object>>> scan) {
    List<Object> reversed = new ArrayList<>(expected);
    Collections.reverse(reversed);
    ScanOptions options = ScanOptions.defaults();
    assertEquals(expected, test.database.join(scan.apply(options).toCompletableFuture()));
    assertEquals(
        reversed, test.database.join(scan.apply(options.withReverse(true)).toCompletableFuture()));
  }

  private static <T> T join(RecordStore store, CompletableFuture<T> future) {
    return store.context().join(future);
  }

  private static Comparator<List<String>> byWords() {
    return (left, right) -> Tuple.fromList(left).compareTo(Tuple.fromList(right));
  }
}
