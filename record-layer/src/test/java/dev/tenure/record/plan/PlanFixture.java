package dev.tenure.record.plan;

import static dev.tenure.record.key.Keys.field;

import dev.tenure.record.TestDatabase;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.definition.Index;
import dev.tenure.record.key.FanType;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.plan.cost.Statistics;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.test.Rival;
import dev.tenure.record.test.Subject;
import java.util.concurrent.CompletableFuture;

/** A store of subjects and rivals with some indexes, in one transaction. */
final class PlanFixture implements AutoCloseable {
  static final PlannerOptions OPTIONS =
      PlannerOptions.defaults()
          .withStatistics(
              Statistics.declared()
                  .records("Subject", 10_000)
                  .records("Rival", 100)
                  .distinct("Subject", 20, field("team"))
                  .distinct("Subject", 20, field("tag", FanType.FAN_OUT))
                  .distinct("Subject", 500, field("slot"))
                  .distinct("Subject", 1_000, field("score"))
                  .distinct("Subject", 5_000, field("text")));

  private final TestDatabase test = new TestDatabase();
  private final RecordContext context = test.database.openContext();
  final RecordStore store;

  PlanFixture(Index... indexes) {
    this(false, indexes);
  }

  /** With both types in one extent, or each in its own. */
  PlanFixture(boolean shared, Index... indexes) {
    RecordMetaData.Builder builder =
        RecordMetaData.builder()
            .version(1)
            .recordType(
                Subject.getDefaultInstance(),
                type -> {
                  type.primaryKey(field("id"));
                  if (shared) {
                    type.inSharedExtent();
                  }
                })
            .recordType(
                Rival.getDefaultInstance(),
                type -> {
                  type.primaryKey(field("id"));
                  if (shared) {
                    type.inSharedExtent();
                  }
                });
    for (Index index : indexes) {
      builder.index("Subject", index);
    }
    store =
        context.join(
            RecordStore.open(context, test.subspace, builder.build(), OpenMode.CREATE_OR_OPEN));
  }

  <T> T join(CompletableFuture<T> future) {
    return context.join(future);
  }

  QueryPlan plan(RecordQuery query) {
    return store.queries().plan(query, OPTIONS);
  }

  /** The operators of a plan, without costs. */
  String text(RecordQuery query) {
    return plan(query).toString();
  }

  @Override
  public void close() {
    context.close();
    test.close();
  }
}
