package dev.tenure.campaigns.globalindex.histories;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** Runs the histories of many seeds, one after the other. */
public final class Histories {
  /** A campaign of this many histories or more must have reached each situation. */
  private static final int CAMPAIGN = 200;

  /** What histories are for; a campaign that misses one of them has failed. */
  static final List<String> SITUATIONS =
      List.of(
          "CREATE done",
          "UPDATE done",
          "REPAIR done",
          "DELETE done",
          "READ done",
          "READ_ALL done",
          "RECORD_EXISTS",
          "RECORD_ABSENT",
          "KEY_TAKEN",
          "CONFLICT",
          "SHARD_DOWN",
          "OUTCOME_UNKNOWN",
          "KEY_VIOLATED",
          "arrived after a crash",
          "arrived after a timeout",
          "asked all shards",
          "clock set",
          "crash in a move",
          "crash in an operation",
          "data shard down",
          "index shard down",
          "keys begin to move",
          "lease is over",
          "marked",
          "marked for a create",
          "move at rest",
          "move done",
          "move resumed",
          "person decided",
          "records begin to move",
          "shared transaction",
          "start failed",
          "written while down");

  private static final int TAIL_LINES = 400;

  private final InstantSource clock;
  private final PrintStream out;
  private final Reached reached = new Reached();
  private long run;
  private long operations;
  private long digest;
  private long violations;

  public Histories(InstantSource clock, PrintStream out) {
    this.clock = clock;
    this.out = out;
  }

  /**
   * Runs histories until there are enough, the time is over, or too many have violated something.
   *
   * @param from the first seed; the others follow it
   * @return whether nothing was violated and each situation was reached
   */
  public boolean run(long histories, long from, Optional<Duration> most, int violationsMax) {
    Instant begin = clock.instant();
    for (long seed = from; run < histories && violations < violationsMax; seed++) {
      if (most.isPresent() && clock.instant().isAfter(begin.plus(most.get()))) {
        break;
      }
      add(seed, ShardHistory.run(seed));
    }
    out.println("reached: " + reached);
    List<String> missed = run < CAMPAIGN ? List.of() : missed();
    if (!missed.isEmpty()) {
      out.println("never reached: " + missed);
    }
    long millis = Math.max(1, Duration.between(begin, clock.instant()).toMillis());
    out.println(
        "histories=%d operations=%d digest=%08x violations=%d perMinute=%d"
            .formatted(run, operations, digest, violations, run * 60_000 / millis));
    return violations == 0 && missed.isEmpty();
  }

  private void add(long seed, ShardHistory.Outcome outcome) {
    run++;
    operations += outcome.operations();
    digest = (digest * 31 + outcome.digest()) & 0xFFFFFFFFL;
    reached.addAll(outcome.reached());
    if (outcome.violation().isPresent()) {
      violations++;
      List<String> trace = outcome.trace();
      List<String> tail = trace.subList(Math.max(0, trace.size() - TAIL_LINES), trace.size());
      out.println(outcome.violation().get() + "\n  seed " + seed + ", its end:");
      tail.forEach(line -> out.println("    " + line));
    }
  }

  private List<String> missed() {
    return SITUATIONS.stream().filter(each -> !reached.has(each)).toList();
  }
}
