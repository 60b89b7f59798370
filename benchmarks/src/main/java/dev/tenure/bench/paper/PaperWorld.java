package dev.tenure.bench.paper;

import dev.tenure.bench.fleet.Site;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/**
 * Where a figure is measured: a modelled cluster under virtual time, or the engine as it is, in
 * real time.
 */
interface PaperWorld extends AutoCloseable {

  /** Begins to measure the load, of which {@link Plan#loadColumns} are the names. */
  Load load(List<Site> consumers);

  /** How busy something was since the measurement began. */
  interface Load {
    /** Parts of the time, 0 to 1. */
    List<Double> values();
  }

  /** A process whose requests take no time where that is modelled. */
  Site setup();

  /** A process that produces or consumes. */
  Site open(String name);

  /** Nanoseconds since some moment. */
  long nanos();

  /** Wall time. */
  Instant now();

  SplittableRandom random(String purpose);

  <T> T join(CompletableFuture<T> future);

  /** Lets the time pass. */
  void run(Duration duration);

  /** Called after each step of setting up: not all of them may happen in one moment. */
  void step();

  @Override
  void close();
}
