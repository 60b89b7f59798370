package dev.tenure.record.feed;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.incarnation;
import static dev.tenure.record.key.Keys.version;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import dev.tenure.late.time.ManualClock;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.definition.Index;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.test.Note;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Clusters of which one has the store with a feed, to which it has moved from the others. */
final class FeedWorld implements AutoCloseable {
  static final RecordMetaData META_DATA =
      RecordMetaData.builder()
          .version(1)
          .recordType(
              Note.getDefaultInstance(),
              type -> type.primaryKey(field("id")).typeKey(1).versioned())
          .index("Note", Index.version("changes", concat(incarnation(), version())))
          .index(
              "Note", Index.version("by-author", concat(field("author"), incarnation(), version())))
          .build();
  static final ChangeFeed FEED = ChangeFeed.of("changes");

  private final ManualClock time = new ManualClock();

  /** How far the clock of the first cluster is ahead. */
  private volatile Duration ahead = Duration.ZERO;

  private TestDatabase here = new TestDatabase(() -> time.instant().plus(ahead));

  TestDatabase here() {
    return here;
  }

  static CompletableFuture<RecordStore> open(RecordContext context, TestDatabase where) {
    return RecordStore.open(context, where.subspace, META_DATA, OpenMode.CREATE_OR_OPEN);
  }

  <T> T in(Function<RecordStore, CompletableFuture<T>> body) {
    return here.run(context -> open(context, here).thenCompose(body));
  }

  void save(Note... notes) {
    in(
        store -> {
          for (Note note : notes) {
            store.context().join(store.save(note));
          }
          return CompletableFuture.completedFuture(true);
        });
  }

  static Note note(long id, String title) {
    return Note.newBuilder().setId(id).setTitle(title).build();
  }

  /** Lets the first cluster be older by so much. */
  void age(Duration more) {
    ahead = ahead.plus(more);
  }

  /** Copies all rows to a new cluster, whose versions begin low, as the next incarnation. */
  void move() {
    byte[] prefix = here.subspace.pack();
    byte[] end = ByteArrayUtil.join(prefix, new byte[] {(byte) 0xFF});
    List<KeyValue> rows =
        here.run(context -> context.transaction().getRange(new Range(prefix, end)).asList());
    TestDatabase there = new TestDatabase();
    there.run(
        context -> {
          rows.forEach(row -> context.set(row.getKey(), row.getValue()));
          return CompletableFuture.completedFuture(true);
        });
    here.close();
    here = there;
    in(
        store -> {
          store.setIncarnation(store.header().incarnation() + 1);
          return CompletableFuture.completedFuture(true);
        });
  }

  @Override
  public void close() {
    here.close();
  }
}
