package dev.tenure.record.global.store;

import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.IndexShard;
import dev.tenure.record.keyspace.KeySpacePath;

/**
 * A shard of a global index in a record store: data records with their local index, and index
 * records. A deployment uses one part or both.
 *
 * <p>Nothing is read before the first call, so a process can start while the cluster is down. The
 * first write creates the store. When the data shard and an index shard lie in one {@link
 * com.apple.foundationdb.Database}, even in different stores, one transaction writes both. Safe for
 * use by many threads; needs no closing.
 */
public final class RecordShard {
  private final DataShard data;
  private final IndexShard index;

  private RecordShard(ShardStore store) {
    this.data = new RecordDataShard(store);
    this.index = new RecordIndexShard(store);
  }

  /**
   * The shard at a path.
   *
   * @param database its timer ends calls that are not answered. With commit markers, commits whose
   *     result is not known are looked up
   * @param path a path that contains nothing else
   */
  public static RecordShard of(
      RecordDatabase database, KeySpacePath path, RecordShardOptions options) {
    return new RecordShard(new ShardStore(database, path, options));
  }

  /** As {@link #of(RecordDatabase, KeySpacePath, RecordShardOptions)}, with default options. */
  public static RecordShard of(RecordDatabase database, KeySpacePath path) {
    return of(database, path, RecordShardOptions.defaults());
  }

  /** The data records of this shard. */
  public DataShard data() {
    return data;
  }

  /** The index records of this shard. */
  public IndexShard index() {
    return index;
  }
}
