package dev.tenure.campaigns.simulation;

import dev.tenure.campaigns.simulation.clusters.ClustersSimulation;
import dev.tenure.campaigns.simulation.deployments.DeploymentRunner;
import dev.tenure.campaigns.simulation.directory.DirectorySimulation;
import dev.tenure.campaigns.simulation.drills.DrillRunner;
import dev.tenure.campaigns.simulation.engine.EngineSimulation;
import dev.tenure.campaigns.simulation.indexes.IndexSimulation;
import dev.tenure.campaigns.simulation.planner.QuerySimulation;
import dev.tenure.campaigns.simulation.pointers.PointerSimulation;
import dev.tenure.campaigns.simulation.queues.Simulation;
import dev.tenure.campaigns.simulation.report.World;
import dev.tenure.campaigns.simulation.report.WorldRunner;
import dev.tenure.campaigns.simulation.run.Schedule;
import dev.tenure.campaigns.simulation.run.SimulationOptions;
import dev.tenure.campaigns.simulation.schemas.SchemaSimulation;
import dev.tenure.campaigns.simulation.stores.StoresSimulation;
import java.util.Optional;

/** The runner of each world. */
final class Worlds {

  private Worlds() {}

  static WorldRunner runner(World world) {
    return runner(world, Optional.empty());
  }

  /**
   * As {@link #runner(World)}.
   *
   * @param schedule of the queues, instead of the one the seed draws
   */
  static WorldRunner runner(World world, Optional<Schedule> schedule) {
    return switch (world) {
      case ENGINE -> EngineSimulation::run;
      case INDEXES -> IndexSimulation::run;
      case POINTERS -> PointerSimulation::run;
      case QUEUES ->
          (seed, trace) -> {
            SimulationOptions drawn = SimulationOptions.seeded(seed);
            return Simulation.run(schedule.map(drawn::withSchedule).orElse(drawn), trace);
          };
      case DEPLOYMENTS -> new DeploymentRunner();
      case DRILLS -> new DrillRunner();
      case QUERIES -> QuerySimulation::run;
      case DIRECTORY -> DirectorySimulation::run;
      case CLUSTERS -> ClustersSimulation::run;
      case SCHEMAS -> SchemaSimulation::run;
      case STORES -> StoresSimulation::run;
    };
  }
}
