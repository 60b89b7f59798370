package dev.tenure.bench.global;

import dev.tenure.record.global.Shards;
import java.time.Duration;

/** Stores under the load of their clients. */
interface Stores extends AutoCloseable {

  /** Measures at least the given number of further operations. */
  Measured measure(int operations);

  /** Measures the operations that end within a time. */
  Measured run(Duration duration);

  /** The number of threads of all clients. */
  int threads();

  /** The operations per second of the last {@link #measure}. */
  double perSecond();

  /** The shards of the global index. */
  Shards shards();

  /** Makes an index shard refuse all requests, or serve them again. */
  void setIndexDown(int place, boolean down);

  /** The number of garbage index records divided by the number of valid ones. */
  double garbageRatio();

  @Override
  void close();
}
