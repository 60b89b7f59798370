package dev.tenure.bench.global;

/**
 * The setup of a measurement.
 *
 * @param shards the number of data shards, of index shards and of clients
 * @param global whether there is a global index; without it, one shard has all records
 * @param localIndex whether data shards also have a local index
 * @param cleans whether clients clean garbage in the background. If so, every key of the pools
 *     without an owner has a garbage index record at the beginning; otherwise none has
 */
record Setup(int shards, boolean global, boolean localIndex, boolean cleans, Workload workload) {

  /** The global index. */
  static Setup global(int shards, Workload workload) {
    return new Setup(shards, true, false, true, workload);
  }

  /** A store without it. */
  static Setup monolithic(Workload workload) {
    return new Setup(1, false, true, false, workload);
  }
}
