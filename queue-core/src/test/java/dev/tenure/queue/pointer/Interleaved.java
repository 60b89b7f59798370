package dev.tenure.queue.pointer;

import static dev.tenure.queue.TestCluster.join;

import dev.tenure.queue.TestCluster;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.external.store.ExternalStores;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.error.FdbErrorPredicates;
import java.time.Duration;
import java.util.List;

/** A visit whose transaction the test commits itself, after something else has happened. */
final class Interleaved {
  private final RecordContext context;
  private final PointerVisit visit;

  Interleaved(TestCluster test, PointerRef ref, VisitRequest request, Duration minInactive) {
    context = test.database.openContext();
    visit = new PointerVisit(setup(test, minInactive), context, ref, List.of(), request);
  }

  static VisitSetup setup(TestCluster test, Duration minInactive) {
    return setup(test.cluster, minInactive);
  }

  static VisitSetup setup(QueueCluster cluster, Duration minInactive) {
    ZoneStores stores =
        (opened, at) -> cluster.begin(opened, at.tenant()).thenApply(tx -> tx.store());
    SleepChecks checks =
        new SleepChecks(
            cluster.space(), stores, new ExternalLooks(cluster.space(), ExternalStores.none()));
    return new VisitSetup(cluster.space(), stores, minInactive, new PeekMarks(), checks);
  }

  VisitResult runUncommitted() {
    return join(visit.run());
  }

  boolean commitConflicts() {
    try {
      join(context.commit());
      return false;
    } catch (RuntimeException e) {
      return FdbErrorPredicates.conflict(e);
    } finally {
      context.close();
    }
  }
}
