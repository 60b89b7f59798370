package dev.tenure.campaigns.simulation.deployments;

import dev.tenure.campaigns.simulation.report.SimulationReport;
import dev.tenure.campaigns.simulation.report.WorldRunner;
import java.io.OutputStream;

/** How the simulation finds this world. */
public final class DeploymentRunner implements WorldRunner {
  @Override
  public SimulationReport run(long seed, OutputStream trace) {
    return DeploymentSimulation.run(DeploymentPlan.seeded(seed), trace);
  }
}
