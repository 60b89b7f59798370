package dev.tenure.campaigns.simulation.indexes;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.campaigns.simulation.reading.Reads;
import dev.tenure.campaigns.simulation.report.InvariantViolation;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.feed.ChangeFeed;
import dev.tenure.record.feed.ChangePage;
import dev.tenure.record.feed.SyncToken;
import dev.tenure.record.key.RecordVersion;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.tuple.TupleRange;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A client of the players' change feed. Whenever it has caught up, its copy has every record of the
 * store as it is. Other records in the copy were deleted, which the feed does not report.
 */
final class FeedFollower {
  private static final int PAGE_MAX = 5;

  private final ChangeFeed feed;
  private final RandomGenerator random;
  private final Map<Tuple, StoredRecord> copy = new TreeMap<>();
  private SyncToken token = SyncToken.START;
  private @Nullable RecordVersion last;

  FeedFollower(ChangeFeed feed, RandomGenerator random) {
    this.feed = feed;
    this.random = random;
  }

  /**
   * Catches up and compares.
   *
   * @return how many changes it got
   * @throws InvariantViolation for a change that is missing, repeated or out of order
   */
  int follow(RecordStore store) {
    int changes = 0;
    ChangePage page;
    do {
      page = Reads.now(feed.changes(store, token, 1 + random.nextInt(PAGE_MAX)));
      page.records().forEach(this::take);
      token = SyncToken.fromBytes(page.next().toBytes());
      changes += page.records().size();
    } while (page.more());
    compare(store);
    return changes;
  }

  private void take(StoredRecord record) {
    RecordVersion version = Objects.requireNonNull(record.recordVersion(), "version");
    InvariantViolation.require(
        last == null || last.compareTo(version) < 0, "the feed has " + version + " behind " + last);
    last = version;
    copy.put(record.primaryKey(), record);
  }

  private void compare(RecordStore store) {
    ScanOptions snapshot = ScanOptions.defaults().withIsolation(Isolation.SNAPSHOT);
    List<StoredRecord> records =
        Reads.now(
            store.scan(Players.PLAYER, TupleRange.all(), Continuation.START, snapshot).asList());
    for (StoredRecord record : records) {
      StoredRecord copied = copy.get(record.primaryKey());
      InvariantViolation.require(
          record.equals(copied), "the feed has given " + copied + ", the store has " + record);
    }
    copy.keySet().retainAll(records.stream().map(StoredRecord::primaryKey).toList());
  }
}
