package dev.tenure.bench.global;

/**
 * What is measured.
 *
 * @param shards index shards and data shards, as many of either, and as many clients
 * @param global with the global index; without it, one shard has all records
 * @param localIndex whether data shards have a local index, too
 * @param cleans whether clients clean garbage in the background. Then every key of the pools that
 *     no record owns has a garbage index record at the beginning; otherwise none has
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
