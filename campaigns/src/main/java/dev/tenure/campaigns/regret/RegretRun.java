package dev.tenure.campaigns.regret;

import dev.tenure.campaigns.queries.QueryStore;
import dev.tenure.campaigns.queries.Question;
import dev.tenure.campaigns.queries.StoreSize;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.meter.RecordCounter;
import dev.tenure.record.meter.TransactionSummary;
import dev.tenure.record.plan.PlannerOptions;
import dev.tenure.record.plan.QueryPlan;
import dev.tenure.record.statistics.StatisticsSampler;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The regrets of the queries of one store. Used by one thread. */
final class RegretRun {
  /** A regret above this is measured again on other placements. */
  private static final double AGAIN = 1.2;

  private final long seed;
  private final RegretArguments arguments;
  private final QueryStore store;
  private final List<QueryStore> placed = new ArrayList<>();
  private final PlannerOptions options;
  private final long readsOfOpening;
  private long lastReads;
  private int queries;

  RegretRun(long seed, RegretArguments arguments) {
    this.seed = seed;
    this.arguments = arguments;
    this.store = store(0);
    this.options =
        PlannerOptions.defaults()
            .withStatistics(store.change(StatisticsSampler.defaults()::sample));
    open(store);
    this.readsOfOpening = lastReads;
  }

  private QueryStore store(int placement) {
    StoreSize size = StoreSize.large(arguments.recordsMax());
    QueryStore made = new QueryStore(seed, size, this::note, placement);
    made.fill();
    open(made);
    return made;
  }

  /** The first time reads what is kept in memory then. */
  private static void open(QueryStore store) {
    int unused = store.read(open -> open.metaData().version());
  }

  /** Keys, and requests for them, of a transaction that has ended. */
  private void note(TransactionSummary summary) {
    lastReads =
        summary.count(RecordCounter.KEYS_READ)
            + summary.count(RecordCounter.READS)
            + summary.count(RecordCounter.RANGE_READS);
  }

  /** Leaves out the next queries. */
  void skip(int count) {
    for (int i = 0; i < count; i++) {
      var unused = question();
    }
  }

  /**
   * The regret of the next query; empty when the query has no plan.
   *
   * @throws IllegalStateException when two of its plans give different numbers of rows
   */
  Optional<Regret> next() {
    Question question = question();
    QueryPlan chosen;
    try {
      chosen =
          store.read(open -> open.queries().plan(question.query(), question.parameters(), options));
    } catch (RecordLayerException e) {
      if (e.code() != RecordLayerException.Code.QUERY_NOT_PLANNED) {
        throw e;
      }
      return Optional.empty();
    }
    List<QueryPlan> plans =
        store.read(
            open ->
                open.queries()
                    .alternatives(
                        question.query(), question.parameters(), options, arguments.plansMax()));
    int rows = run(store, question, chosen);
    long chosenReads = lastReads - readsOfOpening;
    QueryPlan best = chosen;
    long bestReads = chosenReads;
    for (QueryPlan plan : plans) {
      require(run(store, question, plan), rows, question, plan);
      if (lastReads - readsOfOpening < bestReads) {
        best = plan;
        bestReads = lastReads - readsOfOpening;
      }
    }
    double ratio = Regret.ratio((double) chosenReads, (double) bestReads);
    double expected = arguments.all() || ratio > AGAIN ? expected(question, chosen, plans) : ratio;
    return Optional.of(
        new Regret(
            seed, queries, question, chosen, chosenReads, best, bestReads, plans.size(), expected));
  }

  private Question question() {
    queries++;
    return queries <= RegretCommand.RANDOM_QUERIES ? store.question() : store.negated();
  }

  /** The mean reads of the chosen plan by those of the best one, over other placements. */
  private double expected(Question question, QueryPlan chosen, List<QueryPlan> plans) {
    while (placed.size() < arguments.placements()) {
      placed.add(store(placed.size() + 1));
    }
    long[] sums = new long[plans.size()];
    long sum = 0;
    for (QueryStore other : placed) {
      int rows = run(other, question, chosen);
      sum += lastReads - readsOfOpening;
      for (int i = 0; i < sums.length; i++) {
        require(run(other, question, plans.get(i)), rows, question, plans.get(i));
        sums[i] += lastReads - readsOfOpening;
      }
    }
    long least = Math.min(sum, Arrays.stream(sums).min().orElse(sum));
    double count = placed.size();
    return Regret.ratio(sum / count, least / count);
  }

  private void require(int found, int rows, Question question, QueryPlan plan) {
    if (found != rows) {
      throw new IllegalStateException(
          "seed "
              + seed
              + ", "
              + question
              + ": "
              + found
              + " rows, not "
              + rows
              + " rows as the chosen plan\n"
              + plan);
    }
  }

  private int run(QueryStore from, Question question, QueryPlan plan) {
    return from.read(
        open -> QueryStore.rows(open, plan, question.parameters(), ScanOptions.defaults()).size());
  }
}
