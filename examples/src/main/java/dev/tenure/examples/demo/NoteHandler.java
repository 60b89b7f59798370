package dev.tenure.examples.demo;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.consumer.ItemHandler;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.PermanentException;
import dev.tenure.consumer.WorkContext;
import dev.tenure.examples.proto.IndexNote;
import dev.tenure.examples.proto.Note;
import dev.tenure.examples.proto.NoteStats;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.TenantTransaction;
import java.util.StringTokenizer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Counts the words of a note, and adds them to the tenant's statistics in the transaction that
 * completes the item. So each note counts once, even if the handler runs several times.
 */
final class NoteHandler implements ItemHandler<IndexNote> {
  private final Deployment deployment;
  private final PickupTimes pickups;

  NoteHandler(Deployment deployment, PickupTimes pickups) {
    this.deployment = deployment;
    this.pickups = pickups;
  }

  @Override
  public CompletionStage<Outcome> handle(IndexNote payload, WorkContext context) {
    pickups.started(payload.getNumber());
    return deployment
        .run(context.tenant(), tx -> tx.store().load(DemoSchema.NOTE, key(payload)))
        .thenApply(
            found -> {
              Note note =
                  found
                      .map(stored -> (Note) stored.message())
                      .orElseThrow(
                          () ->
                              new PermanentException(
                                  "note " + payload.getNumber() + " does not exist"));
              long words = new StringTokenizer(note.getText()).countTokens();
              return Outcome.done(tx -> add(tx, words));
            });
  }

  private static CompletableFuture<Void> add(TenantTransaction tx, long words) {
    return tx.store()
        .load(DemoSchema.STATS, DemoSchema.STATS_KEY)
        .thenCompose(
            found -> {
              NoteStats before =
                  found
                      .map(stored -> (NoteStats) stored.message())
                      .orElse(NoteStats.getDefaultInstance());
              NoteStats after =
                  before.toBuilder()
                      .setNotes(before.getNotes() + 1)
                      .setWords(before.getWords() + words)
                      .build();
              return tx.store().save(after);
            })
        .thenAccept(saved -> {});
  }

  private static Tuple key(IndexNote payload) {
    return Tuple.from(payload.getNumber());
  }
}
