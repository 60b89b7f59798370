package dev.tenure.campaigns.simulation.deployments;

import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.cluster.ConsumerInfo;
import dev.tenure.queue.cluster.ConsumerRegistry;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * An operator who switches leases of visits on and off. Checks that they are not switched on while
 * a consumer lives that does not know them.
 */
final class LeaseSwitch {
  private static final int BETWEEN_MILLIS_MAX = 20_000;
  private static final int INSISTENT_MILLIS_MAX = 4_000;
  private static final int OFF_ONE_IN = 5;

  /** A consumer whose heartbeat is this young stays live for the time of an answer. */
  private static final Duration YOUNG = Duration.ofSeconds(9);

  private static final Duration ANSWER_MAX = Duration.ofSeconds(5);

  private final DeploymentWorld world;
  private final Rows rows;
  private final SplittableRandom random;
  private final SimulatedProcess process;
  private boolean calm;

  LeaseSwitch(DeploymentWorld world, Rows rows) {
    this.world = world;
    this.rows = rows;
    this.random = world.scheduler.random("leases of visits");
    this.process = world.startProcess("switch");
  }

  void start() {
    world.connectNewest(process, this::switchLeases, () -> later(this::start));
  }

  /** Switches nothing more. */
  void calmDown() {
    calm = true;
  }

  private void later(Runnable next) {
    int most = world.plan.earlierTenure() ? INSISTENT_MILLIS_MAX : BETWEEN_MILLIS_MAX;
    var unused = process.timer().schedule(next, random.nextInt(most), TimeUnit.MILLISECONDS);
  }

  /** Consumers learn of a change by their heartbeats, each at another time. */
  private void switchLeases(Deployment deployment) {
    if (calm) {
      return;
    }
    boolean on = world.plan.earlierTenure() ? random.nextInt(OFF_ONE_IN) > 0 : random.nextBoolean();
    for (int number = 0; number < world.clusters.size(); number++) {
      switchLeases(deployment, number, on);
    }
    later(() -> switchLeases(deployment));
  }

  private void switchLeases(Deployment deployment, int number, boolean on) {
    Instant asked = world.scheduler.now();
    Map<String, ConsumerInfo> unable = on ? unable(number, asked.minus(YOUNG)) : Map.of();
    var unused =
        deployment
            .clusters()
            .get(number)
            .leaseTogether(on)
            .whenComplete(
                (done, error) -> {
                  if (error != null) {
                    refused(RecordLayerException.of(error));
                  } else if (on) {
                    switchedOn(number, asked, unable);
                  }
                });
  }

  /**
   * The consumers of an earlier Tenure with a heartbeat since then. One without a clock reading is
   * live by its wall clock, which may be wrong.
   */
  private Map<String, ConsumerInfo> unable(int number, Instant since) {
    Map<String, ConsumerInfo> unable = new TreeMap<>(rows.consumers(number));
    unable
        .values()
        .removeIf(
            each ->
                each.contentFormatMax() > 0
                    || each.clock().isEmpty()
                    || each.heartbeat().isBefore(since));
    return unable;
  }

  private void refused(Throwable error) {
    if (error instanceof QueueException refusal
        && refusal.code() == QueueException.Code.FORMAT_UNKNOWN) {
      world.edges.hit(Edge.LEASE_SWITCH_REFUSED);
    }
  }

  private void switchedOn(int number, Instant asked, Map<String, ConsumerInfo> unable) {
    world.edges.hit(Edge.LEASES_SWITCHED_ON);
    Instant now = world.scheduler.now();
    if (Duration.between(asked, now).compareTo(ANSWER_MAX) > 0) {
      return;
    }
    Map<String, ConsumerInfo> still = unable(number, now.minus(ConsumerRegistry.LIVE));
    still.keySet().retainAll(unable.keySet());
    world.require(
        still.isEmpty(),
        "leases of visits were switched on at cluster-" + number + ", beside " + still.keySet());
  }
}
