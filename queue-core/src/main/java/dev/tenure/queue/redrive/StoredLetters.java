package dev.tenure.queue.redrive;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.redrive.LetterScan.Seen;
import dev.tenure.queue.redrive.RedriveSlice.Changes;
import dev.tenure.queue.zone.DeadLetter;
import dev.tenure.queue.zone.QueueZone;
import dev.tenure.record.database.RunOptions;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The dead letters in the tenant's record store. A slice is one transaction. */
record StoredLetters(QueueCluster cluster, TenantId tenant, RedriveRequest request)
    implements Letters {

  @Override
  public CompletableFuture<Seen> look(RunOptions run, RedrivePosition position, int matchesMax) {
    return cluster.run(run, tenant, tx -> LetterScan.from(tx, request, position, matchesMax));
  }

  @Override
  public CompletableFuture<Changes> change(String zone, List<DeadLetter> letters) {
    return new RedriveSlice(zone, request.action(), letters).commit(cluster, tenant);
  }

  @Override
  public CompletableFuture<Long> count(RunOptions run) {
    return cluster.run(run, tenant, tx -> QueueZone.countDeadLetters(tx.store(), request.zone()));
  }
}
