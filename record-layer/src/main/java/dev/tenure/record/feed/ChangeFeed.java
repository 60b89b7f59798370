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
 * The changes of a store, or of one group of its records, read from a version index. A client that
 * begins with {@link SyncToken#START} and always goes on from the token it was given last gets
 * every record at least as it was saved last; a record that is saved several times between two
 * looks comes once. Immutable; holds no store.
 *
 * <p>A record that is deleted leaves no change behind. Where clients must learn of deletions, a
 * record is replaced by one that says so, and deleted later; see {@link #expire}.
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
   * The changes that a version index has.
   *
   * @param index whose last column is {@code version()}; with {@code incarnation()} before it in a
   *     store that moves
   */
  public static ChangeFeed of(String index) {
    return new ChangeFeed(Objects.requireNonNull(index, "index"), new Tuple());
  }

  /** The changes of one group: of the records that give these columns, which come first. */
  public ChangeFeed ofGroup(Tuple columns) {
    return new ChangeFeed(index, columns);
  }

  /**
   * As {@link #changes(RecordStore, SyncToken, ScanOptions)}, by snapshot: for readers that write
   * none of the records.
   *
   * @param limit how many changes at most; 0 for no limit
   */
  public CompletableFuture<ChangePage> changes(RecordStore store, SyncToken since, int limit) {
    ScanOptions options = ScanOptions.defaults().withIsolation(Isolation.SNAPSHOT);
    return changes(store, since, options.withRowsMax(limit));
  }

  /**
   * The first changes behind a token, in the order of incarnations, then of commits, then of saves.
   *
   * @param options forward and without a skip
   * @throws RecordLayerException CONTINUATION_REFUSED when the token is of another feed;
   *     SYNC_TOKEN_EXPIRED when deletions may be missing, so that the client must begin at {@link
   *     SyncToken#START} and drop what does not come again; SYNC_TOKEN_AHEAD when the token was
   *     given where the store's data has moved to; INDEX_NOT_READABLE
   * @throws IllegalArgumentException when the index is no such index
   * @throws IllegalStateException when the store has moved, and the index knows no incarnations
   */
  public CompletableFuture<ChangePage> changes(
      RecordStore store, SyncToken since, ScanOptions options) {
    if (options.reverse() || options.skip() != 0) {
      throw new IllegalArgumentException("changes come forward and without a skip: " + options);
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

  /** Where a client is that has got all changes, as of this transaction; it reads one entry. */
  public CompletableFuture<SyncToken> latest(RecordStore store) {
    OpenIndex open = store.index(index);
    ScanOptions last =
        ScanOptions.defaults().withIsolation(Isolation.SNAPSHOT).withReverse(true).withRowsMax(1);
    return found(open, shape(store, open), SyncToken.START, last)
        .first()
        .thenApply(found -> found.map(entry -> token(entry.position())).orElse(SyncToken.START));
  }

  /**
   * Refuses tokens from before a change, and from before earlier ones, of all groups: done in the
   * transaction that deletes records which told of deletions up to there, or before it.
   *
   * @param through a token of this feed; one that is before an earlier call's changes nothing
   * @throws IllegalArgumentException when it is {@link SyncToken#START}
   */
  public void expire(RecordStore store, SyncToken through) {
    through.requireOf(fingerprint(), toString());
    FeedPosition position =
        through
            .position()
            .orElseThrow(() -> new IllegalArgumentException("no token is before " + through));
    Optional<FeedPosition> horizon = horizon(store);
    if (horizon.isEmpty() || horizon.get().compareTo(position) < 0) {
      SyncToken ofAllGroups = SyncToken.at(of(index).fingerprint(), position);
      store.setUserField(HORIZON + index, ByteString.copyFrom(ofAllGroups.toBytes()));
    }
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
                      + " tells of deletions from "
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
