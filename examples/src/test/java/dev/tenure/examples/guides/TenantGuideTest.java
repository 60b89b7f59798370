package dev.tenure.examples.guides;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.queue.directory.DeletionPreview;
import dev.tenure.queue.directory.DirectoryOptions;
import dev.tenure.queue.directory.DirectoryShards;
import dev.tenure.queue.directory.TenantDetails;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.queue.directory.TenantEntry;
import dev.tenure.queue.move.MoveOptions;
import dev.tenure.queue.move.MoveProgress;
import dev.tenure.queue.move.TenantMoveReport;
import dev.tenure.queue.move.TenantMoves;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.keys.KeyChangeReport;
import dev.tenure.spring.TenureProperties;
import dev.tenure.spring.TenureProperties.ClusterProperties;
import dev.tenure.spring.TenureRuntime;
import dev.tenure.spring.cluster.OpenedClusters;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What docs/tenants.md and docs/moves.md show. */
final class TenantGuideTest {

  private static TenantDirectory directory(Deployment clusters) {
    return TenantDirectory.of(
        clusters,
        DirectoryOptions.on(List.of("east", "west")).withKeys(List.of("email", "handle")),
        DirectoryShards.inRecordStores());
  }

  private static CompletableFuture<TenantEntry> create(TenantDirectory directory, TenantId tenant) {
    return directory.create(
        tenant, TenantDetails.NONE.withDisplayName("Alice").withKey("email", "alice@example.org"));
  }

  private static CompletableFuture<Optional<TenantEntry>> find(
      TenantDirectory directory, String address) {
    return directory.find(new SecondaryKey("email", address));
  }

  private static CompletableFuture<Boolean> deleteIfSmall(
      TenantDirectory directory, TenantId tenant) {
    return directory
        .previewDeletion(tenant)
        .thenCompose(
            preview ->
                preview.filter(found -> found.contents().items() < 100).isPresent()
                    ? directory.delete(tenant)
                    : CompletableFuture.completedFuture(false));
  }

  private static CompletableFuture<TenantMoveReport> move(
      TenantDirectory directory, TenantId tenant, String cluster, Consumer<MoveProgress> listener) {
    return TenantMoves.of(directory, MoveOptions.defaults()).move(tenant, cluster, listener);
  }

  private static CompletableFuture<KeyChangeReport> addPhones(TenantDirectory directory) {
    return directory
        .kinds()
        .add(
            "phone",
            entry -> Optional.ofNullable(entry.details().attributes().get("phone")),
            progress -> {});
  }

  /** So that the addition of a kind waits for two seconds, and not for two minutes. */
  private static void storeKindsWithAShortLease(Deployment clusters) {
    TenantDirectory first =
        TenantDirectory.of(
            clusters,
            DirectoryOptions.on(List.of("east", "west"))
                .withKeys(List.of("email", "handle"))
                .withLease(Duration.ofSeconds(1)),
            DirectoryShards.inRecordStores());
    first.find(GuideSchema.READER).join();
  }

  @Test
  void tenantIsCreatedFoundRenamedSuspendedAndDeleted() {
    TenureProperties properties =
        TenureProperties.of(
            ClusterProperties.of("east", "memory:tenants-east"),
            ClusterProperties.of("west", "memory:tenants-west"));
    try (TenureRuntime runtime = TenureRuntime.start();
        OpenedClusters clusters =
            OpenedClusters.open(properties, runtime, TenantSchemas.same(GuideSchema.metaData()))) {
      storeKindsWithAShortLease(clusters.deployment());
      TenantDirectory directory = directory(clusters.deployment());
      assertTrue(directory.adopt(progress -> {}).join().active());
      TenantEntry entry = create(directory, GuideSchema.READER).join();
      assertEquals(Optional.of(entry), find(directory, "alice@example.org").join());
      directory
          .change(GuideSchema.READER, details -> details.withKey("email", "alice@notes.example"))
          .join();
      assertEquals(Optional.empty(), find(directory, "alice@example.org").join());
      directory.suspend(GuideSchema.READER, "the invoice is unpaid").join();
      directory.resume(GuideSchema.READER).join();
      String other = entry.cluster().equals("east") ? "west" : "east";
      TenantMoveReport report = move(directory, GuideSchema.READER, other, progress -> {}).join();
      assertEquals(TenantMoveReport.Outcome.COMPLETED, report.outcome());
      assertEquals(other, directory.find(GuideSchema.READER).join().orElseThrow().cluster());
      Optional<DeletionPreview> preview = directory.previewDeletion(GuideSchema.READER).join();
      assertEquals(1, preview.orElseThrow().keys());
      TenantDirectory newer =
          TenantDirectory.of(
              clusters.deployment(),
              DirectoryOptions.on(List.of("east", "west"))
                  .withKeys(List.of("email", "handle", "phone")),
              DirectoryShards.inRecordStores());
      assertEquals(0, addPhones(newer).join().refused());
      assertTrue(deleteIfSmall(newer, GuideSchema.READER).join());
    }
  }
}
