package dev.tenure.campaigns.simulation.state;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.campaigns.simulation.application.Application;
import dev.tenure.campaigns.simulation.proto.SimulatedOrder;
import dev.tenure.campaigns.simulation.reading.Reads;
import dev.tenure.campaigns.simulation.state.DatabaseState.IndexState;
import dev.tenure.queue.proto.QueueDeadLetter;
import dev.tenure.queue.proto.QueueFollower;
import dev.tenure.queue.proto.QueueItem;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The indexes of a store as stored, and as they follow from a scan of its records. */
final class IndexReader {
  private final RecordStore store;
  private final IndexState state = new IndexState(new TreeMap<>(), new TreeMap<>());

  private IndexReader(RecordStore store) {
    this.store = store;
  }

  /** The indexes of a tenant's store: the queue's and the application's. */
  static IndexState ofTenant(RecordStore store) {
    IndexReader reader = new IndexReader(store);
    reader.readQueueIndexes();
    reader.readOrderIndexes();
    return reader.state;
  }

  /** The indexes of ClusterDB, whose queues are the top-level ones. */
  static IndexState ofCluster(RecordStore store) {
    IndexReader reader = new IndexReader(store);
    reader.readQueueIndexes();
    return reader.state;
  }

  private void readQueueIndexes() {
    List<Tuple> vesting = new ArrayList<>();
    Map<Tuple, Long> counts = new TreeMap<>();
    for (QueueItem item : Reads.records(store, QueueItem.class)) {
      vesting.add(
          Tuple.from(
              item.getZone(),
              item.getPriority(),
              item.getVestingMillis(),
              item.getId(),
              item.getType(),
              item.getBodySize(),
              item.getSchemaVersion()));
      counts.merge(Tuple.from(item.getZone(), item.getType()), 1L, Long::sum);
    }
    Map<Tuple, Long> deadCounts = new TreeMap<>();
    for (QueueDeadLetter letter : Reads.records(store, QueueDeadLetter.class)) {
      deadCounts.merge(Tuple.from(letter.getZone(), letter.getType()), 1L, Long::sum);
    }
    readGroupIndexes();
    compareEntries("tenure-vesting", vesting);
    compareCounts("tenure-count", counts);
    compareCounts("tenure-dead-count", deadCounts);
  }

  private void readGroupIndexes() {
    List<Tuple> order = new ArrayList<>();
    Map<Tuple, Long> counts = new TreeMap<>();
    for (StoredRecord stored : Reads.stored(store, QueueFollower.class)) {
      QueueFollower follower = (QueueFollower) stored.message();
      order.add(
          Tuple.from(
              follower.getZone(),
              follower.getGroup(),
              stored.incarnation().orElseThrow(),
              stored.version().orElseThrow(),
              follower.getId()));
      counts.merge(Tuple.from(follower.getZone(), follower.getItem().getType()), 1L, Long::sum);
    }
    compareEntries("tenure-group-order", order);
    compareCounts("tenure-follower-count", counts);
  }

  private void readOrderIndexes() {
    List<Tuple> byZone = new ArrayList<>();
    Map<Tuple, Long> byType = new TreeMap<>();
    for (SimulatedOrder order : Reads.records(store, SimulatedOrder.class)) {
      byZone.add(Tuple.from(order.getZone(), order.getItem(), order.getNumber()));
      byType.merge(Tuple.from(order.getType()), 1L, Long::sum);
    }
    compareEntries(Application.ORDERS_BY_ZONE, byZone);
    compareCounts(Application.ORDERS_BY_TYPE, byType);
  }

  private void compareEntries(String index, List<Tuple> expected) {
    state
        .stored()
        .put(index, Reads.entries(store, index).stream().map(IndexReader::whole).toList());
    state.expected().put(index, expected.stream().sorted().toList());
  }

  /** Columns, then what the primary key adds to them, then the value. */
  private static Tuple whole(IndexEntry entry) {
    Tuple primaryKey = entry.primaryKey();
    // Items are keyed by zone and id, and the zone is a column already.
    Tuple added = primaryKey.size() > 1 ? primaryKey.popFront() : primaryKey;
    return entry.key().addAll(added).addAll(entry.value());
  }

  private void compareCounts(String index, Map<Tuple, Long> expected) {
    List<Tuple> counted = new ArrayList<>();
    expected.forEach((group, count) -> counted.add(group.add(count)));
    state
        .stored()
        .put(
            index,
            Reads.counts(store, index).stream()
                .map(entry -> entry.key().addAll(entry.value()))
                .toList());
    state.expected().put(index, counted);
  }
}
