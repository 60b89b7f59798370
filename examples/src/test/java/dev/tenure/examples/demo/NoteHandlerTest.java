package dev.tenure.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tenure.consumer.Handlers;
import dev.tenure.examples.proto.IndexNote;
import dev.tenure.examples.proto.Note;
import dev.tenure.examples.proto.NoteStats;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.testkit.cluster.SimulatedCluster;
import dev.tenure.testkit.engine.SimulatedEngine;
import dev.tenure.testkit.junit.SimulatedTest;
import java.time.Duration;

/**
 * The handler of the demo under crashes, conflicts and unknown commits; docs/testing-handlers.md.
 */
final class NoteHandlerTest {
  private static final TenantId READER = DemoSchema.tenant(0);
  private static final int NOTES = 30;

  @SimulatedTest(seeds = 10)
  void everyNoteIsCountedOnce(SimulatedEngine engine) {
    SimulatedCluster cluster = SimulatedCluster.open(engine, DemoSchema.metaData());
    cluster.createTenant(READER);
    for (int number = 0; number < NOTES; number++) {
      save(cluster, number);
    }
    cluster.startConsumer("first", NoteHandlerTest::handlers);
    cluster.startConsumer("second", NoteHandlerTest::handlers);
    cluster.runWithFaults(Duration.ofMinutes(1));
    cluster.drain(Duration.ofMinutes(10));
    assertEquals(NOTES, stats(cluster).getNotes());
    assertEquals(3 * NOTES, stats(cluster).getWords());
  }

  private static void save(SimulatedCluster cluster, int number) {
    Note note = Note.newBuilder().setNumber(number).setText("call me Ishmael").build();
    IndexNote work = IndexNote.newBuilder().setNumber(number).build();
    cluster.run(
        READER,
        tx ->
            tx.store()
                .save(note)
                .thenCompose(saved -> tx.zone().enqueue(NewItem.of(DemoSchema.INDEX_NOTE, work))));
  }

  private static Handlers handlers(Deployment deployment) {
    NoteHandler handler = new NoteHandler(deployment, new PickupTimes(() -> 0));
    return Handlers.builder().on(DemoSchema.INDEX_NOTE, handler).build();
  }

  private static NoteStats stats(SimulatedCluster cluster) {
    return cluster.run(
        READER,
        tx ->
            tx.store()
                .load(DemoSchema.STATS, DemoSchema.STATS_KEY)
                .thenApply(found -> (NoteStats) found.orElseThrow().message()));
  }
}
