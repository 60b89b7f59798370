package dev.tenure.bench.global;

import dev.tenure.bench.fleet.Latency;
import java.time.Duration;

/**
 * How long requests to a modelled server take. A request travels, then waits for the server's
 * thread, which serves one request after the other; then it takes a random time that does not
 * occupy the server, and its answer travels back.
 *
 * @param trip one way between a client and a server
 * @param work of the server's thread for one request
 * @param localKeyWork of the server's thread for each entry of a local index that a write adds
 * @param readRecord of a data record, by primary key or by the local index
 * @param readEntry of an index record
 * @param write of a record of either kind, until it is stored
 * @param localKey more for each entry of a local index
 * @param think of a client between two operations of one thread
 */
record ShardTimes(
    Latency trip,
    Duration work,
    Duration localKeyWork,
    Latency readRecord,
    Latency readEntry,
    Latency write,
    Latency localKey,
    Duration think) {

  /**
   * Values that give about the paper's latencies of a store without the global index (Table 1). The
   * latencies with the global index follow.
   */
  static ShardTimes likeThePaper() {
    return new ShardTimes(
        millis(0.2),
        Duration.ofNanos(100_000),
        Duration.ofNanos(20_000),
        millis(4.6),
        millis(2),
        millis(6),
        millis(2.3),
        Duration.ofNanos(200_000));
  }

  private static Latency millis(double median) {
    return new Latency(Duration.ofNanos((long) (median * 1e6)), 0.4);
  }
}
