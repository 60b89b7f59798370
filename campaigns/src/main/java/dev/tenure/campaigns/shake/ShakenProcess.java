package dev.tenure.campaigns.shake;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.FDB;
import dev.tenure.campaigns.process.ParentPipe;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.cluster.Deployment;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/**
 * The process of one consumer. It writes a line to its output for each item that is done, the
 * item's id, and stops the consumer when its input ends. Its arguments are the cluster file, the
 * application, the number of tenants and the consumer's id.
 */
final class ShakenProcess {
  private static final int API_VERSION = 730;
  private static final Duration LEASE = Duration.ofSeconds(10);

  private ShakenProcess() {}

  public static void main(String[] arguments) throws IOException {
    Database database = open(arguments[0]);
    ShakenWork work = new ShakenWork(arguments[1], Integer.parseInt(arguments[2]));
    ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    Consumer consumer =
        ShakenConsumer.start(
            work, opened(work, database, timer), timer, arguments[3], LEASE, ParentPipe::say);
    while (System.in.read() >= 0) {}
    consumer.stop(ShakenWork.stopping().minus(Duration.ofSeconds(5))).join();
    Runtime.getRuntime().halt(0);
  }

  /**
   * The deployment, as soon as the cluster answers: the process may have begun while it is away.
   */
  private static Deployment opened(
      ShakenWork work, Database database, ScheduledExecutorService timer) {
    while (true) {
      try {
        return work.open(database, timer).join();
      } catch (CompletionException e) {
        boolean isAway =
            e.getCause() instanceof QueueException told
                && told.code() == QueueException.Code.CLUSTER_UNAVAILABLE;
        if (!isAway) {
          throw e;
        }
      }
    }
  }

  /** A connection to a FoundationDB cluster. */
  static Database open(String clusterFile) {
    return FDB.selectAPIVersion(API_VERSION).open(clusterFile);
  }
}
