package dev.tenure.examples.guides;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.examples.proto.Note;
import dev.tenure.queue.EncodedPayload;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.batch.BatchEnqueue;
import dev.tenure.queue.batch.BatchReport;
import dev.tenure.queue.batch.ItemOutcome;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.queue.zone.EnqueueResult;
import dev.tenure.queue.zone.ZoneSettings;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.spring.TenureProperties;
import dev.tenure.spring.TenureProperties.ClusterProperties;
import dev.tenure.spring.TenureRuntime;
import dev.tenure.spring.TenureTemplate;
import dev.tenure.spring.cluster.OpenedClusters;
import dev.tenure.testkit.cluster.SimulatedCluster;
import dev.tenure.testkit.engine.SimulatedEngine;
import dev.tenure.testkit.junit.SimulatedTest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What docs/producers.md shows. */
final class ProducerGuideTest {
  private static final WorkType<String> SEND = WorkType.of("send", PayloadCodecs.text());

  /** Version 1 was the bare address; version 2 begins with the channel. */
  private static final WorkType<String> SEND_BY_CHANNEL =
      WorkType.of("send", PayloadCodecs.text())
          .withSchemaVersion(2)
          .withUpgrader(1, ProducerGuideTest::withChannel);

  private static final Note NOTE = GuideSchema.note(1, "call me Ishmael");

  private static EncodedPayload withChannel(EncodedPayload older) {
    String address = new String(older.bytes(), StandardCharsets.UTF_8);
    byte[] newer = ("mail:" + address).getBytes(StandardCharsets.UTF_8);
    return new EncodedPayload(older.contentType(), newer);
  }

  private static EnqueueResult saveAndSend(TenureTemplate tenure, Note note, String address) {
    NewItem item = tenure.traced(NewItem.of(SEND, address));
    return tenure.execute(
        GuideSchema.READER,
        tx -> tx.store().save(note).thenCompose(saved -> tx.zone("mail").enqueue(item)));
  }

  private static CompletableFuture<EnqueueResult> sendOnce(Deployment deployment, Note note) {
    NewItem item =
        NewItem.of(SEND, note.getText())
            .withId("welcome-" + note.getNumber())
            .withPriority(3)
            .withDelay(Duration.ofMinutes(10))
            .withGroup("note-" + note.getNumber());
    return deployment.run(GuideSchema.READER, tx -> tx.zone("mail").enqueue(item));
  }

  private static CompletableFuture<ZoneSettings> rememberIds(Deployment deployment) {
    return deployment.run(
        GuideSchema.READER,
        tx -> tx.zone("mail").changeSettings(before -> before.withDedupFor(Duration.ofDays(1))));
  }

  private static CompletableFuture<List<NewItem>> sendAll(
      Deployment deployment, List<NewItem> items) {
    return BatchEnqueue.into(deployment, GuideSchema.READER, "mail")
        .enqueueInBatches(items)
        .thenApply(report -> toRepeat(items, report));
  }

  private static List<NewItem> toRepeat(List<NewItem> items, BatchReport report) {
    return IntStream.range(0, items.size())
        .filter(i -> report.outcomes().get(i) instanceof ItemOutcome.Failed)
        .mapToObj(i -> items.get(i).withId(report.outcomes().get(i).id()))
        .toList();
  }

  @Test
  void dataAndWorkCommitTogether() {
    RecordMetaData metaData = GuideSchema.metaData();
    TenureProperties properties = TenureProperties.of(ClusterProperties.of("a", "memory:guide"));
    try (TenureRuntime runtime = TenureRuntime.start();
        OpenedClusters clusters =
            OpenedClusters.open(properties, runtime, TenantSchemas.same(metaData))) {
      TenureTemplate tenure = new TenureTemplate(clusters.deployment());
      tenure.createTenant(GuideSchema.READER);
      EnqueueResult result = saveAndSend(tenure, NOTE, "alice@example.org");
      assertEquals(EnqueueResult.Status.NEW, result.status());
      long enqueued = tenure.execute(GuideSchema.READER, tx -> tx.zone("mail").count(SEND.name()));
      assertEquals(1, enqueued);
    }
  }

  @SimulatedTest(seeds = 1)
  void aRememberedIdIsEnqueuedOnceThoughItsItemIsGone(SimulatedEngine engine) {
    SimulatedCluster cluster = opened(engine);
    join(engine, rememberIds(cluster.deployment()));
    EnqueueResult first = join(engine, sendOnce(cluster.deployment(), NOTE));
    EnqueueResult second = join(engine, sendOnce(cluster.deployment(), NOTE));
    cluster.run(GuideSchema.READER, tx -> tx.zone("mail").cancel(first.id()));
    EnqueueResult third = join(engine, sendOnce(cluster.deployment(), NOTE));
    assertEquals(
        List.of(
            EnqueueResult.Status.NEW,
            EnqueueResult.Status.EXISTING,
            EnqueueResult.Status.ALREADY_DONE),
        List.of(first.status(), second.status(), third.status()));
  }

  @SimulatedTest(seeds = 1)
  void aBatchTakesAsManyTransactionsAsItNeeds(SimulatedEngine engine) {
    SimulatedCluster cluster = opened(engine);
    List<NewItem> items =
        IntStream.range(0, 450).mapToObj(i -> NewItem.of(SEND, "reader " + i)).toList();
    assertTrue(join(engine, sendAll(cluster.deployment(), items)).isEmpty());
    long enqueued = cluster.run(GuideSchema.READER, tx -> tx.zone("mail").count(SEND.name()));
    assertEquals(450, enqueued);
  }

  @Test
  void anOlderPayloadIsUpgraded() {
    NewItem old = NewItem.of(SEND, "alice@example.org");
    assertEquals("mail:alice@example.org", SEND_BY_CHANNEL.decode(old.schemaVersion(), old.body()));
  }

  private static SimulatedCluster opened(SimulatedEngine engine) {
    SimulatedCluster cluster = SimulatedCluster.open(engine, GuideSchema.metaData());
    cluster.createTenant(GuideSchema.READER);
    return cluster;
  }

  private static <T> T join(SimulatedEngine engine, CompletableFuture<T> future) {
    return engine.scheduler().join(future);
  }
}
