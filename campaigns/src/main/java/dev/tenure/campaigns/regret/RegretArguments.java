package dev.tenure.campaigns.regret;

import dev.tenure.campaigns.commandline.Flags;
import java.util.Optional;

/**
 * The command line of {@link RegretCommand}.
 *
 * @param triples the number of triples of store, query and values to measure
 * @param from the first seed
 * @param query the only query of each store that is measured; empty for all
 * @param minutes the time in minutes after which no further store is measured
 * @param recordsMax the most records of a store
 * @param plansMax the most plans of a query that are run
 * @param placements the number of placements on which a triple is measured again
 * @param all whether all triples are measured again, not only those with regret
 * @param worst how many of the worst are explained
 */
record RegretArguments(
    int triples,
    long from,
    Optional<Integer> query,
    Optional<Long> minutes,
    int recordsMax,
    int plansMax,
    int placements,
    boolean all,
    int worst,
    boolean help) {
  static final String USAGE =
      """
      Usage: ./tenure regret [options]

        --triples N    measure N triples of data, indexes and query (default 1000)
        --from SEED    the first seed (default 1); each seed gives one store and 12 queries
        --query N      measure only the query N of each seed, from 1 to 12: the last two negate
                       conditions on elements
        --minutes M    measure no further store after M minutes
        --records N    the most records of a store (default 400)
        --plans N      the most plans of a query that are run (default 60)
        --placements N measure a triple again on N placements of its values when its regret is
                       above 1.2 (default 16)
        --all          measure all triples again
        --worst N      explain the N triples whose regret or expected regret is worst, with both
                       plans (default 1)
        --help         this text

      Regret is the reads of the chosen plan divided by those of the best plan that was run. Reads are
      keys and requests, as the transaction counts them. Statistics are sampled as for a store. Two
      kinds of plans are run: each plan that a rule offers for the query, made of the best plans below
      it; and the chosen plan with one of its parts replaced by another plan for the same part. A seed
      repeats its numbers.
      above2 counts the regrets above 2; above2With10 those above 2 after ten is added to the reads of
      each plan; above2Limited those of queries with a limit, whose reads depend on where the first
      rows lie. The excess of a triple is the reads of the chosen plan minus those of the best plan.
      Expected regrets leave out what no statistics know: which values lie in one record, and which
      records a scan meets first. A triple is measured again on other placements: the values of each
      column are distributed over the records anew, and the reads of each plan are the mean.
      Ends with 0 when all plans of a query returned the same number of rows, otherwise with 1.
      """;

  private static final int TRIPLES_MAX = 10_000_000;
  private static final int RECORDS_MAX = 100_000;
  private static final long MINUTES_MAX = 10_000;
  private static final int PLANS_MAX = 10_000;

  /**
   * @throws IllegalArgumentException with one sentence that says what is wrong
   */
  static RegretArguments parse(String... arguments) {
    int triples = 1_000;
    long from = 1;
    Optional<Integer> query = Optional.empty();
    Optional<Long> minutes = Optional.empty();
    int records = 400;
    int plans = 60;
    int placements = 16;
    boolean all = false;
    int worst = 1;
    boolean help = false;
    Flags flags = Flags.of(arguments);
    while (flags.hasNext()) {
      switch (flags.next()) {
        case "--triples" -> triples = (int) flags.number(1, TRIPLES_MAX);
        case "--from" -> from = flags.number(Long.MIN_VALUE);
        case "--query" ->
            query = Optional.of((int) flags.number(1, RegretCommand.QUERIES_OF_A_SEED));
        case "--minutes" -> minutes = Optional.of(flags.number(1, MINUTES_MAX));
        case "--records" -> records = (int) flags.number(1, RECORDS_MAX);
        case "--plans" -> plans = (int) flags.number(1, PLANS_MAX);
        case "--placements" -> placements = (int) flags.number(1, PLANS_MAX);
        case "--all" -> all = true;
        case "--worst" -> worst = (int) flags.number(0, TRIPLES_MAX);
        case "--help", "-h" -> help = true;
        default -> throw flags.unknown();
      }
    }
    return new RegretArguments(
        triples, from, query, minutes, records, plans, placements, all, worst, help);
  }
}
