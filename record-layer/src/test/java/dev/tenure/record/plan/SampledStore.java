package dev.tenure.record.plan;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Message;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.plan.node.PlanRun;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.statistics.StatisticsSampler;
import dev.tenure.record.store.RecordStore;
import java.util.List;
import java.util.Optional;

/** A store with its sampled statistics. */
final class SampledStore implements AutoCloseable {
  private final CheckedStore checked;
  private final RecordStore store;
  private final PlannerOptions options;

  SampledStore(RecordMetaData metaData, List<Message> records) {
    checked = new CheckedStore(metaData, records);
    store = checked.reopened();
    options =
        PlannerOptions.defaults()
            .withStatistics(store.context().join(StatisticsSampler.defaults().sample(store)));
  }

  QueryPlan plan(RecordQuery query) {
    QueryPlan plan = store.queries().plan(query, Bindings.none(), options);
    if (query.limit() > 0) {
      CheckedStore.rows(store, plan, Bindings.none());
    }
    return plan;
  }

  void assertReads(String expected, RecordQuery query) {
    QueryPlan plan = plan(query);
    assertTrue(plan.toString().contains(expected), plan::explain);
  }

  /** An execution that loads {@code width} records at once and takes {@code rows} rows. */
  PlanRun run(int width, int rows) {
    return new PlanRun(
        store.queries(),
        Bindings.none(),
        ScanOptions.defaults(),
        width,
        Optional.empty(),
        1,
        PlanRun.Wanted.atMost(rows));
  }

  RecordStore store() {
    return store;
  }

  @Override
  public void close() {
    checked.close();
  }
}
