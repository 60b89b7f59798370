package dev.tenure.campaigns.simulation.deployments;

import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.queue.trace.TracePropagation;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A tracer that traces nothing; in some seeds each of its methods throws an Error now and then. */
final class FleetTracer implements TracePropagation {
  private static final int THROWS_ONE_IN = 8;

  private final DeploymentWorld world;
  private final RandomGenerator random;

  FleetTracer(DeploymentWorld world, RandomGenerator random) {
    this.world = world;
    this.random = random;
  }

  @Override
  public Map<String, String> current() {
    return Map.of();
  }

  @Override
  public Run begin(String type, Map<String, String> attributes) {
    maybeThrow();
    return new Run() {
      @Override
      public Scope open() {
        maybeThrow();
        return FleetTracer.this::maybeThrow;
      }

      @Override
      public void end(@Nullable Throwable error) {
        maybeThrow();
      }
    };
  }

  private void maybeThrow() {
    if (world.plan.has(Trouble.LISTENERS) && random.nextInt(THROWS_ONE_IN) == 0) {
      world.edges.hit(Edge.TRACER_THREW);
      throw new LinkageError("planted in the tracer");
    }
  }
}
