package dev.tenure.campaigns.simulation.drills;

import static dev.tenure.campaigns.simulation.report.InvariantViolation.require;

import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.campaigns.simulation.report.SimulationReport;
import dev.tenure.campaigns.simulation.report.World;
import dev.tenure.campaigns.simulation.report.WorldRunner;
import java.io.OutputStream;
import java.util.List;
import java.util.function.Supplier;

/** How the simulation finds the drills; each seed runs one of them, in turn. */
public final class DrillRunner implements WorldRunner {
  static final List<Supplier<Drill>> DRILLS =
      List.of(
          SilentCluster::new,
          HungOpening::new,
          OtherClusterLists::new,
          WhyItWaits::new,
          RejectedLook::new,
          LostWatch::new,
          SettingsMeet::new,
          RedriveMeetsDeath::new,
          BusyShard::new,
          LongZone::new,
          StopInTime::new,
          FastClock::new,
          SlowEffects::new,
          LongRuns::new,
          UnableConsumer::new,
          FanOutMeetsDeath::new,
          ApplicationsApart::new,
          StutteringCluster::new,
          HalfRejected::new,
          ThreeReleases::new,
          OddOptions::new,
          DiedAhead::new);

  @Override
  public SimulationReport run(long seed, OutputStream trace) {
    Drill drill = DRILLS.get((int) Math.floorMod(seed, (long) DRILLS.size())).get();
    Bench bench = new Bench(seed, drill.clusters());
    bench.scheduler.trace().copyTo(trace);
    Runnable run =
        () -> {
          bench.scheduler.note("drill " + drill.getClass().getSimpleName());
          drill.run(bench);
          require(
              bench.scheduler.failures().isEmpty(),
              () -> "timers failed: " + bench.scheduler.failures());
          bench.edges.hit(Edge.DRILL_ENDED);
        };
    return SimulationReport.of(World.DRILLS, seed, run, bench.edges, bench.scheduler, bench.faults);
  }
}
