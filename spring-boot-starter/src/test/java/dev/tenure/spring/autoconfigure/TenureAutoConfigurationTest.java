package dev.tenure.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.tenure.queue.NewItem;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.pointer.PointerLeasing;
import dev.tenure.spring.MemoryClusters;
import dev.tenure.spring.Notes;
import dev.tenure.spring.TenureRuntime;
import dev.tenure.spring.TenureTemplate;
import dev.tenure.spring.cluster.ClusterOpener;
import dev.tenure.spring.cluster.OpenedClusters;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

final class TenureAutoConfigurationTest {
  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(TenureAutoConfiguration.class));
  private final ApplicationContextRunner twoClusters =
      runner.withPropertyValues(
          "tenure.clusters[0].name=a",
          "tenure.clusters[0].url=memory:a",
          "tenure.clusters[0].shards=3",
          "tenure.clusters[0].min-inactive=5s",
          "tenure.clusters[0].leasing=always",
          "tenure.clusters[1].name=b",
          "tenure.clusters[1].url=memory:b");

  @TempDir Path directory;

  @Test
  void opensTheClustersThatPropertiesName() {
    twoClusters.run(
        context -> {
          Deployment deployment = context.getBean(Deployment.class);
          assertThat(deployment.clusters())
              .extracting(QueueCluster::name)
              .containsExactly("a", "b");
          QueueCluster first = deployment.cluster("a").orElseThrow();
          assertThat(first.shards()).isEqualTo(3);
          assertThat(first.options().minInactive()).isEqualTo(Duration.ofSeconds(5));
          assertThat(first.options().leasing()).isEqualTo(PointerLeasing.ALWAYS);
          assertThat(deployment.cluster("b").orElseThrow().options().leasing())
              .isEqualTo(ClusterOptions.named("b").leasing());
        });
  }

  @Test
  void enqueuesInATransactionOfTheTenant() {
    twoClusters.run(
        context -> {
          TenureTemplate template = context.getBean(TenureTemplate.class);
          Notes.enqueue(template, "hello");
          assertThat(Notes.counts(template)).containsExactly(Map.entry("note", 1L));
        });
  }

  @Test
  void leavesNothingOfABodyThatFails() {
    twoClusters.run(
        context -> {
          TenureTemplate template = context.getBean(TenureTemplate.class);
          template.createTenant(Notes.ALICE);
          assertThatIllegalStateException()
              .isThrownBy(
                  () ->
                      template.execute(
                          Notes.ALICE,
                          tx ->
                              tx.zone()
                                  .enqueue(NewItem.of(Notes.NOTE, "lost"))
                                  .<String>thenApply(
                                      done -> {
                                        throw new IllegalStateException("changed my mind");
                                      })))
              .withMessage("changed my mind");
          assertThat(Notes.counts(template)).isEmpty();
        });
  }

  @Test
  void saysThatATenantIsNotThere() {
    twoClusters.run(
        context -> {
          TenureTemplate template = context.getBean(TenureTemplate.class);
          assertThatExceptionOfType(QueueException.class)
              .isThrownBy(
                  () ->
                      template.execute(
                          new TenantId("notes", "nobody"), tx -> tx.zone().countByType()))
              .satisfies(
                  error ->
                      assertThat(error.code()).isEqualTo(QueueException.Code.TENANT_NOT_FOUND));
        });
  }

  @Test
  void makesATenantOnceAndSaysWhere() {
    twoClusters.run(
        context -> {
          TenureTemplate template = context.getBean(TenureTemplate.class);
          String cluster = template.createTenant(Notes.ALICE);
          assertThat(cluster).isIn("a", "b");
          assertThat(template.createTenant(Notes.ALICE)).isEqualTo(cluster);
        });
  }

  @Test
  void refusesToWaitOnAThreadThatContinuesTransactions() {
    twoClusters.run(
        context -> {
          TenureTemplate template = context.getBean(TenureTemplate.class);
          TenureRuntime runtime = context.getBean(TenureRuntime.class);
          CompletableFuture<String> waiting =
              CompletableFuture.supplyAsync(
                  () -> template.createTenant(Notes.ALICE), runtime.transactions());
          assertThat(waiting)
              .failsWithin(10, TimeUnit.SECONDS)
              .withThrowableThat()
              .havingCause()
              .isInstanceOf(IllegalStateException.class)
              .withMessageContaining("use createTenantAsync");
        });
  }

  @Test
  void keepsItsHandsOffAnApplicationsOwnDeployment() {
    try (TenureRuntime runtime = TenureRuntime.start();
        OpenedClusters opened = MemoryClusters.open(runtime, "mine")) {
      Deployment mine = opened.deployment();
      runner
          .withBean("mine", Deployment.class, () -> mine)
          .withPropertyValues("tenure.clusters[0].name=a", "tenure.clusters[0].url=memory:a")
          .run(
              context -> {
                assertThat(context.getBean(Deployment.class)).isSameAs(mine);
                assertThat(context).doesNotHaveBean(OpenedClusters.class);
              });
      assertThat(mine.createTenant(Notes.ALICE)).succeedsWithin(10, TimeUnit.SECONDS);
    }
  }

  @Test
  void keepsDataOfADirectoryAndLetsGoOfItWhenClosed() {
    ApplicationContextRunner durable =
        runner.withPropertyValues(
            "tenure.clusters[0].name=a",
            "tenure.clusters[0].url=embedded:" + directory.resolve("a"));
    durable.run(context -> Notes.enqueue(context.getBean(TenureTemplate.class), "kept"));
    durable.run(
        context ->
            assertThat(Notes.counts(context.getBean(TenureTemplate.class)))
                .containsExactly(Map.entry("note", 1L)));
  }

  @Test
  void opensAllClustersOrNone() {
    String url = "embedded:" + directory.resolve("a");
    runner
        .withPropertyValues(
            "tenure.clusters[0].name=a",
            "tenure.clusters[0].url=" + url,
            "tenure.clusters[1].name=b",
            "tenure.clusters[1].url=fdb:" + directory.resolve("absent"))
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .hasMessageContaining("does not exist or cannot be read"));
    ClusterOpener.open(url).close();
  }
}
