package dev.tenure.campaigns.simulation.queues;

import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.campaigns.simulation.run.SimulatedWorld;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** Crashes, pauses and stops the processes of a run at random times, until {@link #end}. */
final class Chaos {
  private final SimulatedWorld world;
  private final List<SimulatedConsumer> consumers;
  private final List<SimulatedProducer> producers;
  private final SplittableRandom random;
  private final SimulatedProcess process;
  private boolean ended;

  Chaos(
      SimulatedWorld world, List<SimulatedConsumer> consumers, List<SimulatedProducer> producers) {
    this.world = world;
    this.consumers = consumers;
    this.producers = producers;
    this.random = world.scheduler.random("chaos");
    this.process = world.scheduler.process("chaos");
  }

  void start() {
    later();
  }

  /** Ends the faults; paused processes continue at once. */
  void end() {
    ended = true;
    world.engine.spare();
    consumers.forEach(SimulatedConsumer::resume);
    consumers.forEach(SimulatedConsumer::see);
  }

  private void later() {
    long average = world.options.times().betweenFaults().toMillis();
    var unused =
        process.timer().schedule(this::strike, random.nextLong(2 * average), TimeUnit.MILLISECONDS);
  }

  private void strike() {
    if (ended) {
      return;
    }
    int fault = random.nextInt(13);
    if (fault == 12) {
      consumers.get(random.nextInt(consumers.size())).goBlind();
    } else if (fault == 10) {
      world.engine.crash();
    } else if (fault == 11) {
      world.engine.crashWriting();
    } else if (fault < 2) {
      producers.get(random.nextInt(producers.size())).crashAndRestart();
      world.edges.hit(Edge.PRODUCER_CRASHED);
    } else {
      SimulatedConsumer victim = consumers.get(random.nextInt(consumers.size()));
      if (victim.isUp()) {
        befall(victim, fault);
      }
    }
    later();
  }

  private static void befall(SimulatedConsumer victim, int fault) {
    if (fault < 5) {
      victim.crashAndRestart();
    } else if (fault < 8) {
      victim.pause();
    } else {
      victim.stopAndRestart();
    }
  }
}
