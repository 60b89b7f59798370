package dev.tenure.testkit.simulation.deployments;

import dev.tenure.testkit.simulation.SimulationReport;
import dev.tenure.testkit.simulation.World;
import dev.tenure.testkit.simulation.WorldRunner;
import java.io.OutputStream;

/** How the simulation finds this world. */
public final class DeploymentRunner implements WorldRunner {
  @Override
  public World world() {
    return World.DEPLOYMENTS;
  }

  @Override
  public SimulationReport run(long seed, OutputStream trace) {
    return DeploymentSimulation.run(DeploymentPlan.seeded(seed), trace);
  }
}
