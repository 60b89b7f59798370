package dev.tenure.campaigns.regret;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Measures how far the planner's choices are from the best: {@code ./tenure regret --triples N}.
 * Ends with 0 when all plans of each query gave as many rows, 1 when not, and 2 when the command
 * line makes no sense.
 */
public final class RegretCommand {
  /** Of any kind. */
  static final int RANDOM_QUERIES = 10;

  /** After those of any kind come queries that negate conditions on elements. */
  static final int QUERIES_OF_A_SEED = RANDOM_QUERIES + 2;

  private final RegretArguments arguments;
  private final PrintStream out;
  private final InstantSource clock;
  private final List<Regret> regrets = new ArrayList<>();
  private int notPlanned;
  private long plans;

  private RegretCommand(RegretArguments arguments, PrintStream out, InstantSource clock) {
    this.clock = clock;
    this.arguments = arguments;
    this.out = out;
  }

  public static void main(String[] arguments) {
    System.exit(run(arguments, System.out, System.err));
  }

  /** As {@link #main}, returning the exit code. */
  static int run(String[] arguments, PrintStream out, PrintStream err) {
    RegretArguments parsed;
    try {
      parsed = RegretArguments.parse(arguments);
    } catch (IllegalArgumentException e) {
      err.println("tenure regret: " + e.getMessage());
      return 2;
    }
    if (parsed.help()) {
      out.print(RegretArguments.USAGE);
      return 0;
    }
    return new RegretCommand(parsed, out, InstantSource.system()).run();
  }

  private int run() {
    try {
      Optional<Instant> deadline =
          arguments.minutes().map(minutes -> clock.instant().plus(Duration.ofMinutes(minutes)));
      long seed = arguments.from();
      while (regrets.size() < arguments.triples()
          && deadline.map(clock.instant()::isBefore).orElse(true)) {
        measure(new RegretRun(seed, arguments));
        seed++;
      }
    } catch (IllegalStateException e) {
      out.println(e.getMessage());
      return 1;
    }
    print();
    return 0;
  }

  private void measure(RegretRun run) {
    int first = arguments.query().orElse(1);
    int last = arguments.query().orElse(QUERIES_OF_A_SEED);
    run.skip(first - 1);
    for (int i = first; i <= last && regrets.size() < arguments.triples(); i++) {
      run.next()
          .ifPresentOrElse(
              regret -> {
                regrets.add(regret);
                plans += regret.plans();
              },
              () -> notPlanned++);
    }
  }

  private void print() {
    regrets.stream()
        .sorted(Comparator.comparingDouble(Regret::greater).reversed())
        .limit(arguments.worst())
        .forEach(each -> out.print(each.explanation()));
    regrets.sort(Comparator.comparingDouble(Regret::ratio));
    if (regrets.isEmpty()) {
      out.println("triples=0 notPlanned=" + notPlanned);
      return;
    }
    Regret last = regrets.get(regrets.size() - 1);
    long chosen = regrets.stream().mapToLong(Regret::chosenReads).sum();
    long best = regrets.stream().mapToLong(Regret::bestReads).sum();
    long above = regrets.stream().filter(each -> each.ratio() > 2).count();
    double[] expected = regrets.stream().mapToDouble(Regret::expected).sorted().toArray();
    long aboveLimited =
        regrets.stream().filter(each -> each.ratio() > 2 && each.isLimited()).count();
    Regret most = regrets.stream().max(Comparator.comparingLong(Regret::excess)).orElseThrow();
    long aboveWith10 = regrets.stream().filter(each -> each.ratioWith(10) > 2).count();
    out.println(
        String.format(
            Locale.ROOT,
            "triples=%d notPlanned=%d plans=%d reads=%d readsOfBest=%d above2=%d"
                + " above2With10=%d above2Limited=%d",
            regrets.size(),
            notPlanned,
            plans,
            chosen,
            best,
            above,
            aboveWith10,
            aboveLimited));
    out.println(
        String.format(
            Locale.ROOT,
            "excess: mean=%.2f worst=%d worstSeed=%d worstQuery=%d",
            (chosen - best) / (double) regrets.size(),
            most.excess(),
            most.seed(),
            most.number()));
    out.println(
        String.format(
            Locale.ROOT,
            "expected: median=%.2f p99=%.2f worst=%.2f above2=%d",
            expected[place(0.5)],
            expected[place(0.99)],
            expected[expected.length - 1],
            Arrays.stream(expected).filter(each -> each > 2).count()));
    out.println(
        String.format(
            Locale.ROOT,
            "regret: median=%.2f p99=%.2f worst=%.2f worstSeed=%d worstQuery=%d",
            regrets.get(place(0.5)).ratio(),
            regrets.get(place(0.99)).ratio(),
            last.ratio(),
            last.seed(),
            last.number()));
  }

  /** The place of the least regret that is not below this part of all. */
  private int place(double part) {
    return Math.max(0, (int) Math.ceil(part * regrets.size()) - 1);
  }
}
