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
import java.util.List;
import java.util.Optional;

/** The regrets of the queries of one store. Used by one thread. */
final class RegretRun {
  private final long seed;
  private final QueryStore store;
  private final int plansMax;
  private final PlannerOptions options;
  private final long readsOfOpening;
  private long lastReads;
  private int queries;

  RegretRun(long seed, int recordsMax, int plansMax) {
    this.seed = seed;
    this.plansMax = plansMax;
    this.store = new QueryStore(seed, StoreSize.large(recordsMax), this::note);
    store.fill();
    this.options =
        PlannerOptions.defaults()
            .withStatistics(store.change(StatisticsSampler.defaults()::sample));
    open();
    open();
    this.readsOfOpening = lastReads;
  }

  /** The first time reads what is kept in memory then. */
  private void open() {
    int unused = store.read(open -> open.metaData().version());
  }

  /** Keys, and requests for them, of a transaction that has ended. */
  private void note(TransactionSummary summary) {
    lastReads =
        summary.count(RecordCounter.KEYS_READ)
            + summary.count(RecordCounter.READS)
            + summary.count(RecordCounter.RANGE_READS);
  }

  /**
   * The regret of the next query; empty when the query has no plan.
   *
   * @throws IllegalStateException when two of its plans give different numbers of rows
   */
  Optional<Regret> next() {
    queries++;
    Question question = store.question();
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
                    .alternatives(question.query(), question.parameters(), options, plansMax));
    int rows = run(question, chosen);
    long chosenReads = lastReads - readsOfOpening;
    QueryPlan best = chosen;
    long bestReads = chosenReads;
    for (QueryPlan plan : plans) {
      if (run(question, plan) != rows) {
        throw new IllegalStateException(
            "seed "
                + seed
                + ", "
                + question
                + ": not "
                + rows
                + " rows as the chosen plan\n"
                + plan);
      }
      if (lastReads - readsOfOpening < bestReads) {
        best = plan;
        bestReads = lastReads - readsOfOpening;
      }
    }
    return Optional.of(
        new Regret(seed, queries, question, chosen, chosenReads, best, bestReads, plans.size()));
  }

  private int run(Question question, QueryPlan plan) {
    return store.read(
        open -> QueryStore.rows(open, plan, question.parameters(), ScanOptions.defaults()).size());
  }
}
