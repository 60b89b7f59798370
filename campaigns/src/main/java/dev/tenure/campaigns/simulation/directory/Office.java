package dev.tenure.campaigns.simulation.directory;

import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.directory.DirectoryShards;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.record.global.KeyDefinition;
import dev.tenure.record.global.KeyDefinitions;
import dev.tenure.record.global.Shards;
import dev.tenure.record.global.audit.Audit;
import dev.tenure.record.global.audit.AuditListener;
import dev.tenure.record.global.audit.AuditOptions;
import dev.tenure.record.global.audit.AuditReport;
import dev.tenure.record.global.settings.StoredKeys;
import dev.tenure.record.global.upkeep.Upkeep;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The connections of a process: its deployment and its directory.
 *
 * @param desk empty for a process that knows no directory
 */
record Office(Deployment deployment, Optional<Desk> desk) {

  TenantDirectory directory() {
    return desk.orElseThrow().directory();
  }

  /**
   * A directory, its clusters and its shards.
   *
   * @param clusters without the directory
   */
  record Desk(TenantDirectory directory, Deployment clusters, DirectoryShards stored) {

    /**
     * Audits the global index below the directory.
     *
     * @param grace for writes under way
     * @param dummyAge how old a dummy is before it counts
     */
    CompletableFuture<AuditReport> auditIndex(
        DirectoryWorld world,
        SimulatedProcess process,
        boolean repair,
        Duration grace,
        Duration dummyAge) {
      AuditOptions options =
          AuditOptions.defaults().withRepair(repair).withGrace(grace).withDummyAge(dummyAge);
      return upkeep(world, process)
          .thenCompose(
              upkeep -> new Audit(upkeep, options, AuditListener.none()).run(Optional.empty()));
    }

    private CompletableFuture<Upkeep> upkeep(DirectoryWorld world, SimulatedProcess process) {
      Shards shards = shards();
      KeyDefinitions definitions =
          new KeyDefinitions(DirectoryWorld.KINDS.stream().map(KeyDefinition::alternate).toList());
      return StoredKeys.read(shards.data().get(0))
          .thenCompose(
              keys ->
                  keys.isPresent()
                      ? Upkeep.startStored(
                          shards,
                          process.clock(),
                          () -> world.scheduler.elapsed().toMillis(),
                          process.timer(),
                          process.random())
                      : Upkeep.start(
                          shards, definitions, process.clock(), process.timer(), process.random()));
    }

    private Shards shards() {
      List<QueueCluster> carriers =
          directory.options().layout().shards().stream()
              .map(name -> clusters.cluster(name).orElseThrow())
              .toList();
      return Shards.hashed(
          carriers.stream().map(stored::data).toList(),
          carriers.stream().map(stored::index).toList());
    }
  }
}
