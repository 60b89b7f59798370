package dev.tenure.bench.paper;

import dev.tenure.bench.fleet.Site;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/**
 * The environment of a figure: a modelled cluster under virtual time, or the engine in real time.
 */
interface PaperWorld extends AutoCloseable {

  /** Begins to measure the load, whose values have the names {@link Plan#loadColumns}. */
  Load load(List<Site> consumers);

  /** The load since the measurement began. */
  interface Load {
    /** The shares of the time, 0 to 1. */
    List<Double> values();
  }

  /** A process whose requests take no modelled time. */
  Site setup();

  /** Opens a process for a producer or consumer. */
  Site open(String name);

  /** The nanoseconds since a fixed moment. */
  long nanos();

  /** Wall time. */
  Instant now();

  SplittableRandom random(String purpose);

  <T> T join(CompletableFuture<T> future);

  /** Lets this much time pass. */
  void run(Duration duration);

  /** Called after each step of the setup, since not all steps may happen at one instant. */
  void step();

  @Override
  void close();
}
