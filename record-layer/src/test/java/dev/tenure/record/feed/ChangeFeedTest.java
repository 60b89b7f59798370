package dev.tenure.record.feed;

import static dev.tenure.record.feed.FeedWorld.FEED;
import static dev.tenure.record.feed.FeedWorld.note;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.version;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.test.Note;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What clients of a feed are given, and what they are refused. */
final class ChangeFeedTest {
  private final FeedWorld world = new FeedWorld();

  @AfterEach
  void close() {
    world.close();
  }

  private ChangePage changes(SyncToken since, int limit) {
    return world.in(store -> FEED.changes(store, since, limit));
  }

  private SyncToken latest() {
    return world.in(FEED::latest);
  }

  private static List<Long> ids(ChangePage page) {
    return page.records().stream().map(record -> record.primaryKey().getLong(0)).toList();
  }

  private static void refused(Code code, Executable work) {
    assertEquals(code, assertThrows(RecordLayerException.class, work).code());
  }

  @Test
  void changesComeInPagesAndEachTokenGoesOnBehindItsPage() {
    world.save(note(1, "a"), note(2, "a"), note(3, "a"), note(4, "a"), note(5, "a"));
    world.save(note(2, "b"));

    ChangePage first = changes(SyncToken.START, 2);
    ChangePage second = changes(first.next(), 2);
    ChangePage third = changes(second.next(), 2);
    ChangePage none = changes(third.next(), 2);

    assertEquals(
        List.of(List.of(1L, 3L), List.of(4L, 5L), List.of(2L), List.of()),
        List.of(ids(first), ids(second), ids(third), ids(none)));
    assertTrue(first.more() && second.more());
    assertFalse(third.more() || none.more());
    assertEquals(third.next(), none.next());
    assertTrue(first.next().compareTo(second.next()) < 0);
    assertTrue(SyncToken.START.compareTo(first.next()) < 0);
  }

  @Test
  void nothingIsThereBeforeTheFirstChangeAndLatestIsTheTokenOfTheLast() {
    assertEquals(SyncToken.START, latest());
    ChangePage empty = changes(SyncToken.START, 5);
    assertEquals(new ChangePage(List.of(), SyncToken.START, false), empty);
    world.save(note(1, "a"));
    world.save(note(2, "a"));

    SyncToken latest = latest();

    assertEquals(changes(SyncToken.START, 0).next(), latest);
    assertEquals(List.of(), ids(changes(latest, 1)));
    world.save(note(1, "b"));
    assertNotEquals(latest, latest());
    assertEquals(List.of(1L), ids(changes(latest, 1)));
  }

  @Test
  void changesAfterAMoveComeBehindThoseBeforeItThoughTheirVersionsAreSmaller() {
    world.save(note(0, "a"), note(1, "a"), note(2, "a"), note(3, "a"));
    world.age(Duration.ofHours(1));
    world.save(note(0, "b"), note(1, "b"), note(2, "b"), note(3, "b"));
    SyncToken before = latest();
    world.move();
    assertEquals(before, latest());
    world.save(note(1, "moved"));
    SyncToken after = latest();

    assertTrue(
        after.version().orElseThrow().compareTo(before.version().orElseThrow()) < 0,
        "this cluster's versions are behind the other's, or the test shows nothing");
    assertEquals(1, after.incarnation().orElseThrow());
    assertTrue(before.compareTo(after) < 0);
    assertEquals(List.of(1L), ids(changes(before, 5)));
    assertEquals(List.of(0L, 2L, 3L, 1L), ids(changes(SyncToken.START, 0)));
  }

  @Test
  void tokenFromWhereTheStoreHasMovedToIsRefusedWhereItWas() {
    world.save(note(1, "a"));
    SyncToken before = latest();
    FeedWorld other = new FeedWorld();
    other.save(note(1, "a"));
    other.move();
    other.save(note(2, "a"));
    SyncToken ahead = other.in(FEED::latest);
    other.close();

    refused(Code.SYNC_TOKEN_AHEAD, () -> changes(ahead, 1));
    assertEquals(List.of(), ids(changes(before, 1)));
  }

  @Test
  void transactionSeesItsOwnSavesOnlyAfterItsCommit() {
    world.save(note(1, "a"), note(2, "a"));
    SyncToken token =
        world.in(
            store ->
                store
                    .save(note(1, "b"))
                    .thenCompose(saved -> FEED.changes(store, SyncToken.START, 0))
                    .thenApply(
                        page -> {
                          assertEquals(List.of(2L), ids(page));
                          return page.next();
                        }));
    assertEquals(List.of(1L), ids(changes(token, 0)));
  }

  @Test
  void groupsHaveTheirOwnChangesAndTokens() {
    for (int i = 0; i < 6; i++) {
      world.save(note(i, "t").toBuilder().setAuthor(i % 2 == 0 ? "ann" : "bob").build());
    }
    ChangeFeed ann = ChangeFeed.of("by-author").ofGroup(Tuple.from("ann"));
    ChangeFeed bob = ChangeFeed.of("by-author").ofGroup(Tuple.from("bob"));

    ChangePage page = world.in(store -> ann.changes(store, SyncToken.START, 2));

    assertEquals(List.of(0L, 2L), ids(page));
    assertEquals(List.of(4L), ids(world.in(store -> ann.changes(store, page.next(), 2))));
    assertEquals(
        List.of(1L, 3L, 5L), ids(world.in(store -> bob.changes(store, SyncToken.START, 9))));
    refused(Code.CONTINUATION_REFUSED, () -> world.in(store -> bob.changes(store, page.next(), 2)));
    refused(Code.CONTINUATION_REFUSED, () -> changes(page.next(), 2));
    assertThrows(IllegalArgumentException.class, () -> latest().compareTo(page.next()));
  }

  /** Deletes of the real kind, behind changes that told of them. */
  @Test
  void tokensFromBeforeForgottenDeletionsAreRefused() {
    world.save(note(1, "a"), note(2, "a"));
    SyncToken old = latest();
    world.save(note(1, "deleted"));
    SyncToken told = latest();
    world.save(note(3, "a"));
    world.in(
        store -> {
          FEED.expire(store, told);
          FEED.expire(store, old);
          return store.delete("Note", Tuple.from(1));
        });

    refused(Code.SYNC_TOKEN_EXPIRED, () -> changes(old, 5));
    assertEquals(List.of(3L), ids(changes(told, 5)));
    assertEquals(List.of(2L, 3L), ids(changes(SyncToken.START, 5)));
    world.move();
    refused(Code.SYNC_TOKEN_EXPIRED, () -> changes(old, 5));
    assertEquals(List.of(3L), ids(changes(told, 5)));
    assertThrows(
        IllegalArgumentException.class,
        () ->
            world.in(
                store -> {
                  FEED.expire(store, SyncToken.START);
                  return CompletableFuture.completedFuture(true);
                }));
  }

  @Test
  void recordsWithoutVersionsComeFirstAndInPages() {
    RecordMetaData before =
        RecordMetaData.builder()
            .version(1)
            .recordType(Note.getDefaultInstance(), type -> type.primaryKey(field("id")).typeKey(1))
            .build();
    RecordMetaData after =
        RecordMetaData.builder()
            .version(2)
            .recordType(
                Note.getDefaultInstance(),
                type -> type.primaryKey(field("id")).typeKey(1).versioned())
            .index("Note", Index.version("changes", version()).addedVersion(2))
            .build();
    in(before, store -> saved(store, note(3, "a"), note(1, "a"), note(2, "a")));
    in(after, store -> saved(store, note(9, "b")));
    List<Long> got = new ArrayList<>();
    List<SyncToken> tokens = new ArrayList<>(List.of(SyncToken.START));
    for (int i = 0; i < 5; i++) {
      SyncToken since = SyncToken.fromBytes(tokens.get(i).toBytes());
      in(
          after,
          store -> {
            ChangePage page = store.context().join(FEED.changes(store, since, 1));
            got.addAll(ids(page));
            tokens.add(page.next());
            return CompletableFuture.completedFuture(true);
          });
    }
    assertEquals(List.of(1L, 2L, 3L, 9L), got);
    assertTrue(tokens.get(3).version().isEmpty() && tokens.get(4).version().isPresent());

    assertThrows(
        IllegalStateException.class,
        () ->
            in(
                after,
                store -> {
                  store.setIncarnation(1);
                  return FEED.latest(store);
                }));
  }

  private <T> T in(RecordMetaData metaData, Function<RecordStore, CompletableFuture<T>> body) {
    return world
        .here()
        .run(
            context ->
                RecordStore.open(context, world.here().subspace, metaData, OpenMode.CREATE_OR_OPEN)
                    .thenCompose(body));
  }

  private static CompletableFuture<List<StoredRecord>> saved(RecordStore store, Note... notes) {
    List<StoredRecord> saved = new ArrayList<>();
    for (Note note : notes) {
      saved.add(store.context().join(store.save(note)));
    }
    return CompletableFuture.completedFuture(saved);
  }

  @Test
  void otherIndexesAndScansAreRefused() {
    world.save(note(1, "a"));
    assertThrows(
        IllegalArgumentException.class,
        () -> world.in(store -> ChangeFeed.of("by-author").latest(store)));
    assertThrows(
        IllegalArgumentException.class,
        () -> world.in(store -> ChangeFeed.of("no-such").latest(store)));
    assertThrows(
        IllegalArgumentException.class,
        () ->
            world.in(
                store ->
                    FEED.changes(
                        store, SyncToken.START, ScanOptions.defaults().withReverse(true))));
    assertThrows(
        IllegalArgumentException.class,
        () ->
            world.in(
                store -> FEED.changes(store, SyncToken.START, ScanOptions.defaults().withSkip(1))));
  }
}
