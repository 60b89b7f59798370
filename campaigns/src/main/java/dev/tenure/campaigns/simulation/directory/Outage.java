package dev.tenure.campaigns.simulation.directory;

import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** A minute during which a shard or a cluster answers nobody. */
final class Outage {
  private static final int BEGIN_SECONDS_MIN = 5;
  private static final int BEGIN_SECONDS_MAX = 15;

  private final DirectoryWorld world;
  private boolean clusterAway;
  private boolean shardAway;
  private Instant clustersSince = Instant.MIN;
  private Instant shardsSince = Instant.MIN;

  Outage(DirectoryWorld world) {
    this.world = world;
  }

  void start() {
    SplittableRandom random = world.scheduler.random("outage");
    SimulatedProcess process = world.scheduler.process("outage");
    long begin = random.nextInt(BEGIN_SECONDS_MIN, BEGIN_SECONDS_MAX);
    List<String> names = world.plan.shards();
    String name = names.get(random.nextInt(names.size()));
    switch (world.plan.away()) {
      case NOTHING -> {}
      case SHARD -> after(process, begin, () -> begin(name, false, true));
      case CLUSTER -> after(process, begin, () -> begin(name, true, false));
      case CLUSTER_AND_SHARD -> after(process, begin, () -> begin(name, true, true));
    }
    after(process, begin + DirectoryPlan.AWAY_FOR.toSeconds(), this::end);
  }

  private static void after(SimulatedProcess process, long seconds, Runnable task) {
    var unused = process.timer().schedule(task, seconds, TimeUnit.SECONDS);
  }

  private void begin(String name, boolean cluster, boolean shard) {
    clusterAway = cluster;
    shardAway = shard;
    world.scheduler.note(name + " is away: " + world.plan.away());
    if (cluster) {
      world.edges.hit(Edge.CLUSTER_AWAY);
      world.links.hang(name);
    }
    if (shard) {
      world.edges.hit(Edge.SHARD_AWAY);
      world.links.hang(DirectoryWorld.shard(name));
    }
  }

  private void end() {
    if (clusterAway || shardAway) {
      world.scheduler.note("everything answers again");
      clustersSince = clusterAway ? world.scheduler.now() : clustersSince;
      shardsSince = shardAway ? world.scheduler.now() : shardsSince;
      clusterAway = false;
      shardAway = false;
      world.links.recover();
    }
  }

  boolean isShardAway() {
    return shardAway;
  }

  /** Whether every cluster has answered since then. */
  boolean areClustersThereSince(Instant time) {
    return !clusterAway && !clustersSince.isAfter(time);
  }

  /** Whether every shard has answered since then. */
  boolean areShardsThereSince(Instant time) {
    return !shardAway && !shardsSince.isAfter(time);
  }
}
