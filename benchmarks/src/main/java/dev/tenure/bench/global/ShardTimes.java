package dev.tenure.bench.global;

import dev.tenure.bench.fleet.Latency;
import java.time.Duration;

/**
 * The times of requests to a modelled server. A request travels to the server and waits for the
 * server's thread, which serves one request after the other. Then it takes a random time that does
 * not occupy the server, and its answer travels back.
 *
 * @param trip the time of one way between a client and a server
 * @param work the time of the server's thread for one request
 * @param localKeyWork the time of the server's thread for each entry that a write adds to a local
 *     index
 * @param readRecord the time of reading a data record, by primary key or by the local index
 * @param readEntry the time of reading an index record
 * @param write the time of a write of either kind of record, until it is stored
 * @param localKey the additional time for each entry of a local index
 * @param think the time between two operations of one thread of a client
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
