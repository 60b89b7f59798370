package dev.tenure.record.feed;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.CursorResult;
import dev.tenure.record.cursor.Fingerprint;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.OpenIndex;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The changes of a store, or of one group of its records, read from a version index. A client
 * begins with {@link SyncToken#START}, and passes the last token that it got with each further
 * request. So it gets the last saved form of every record. A record that is saved several times
 * between two requests is returned once. Immutable. Does not refer to a store.
 *
 * <p>A deletion leaves no change in the feed. If clients must learn of deletions, replace a record
 * by a deletion mark (a record with a field that says that it is deleted), and delete the mark
 * later; see {@link #expire}.
 *
 * <p>A transaction does not see its own saves in the feed.
 */
public final class ChangeFeed {
  private static final int LOADS_AT_ONCE = 10;
  private static final String HORIZON = "feed-horizon/";

  private final String index;
  private final Tuple group;

  /** A change: a record, and its place in the feed. */
  private record Change(StoredRecord record, FeedPosition position) {}

  /** An entry of the index, and its place in the feed. */
  private record Found(IndexEntry entry, FeedPosition position) {}

  private ChangeFeed(String index, Tuple group) {
    this.index = index;
    this.group = group;
  }

  /**
   * A feed of the changes in a version index.
   *
   * @param index the name of an index whose last column is {@code version()}. In a store that is
   *     moved between clusters, the column before it must be {@code incarnation()}. Between the
   *     two, a field may hold the counter of a system that the records came from: records that were
   *     not saved since come first, in its order
   */
  public static ChangeFeed of(String index) {
    return new ChangeFeed(Objects.requireNonNull(index, "index"), new Tuple());
  }

  /**
   * A feed of the changes of one group: of the records whose first columns in the index are the
   * given ones.
   */
  public ChangeFeed ofGroup(Tuple columns) {
    return new ChangeFeed(index, columns);
  }

  /**
   * As {@link #changes(RecordStore, SyncToken, ScanOptions)}, by snapshot. For transactions that do
   * not write records depending on what they read.
   *
   * @param limit the most changes to return; 0 for no limit
   */
  public CompletableFuture<ChangePage> changes(RecordStore store, SyncToken since, int limit) {
    ScanOptions options = ScanOptions.defaults().withIsolation(Isolation.SNAPSHOT);
    return changes(store, since, options.withRowsMax(limit));
  }

  /**
   * The first changes after a token, in the order of incarnations, then commits, then saves within
   * a commit.
   *
   * @param options must be forward and without a skip
   * @throws RecordLayerException CONTINUATION_REFUSED when the token belongs to another feed;
   *     SYNC_TOKEN_EXPIRED when deletions may be missing: the client must begin again at {@link
   *     SyncToken#START}, and drop all records that are not returned again; SYNC_TOKEN_AHEAD when
   *     the token comes from the cluster that the store's data has been moved to;
   *     INDEX_NOT_READABLE
   * @throws IllegalArgumentException when the index is not such a version index
   * @throws IllegalStateException when the store was moved, and the index has no column for the
   *     incarnation
   */
  public CompletableFuture<ChangePage> changes(
      RecordStore store, SyncToken since, ScanOptions options) {
    if (options.reverse() || options.skip() != 0) {
      throw new IllegalArgumentException(
          "changes are read forward and without a skip, got " + options);
    }
    OpenIndex open = store.index(index);
    FeedShape shape = shape(store, open);
    since.requireOf(fingerprint(), toString());
    since.position().ifPresent(position -> requireReachable(store, position));
    return found(open, shape, since, options)
        .<Change>mapAsync(found -> load(store, found, options.isolation()), LOADS_AT_ONCE)
        .asPage()
        .thenApply(page -> page(page, since));
  }

  /** The token of a client that has all changes as of this transaction. Reads one entry. */
  public CompletableFuture<SyncToken> latest(RecordStore store) {
    OpenIndex open = store.index(index);
    ScanOptions last =
        ScanOptions.defaults().withIsolation(Isolation.SNAPSHOT).withReverse(true).withRowsMax(1);
    return found(open, shape(store, open), SyncToken.START, last)
        .first()
        .thenApply(found -> found.map(entry -> token(entry.position())).orElse(SyncToken.START));
  }

  /**
   * Makes all tokens before the given one expire, in all groups. Call it in the transaction that
   * deletes deletion marks, or before that transaction, with the token of the last mark that is
   * deleted.
   *
   * @param through a token of this feed; a token before that of an earlier call has no effect
   * @throws IllegalArgumentException when it is {@link SyncToken#START}
   */
  public void expire(RecordStore store, SyncToken through) {
    through.requireOf(fingerprint(), toString());
    FeedPosition position =
        through
            .position()
            .orElseThrow(
                () -> new IllegalArgumentException("there is no sync token before " + through));
    Optional<FeedPosition> horizon = horizon(store);
    if (horizon.isEmpty() || horizon.get().compareTo(position) < 0) {
      SyncToken ofAllGroups = SyncToken.at(of(index).fingerprint(), position);
      store.setUserField(HORIZON + index, ByteString.copyFrom(ofAllGroups.toBytes()));
    }
  }

  /**
   * The token of a client that has all changes of the system that the records came from, up to a
   * value of its counter. The feed's index must have such a counter.
   */
  public SyncToken atCounter(long counter) {
    return token(FeedPosition.atCounter(counter));
  }

  private RecordCursor<Found> found(
      OpenIndex open, FeedShape shape, SyncToken since, ScanOptions options) {
    return open.rows(
        open.keys().range(shape.behind(since.position().orElse(null))),
        Continuation.START,
        options,
        (key, value, where) ->
            new Found(open.bound().maintainer().entry(key, value, where), shape.position(key)));
  }

  private FeedShape shape(RecordStore store, OpenIndex open) {
    FeedShape shape = FeedShape.of(open.bound(), group);
    int incarnation = store.header().incarnation();
    if (!shape.hasIncarnation() && incarnation > 0) {
      throw new IllegalStateException(
          "the store has incarnation "
              + incarnation
              + ", and the versions of index "
              + index
              + " are ordered within one only: put incarnation() before version()");
    }
    return shape;
  }

  private void requireReachable(RecordStore store, FeedPosition position) {
    int incarnation = store.header().incarnation();
    if (position.incarnation() > incarnation) {
      throw new RecordLayerException(
          Code.SYNC_TOKEN_AHEAD,
          "sync token has incarnation "
              + position.incarnation()
              + ", the store "
              + store.subspace()
              + " has "
              + incarnation);
    }
    horizon(store)
        .filter(horizon -> position.compareTo(horizon) < 0)
        .ifPresent(
            horizon -> {
              throw new RecordLayerException(
                  Code.SYNC_TOKEN_EXPIRED,
                  "sync token is at "
                      + position.columns()
                      + ", "
                      + this
                      + " has deletions from "
                      + horizon.columns()
                      + " on");
            });
  }

  private Optional<FeedPosition> horizon(RecordStore store) {
    return Optional.ofNullable(store.header().userFields().get(HORIZON + index))
        .flatMap(bytes -> SyncToken.fromBytes(bytes.toByteArray()).position());
  }

  private CompletableFuture<Change> load(RecordStore store, Found found, Isolation isolation) {
    return store
        .load(found.entry(), isolation)
        .thenApply(
            record ->
                new Change(
                    record.orElseThrow(() -> dangling(store, found.entry())), found.position()));
  }

  private RecordLayerException dangling(RecordStore store, IndexEntry entry) {
    return new RecordLayerException(
        Code.DAMAGED,
        "index "
            + index
            + " has the entry "
            + entry.key()
            + " for the record "
            + entry.primaryKey()
            + ", which does not exist (store "
            + store.subspace()
            + ")");
  }

  private ChangePage page(RecordCursor.Page<Change> page, SyncToken since) {
    List<Change> changes = page.items();
    SyncToken next = changes.isEmpty() ? since : token(changes.get(changes.size() - 1).position());
    boolean more = page.reason() != CursorResult.Reason.SOURCE_EXHAUSTED;
    return new ChangePage(changes.stream().map(Change::record).toList(), next, more);
  }

  private SyncToken token(FeedPosition position) {
    return SyncToken.at(fingerprint(), position);
  }

  /** Tells feeds apart: by index and group, not by where the store is. */
  private long fingerprint() {
    return Fingerprint.of(index.getBytes(StandardCharsets.UTF_8), group.pack());
  }

  @Override
  public String toString() {
    return "feed of index " + index + (group.isEmpty() ? "" : " for " + group);
  }
}
