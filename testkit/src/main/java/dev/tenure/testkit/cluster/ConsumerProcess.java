package dev.tenure.testkit.cluster;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.testkit.engine.SimulatedEngine;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * A consumer that starts again after each crash of its process, with new handlers.
 */
final class ConsumerProcess {
  private static final int DOWN_MILLIS_MAX = 3_000;
  private static final int PAUSE_MILLIS_MAX = 40_000;
  private static final long RECONNECT_MILLIS = 1_000;

  private final SimulatedEngine engine;
  private final Connections connections;
  private final String name;
  private final Function<Deployment, Handlers> handlers;
  private SimulatedProcess process;
  private int starts;

  ConsumerProcess(
      SimulatedEngine engine,
      Connections connections,
      String name,
      Function<Deployment, Handlers> handlers) {
    this.engine = engine;
    this.connections = connections;
    this.name = name;
    this.handlers = handlers;
    this.process = engine.scheduler().process(name);
  }

  void start() {
    SimulatedProcess mine = process;
    var unused =
        connections
            .open(mine)
            .whenComplete(
                (cluster, error) -> {
                  if (error == null) {
                    run(Deployment.of(List.of(cluster)), mine);
                  } else {
                    startIn(RECONNECT_MILLIS);
                  }
                });
  }

  private void run(Deployment deployment, SimulatedProcess mine) {
    ConsumerOptions options = ConsumerOptions.defaults(name + "." + ++starts);
    Connections.consumer(mine, deployment, handlers.apply(deployment), options).build().start();
  }

  private void startIn(long millis) {
    var unused = process.timer().schedule(this::start, millis, TimeUnit.MILLISECONDS);
  }

  void crash() {
    process.crash();
    process = engine.scheduler().process(name);
    startIn(process.random().nextInt(DOWN_MILLIS_MAX));
  }

  void pause() {
    process.pauseFor(Duration.ofMillis(1L + process.random().nextInt(PAUSE_MILLIS_MAX)));
  }

  void resume() {
    if (process.isPaused()) {
      process.resume();
    }
  }
}
