package dev.tenure.record.feed;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.incarnation;
import static dev.tenure.record.key.Keys.version;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.record.TestDatabase;
import dev.tenure.record.definition.Index;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.test.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A feed that begins with the counter of another system, after Record Layer, section 8.1. */
final class LegacyCounterTest {
  private static final ChangeFeed FEED = ChangeFeed.of("changes");
  private static final RecordMetaData IMPORTED =
      RecordMetaData.builder()
          .version(1)
          .recordType(Subject.getDefaultInstance(), type -> type.primaryKey(field("id")).typeKey(1))
          .build();
  private static final RecordMetaData FOLLOWED =
      RecordMetaData.builder()
          .version(2)
          .recordType(
              Subject.getDefaultInstance(),
              type -> type.primaryKey(field("id")).typeKey(1).versioned())
          .index(
              "Subject",
              Index.version("changes", concat(incarnation(), field("score"), version()))
                  .addedVersion(2))
          .build();

  private final TestDatabase test = new TestDatabase();

  @AfterEach
  void close() {
    test.close();
  }

  private <T> T in(RecordMetaData metaData, Function<RecordStore, CompletableFuture<T>> body) {
    return test.run(
        context ->
            RecordStore.open(context, test.subspace, metaData, OpenMode.CREATE_OR_OPEN)
                .thenCompose(body));
  }

  /** A record of the other system, whose counter is the score. */
  private void imported(long id, long counter) {
    in(IMPORTED, store -> store.save(Subject.newBuilder().setId(id).setScore(counter).build()));
  }

  private void save(long id) {
    in(FOLLOWED, store -> store.save(Subject.newBuilder().setId(id).build()));
  }

  private ChangePage changes(SyncToken since, int limit) {
    return in(FOLLOWED, store -> FEED.changes(store, since, limit));
  }

  private static List<Long> ids(ChangePage page) {
    return page.records().stream().map(record -> record.primaryKey().getLong(0)).toList();
  }

  /** The whole feed in pages, each token as the bytes that a client keeps. */
  private List<Long> pages(SyncToken since, int limit) {
    List<Long> found = new ArrayList<>();
    SyncToken token = since;
    ChangePage page;
    do {
      page = changes(SyncToken.fromBytes(token.toBytes()), limit);
      found.addAll(ids(page));
      assertTrue(page.next().compareTo(token) >= 0);
      token = page.next();
    } while (page.more());
    return found;
  }

  @Test
  void recordsOfTheOtherSystemComeFirstInItsOrder() {
    imported(1, 30);
    imported(2, 10);
    imported(3, 20);
    imported(4, 20);
    save(5);
    save(2);
    for (int limit = 1; limit <= 6; limit++) {
      assertEquals(List.of(3L, 4L, 1L, 5L, 2L), pages(SyncToken.START, limit), "limit " + limit);
    }
  }

  @Test
  void clientOfTheOtherSystemGoesOnWithItsCounter() {
    imported(1, 30);
    imported(2, 10);
    imported(3, 20);
    imported(4, 20);
    save(5);
    SyncToken latest = in(FOLLOWED, FEED::latest);
    assertEquals(List.of(1L, 5L), pages(FEED.atCounter(20), 1));
    assertEquals(List.of(5L), pages(FEED.atCounter(30), 1));
    assertEquals(List.of(3L, 4L, 1L, 5L), pages(FEED.atCounter(15), 10));
    assertEquals(List.of(), pages(latest, 10));
    assertTrue(FEED.atCounter(30).compareTo(latest) < 0);
  }

  /** The pair goes on through a move to a cluster whose versions are lower. */
  @Test
  void movedStoreGoesOnBehindCounterAndVersions() {
    imported(1, 30);
    save(5);
    SyncToken before = in(FOLLOWED, FEED::latest);
    in(
        FOLLOWED,
        store -> {
          store.setIncarnation(1);
          return CompletableFuture.completedFuture(true);
        });
    save(6);
    save(1);
    assertEquals(List.of(6L, 1L), pages(before, 1));
    assertEquals(List.of(5L, 6L, 1L), pages(SyncToken.START, 2));
  }

  @Test
  void recordThatKeepsItsCounterWhenItIsSavedIsRefused() {
    imported(1, 30);
    in(FOLLOWED, store -> store.save(Subject.newBuilder().setId(1).setScore(31).build()));
    IllegalStateException error =
        assertThrows(IllegalStateException.class, () -> changes(SyncToken.START, 10));
    assertTrue(String.valueOf(error.getMessage()).contains("leave the counter unset"));
  }
}
