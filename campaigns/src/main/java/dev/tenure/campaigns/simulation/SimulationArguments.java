package dev.tenure.campaigns.simulation;

import dev.tenure.campaigns.commandline.Flags;
import dev.tenure.campaigns.simulation.report.World;
import dev.tenure.campaigns.simulation.run.Schedule;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The command line of {@link SimulationCommand}.
 *
 * @param seeds the most seeds to run
 * @param minutes the time in minutes after which no further seed is started
 * @param worlds the worlds on which each seed is run
 * @param schedule the schedule of the queues; empty: the one that the seed draws
 * @param trace the file that gets the whole history of the one seed
 * @param untilFailure whether no further seed is started after one that failed
 */
record SimulationArguments(
    long seeds,
    long from,
    Optional<Long> minutes,
    int workers,
    List<World> worlds,
    Optional<Schedule> schedule,
    Optional<Path> trace,
    boolean untilFailure,
    boolean help) {
  static final String USAGE =
      """
      Usage: ./tenure sim [options]

        --seeds N      run N seeds (default 100; with --minutes, as many as there is time for)
        --from SEED    the first seed (default 1); the others follow it
        --minutes M    start no further seed after M minutes
        --workers W    run W seeds at a time (default: one for each processor)
        --world W      run each seed only on this world (default: on all)
        --schedule S   on "queues": how the next task is chosen, "uniform" or "adversarial" (default
                       "drawn": the seed chooses one of the two)
        --until-failure  start no further seed after one that failed
        --trace FILE   run the one seed of --from and write its whole history to FILE
        --help         this text

      Each seed runs on eleven worlds, each in one thread under virtual time, with faults and crashes:
        engine       clients of the engine, whose history must be serializable
        indexes      a record store, whose indexes must equal its records
        pointers     a few transactions at a time that meet on one zone, in any order
        queues       producers, consumers and an operator
        deployments  fleets of two applications that are upgraded, while clusters hang, clocks are
                     wrong and handlers misbehave
        drills       a small fleet with one fault, which must be over within a time bound
        queries      query plans, which must return the same as a look at every record
        directory    tenants and their directory, while a shard or a cluster is away for a minute
        clusters     tenants that move between clusters, while movers are killed
        schemas      schemas that are rolled out, while processes are killed and tenants move
        stores       zones in an external store, which fails
      A failing seed is printed with the end of its history; --from SEED --seeds 1 runs it again.
      Ends with 0 only if every seed was clean.
      """;

  private static final long SEEDS_DEFAULT = 100;
  private static final int WORKERS_MAX = 1_000;
  private static final long MINUTES_MAX = 10_000;

  /**
   * @throws IllegalArgumentException with one sentence that says what is wrong
   */
  static SimulationArguments parse(String... arguments) {
    Optional<Long> seeds = Optional.empty();
    long from = 1;
    Optional<Long> minutes = Optional.empty();
    int workers = Math.min(WORKERS_MAX, Runtime.getRuntime().availableProcessors());
    List<World> worlds = List.of(World.values());
    Optional<Schedule> schedule = Optional.empty();
    Optional<Path> trace = Optional.empty();
    boolean untilFailure = false;
    boolean help = false;
    Flags flags = Flags.of(arguments);
    while (flags.hasNext()) {
      switch (flags.next()) {
        case "--seeds" -> seeds = Optional.of(flags.number(1));
        case "--from" -> from = flags.number(Long.MIN_VALUE);
        case "--minutes" -> minutes = Optional.of(flags.number(1, MINUTES_MAX));
        case "--workers" -> workers = (int) flags.number(1, WORKERS_MAX);
        case "--world" -> worlds = List.of(world(flags.value()));
        case "--schedule" -> schedule = schedule(flags.value());
        case "--trace" -> trace = Optional.of(flags.path());
        case "--until-failure" -> untilFailure = true;
        case "--help", "-h" -> help = true;
        default -> throw flags.unknown();
      }
    }
    if (trace.isPresent() && (minutes.isPresent() || seeds.orElse(1L) != 1)) {
      throw new IllegalArgumentException("--trace is for one seed, give it with --from alone.");
    }
    if (schedule.isPresent() && !worlds.contains(World.QUEUES)) {
      throw new IllegalArgumentException(
          "--schedule has no effect on --world " + worlds.get(0) + ".");
    }
    long seedsDefault = minutes.isPresent() ? Long.MAX_VALUE : SEEDS_DEFAULT;
    return new SimulationArguments(
        seeds.orElse(seedsDefault),
        from,
        minutes,
        workers,
        worlds,
        schedule,
        trace,
        untilFailure,
        help);
  }

  private static Optional<Schedule> schedule(String text) {
    if (text.equals("drawn")) {
      return Optional.empty();
    }
    for (Schedule schedule : Schedule.values()) {
      if (schedule.toString().equals(text)) {
        return Optional.of(schedule);
      }
    }
    throw new IllegalArgumentException(
        "--schedule is \"" + text + "\", it must be drawn or one of " + Schedule.names() + ".");
  }

  private static World world(String text) {
    for (World world : World.values()) {
      if (world.toString().equals(text)) {
        return world;
      }
    }
    throw new IllegalArgumentException(
        "--world is \"" + text + "\", it must be one of " + World.names() + ".");
  }
}
