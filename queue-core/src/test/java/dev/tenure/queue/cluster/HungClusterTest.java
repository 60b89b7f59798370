package dev.tenure.queue.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.TestCluster;
import dev.tenure.queue.explain.Explainer;
import dev.tenure.queue.inspect.ClusterInspector;
import dev.tenure.queue.inspect.ItemFilter;
import dev.tenure.queue.inspect.ListQuery;
import dev.tenure.queue.pointer.TopLevelPeekRequest;
import dev.tenure.record.context.ContextOptions;
import dev.tenure.record.database.RunOptions;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.error.RecordLayerException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of calls when a cluster stops answering. */
final class HungClusterTest {
  private static final TenantId TENANT = TestCluster.TENANT;
  private static final Duration LIMIT = Duration.ofSeconds(11);
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final ClusterFixture fixture = new ClusterFixture("east", "west");

  @AfterEach
  void close() {
    fixture.close();
  }

  private QueueException unavailable(CompletableFuture<?> call) {
    Duration before = fixture.timer.elapsed();
    QueueException error = (QueueException) fixture.failure(call);
    Duration took = fixture.timer.elapsed().minus(before);
    assertTrue(took.compareTo(LIMIT) <= 0, "took " + took);
    assertEquals(Code.CLUSTER_UNAVAILABLE, error.code());
    assertTrue(error.retryable());
    return error;
  }

  private static CompletableFuture<String> nothing(TenantTransaction tx) {
    return CompletableFuture.completedFuture(tx.tenant().user());
  }

  @Test
  void openingAHungClusterFailsWithItsNameAndTheLimit() {
    fixture.hanging("west").hang(true);

    QueueException error = unavailable(fixture.open("west", Runnable::run));

    assertEquals("cluster west did not answer within PT10S: opening it", error.getMessage());
    assertFalse(error.maybeCommitted());
  }

  @Test
  void runOnAHungClusterFailsAndTheNextOneSucceedsOnceItAnswers() {
    Deployment deployment = fixture.deployment("west");
    fixture.await(deployment.createTenant(TENANT));
    fixture.hanging("west").hang(true);

    QueueException error = unavailable(deployment.run(TENANT, HungClusterTest::nothing));

    assertEquals("cluster west did not answer within PT10S: a transaction", error.getMessage());
    assertEquals(
        RecordLayerException.Code.TIMED_OUT,
        RecordLayerException.toldOf(error).orElseThrow().code());
    assertEquals(1031, FdbErrorPredicates.codeOf(error).orElseThrow());
    fixture.hanging("west").hang(false);
    assertEquals(TENANT.user(), fixture.await(deployment.run(TENANT, HungClusterTest::nothing)));
  }

  @Test
  void commitThatIsNotAnsweredMayHaveBeenCommitted() {
    Deployment deployment = fixture.deployment("west");
    fixture.await(deployment.createTenant(TENANT));

    QueueException error =
        unavailable(
            deployment.run(
                TENANT,
                tx ->
                    tx.zone()
                        .enqueue(TestCluster.item("hello"))
                        .whenComplete((done, failed) -> fixture.hanging("west").hang(true))));

    assertTrue(error.maybeCommitted());
    assertEquals(
        "cluster west did not answer within PT10S: a transaction; it may have been committed",
        error.getMessage());
  }

  /** What an operator reads of a cluster. */
  static Map<String, Supplier<CompletableFuture<?>>> reads(QueueCluster cluster) {
    ClusterInspector inspector = new ClusterInspector(cluster);
    TenantStores stores = Deployment.of(List.of(cluster)).stores();
    Map<String, Supplier<CompletableFuture<?>>> calls = new LinkedHashMap<>();
    calls.put("hasTenant", () -> cluster.hasTenant(TENANT));
    calls.put("live", () -> cluster.consumers().live());
    calls.put("summary", inspector::summary);
    calls.put("depths", () -> inspector.depths(10));
    calls.put("zones", () -> inspector.zones(TENANT));
    calls.put("zone", () -> inspector.zone(TENANT, "default"));
    calls.put(
        "tenants",
        () ->
            inspector.tenants(
                Optional.empty(), Optional.empty(), ListQuery.all(), 1, Optional.empty()));
    calls.put(
        "items", () -> inspector.items(TENANT, "default", ItemFilter.all(), 1, Optional.empty()));
    calls.put("item", () -> inspector.item(TENANT, "default", "id"));
    calls.put("why", () -> new Explainer(cluster).why(TENANT, "default", "id"));
    calls.put("find", () -> stores.find(cluster, TENANT));
    calls.put("mark", () -> stores.mark(cluster, TENANT));
    calls.put("scan", () -> stores.scan(cluster, Optional.empty(), 10));
    calls.put("count", () -> stores.count(cluster, TENANT));
    return calls;
  }

  @Test
  void everyCallOnAHungClusterEnds() {
    QueueCluster cluster = fixture.open("west");
    fixture.await(cluster.createTenant(TENANT));
    fixture.hanging("west").hang(true);
    Map<String, Supplier<CompletableFuture<?>>> calls = reads(cluster);
    calls.put("createTenant", () -> cluster.createTenant(TENANT));
    calls.put("peek", () -> cluster.topLevel().peek(0, TopLevelPeekRequest.of(10, Duration.ZERO)));
    calls.put("leave", () -> cluster.consumers().leave("c"));
    calls.put("forget", () -> cluster.consumers().forget("c"));
    calls.put("hold", () -> cluster.consumers().holdSequentialScan(0, "c", Duration.ofSeconds(5)));
    calls.put("armed", () -> cluster.signals().arm(0).armed());
    calls.put("fired", () -> cluster.signals().arm(0).fired());
    Map<String, String> endedOtherwise = new TreeMap<>();
    calls.forEach(
        (name, call) -> {
          Throwable error = fixture.failure(call.get());
          if (FdbErrorPredicates.codeOf(error).orElse(0) != 1031) {
            endedOtherwise.put(name, error.toString());
          }
        });
    assertEquals(Map.of(), endedOtherwise);
  }

  @Test
  void watchOutlivesTheLimitOfItsArming() {
    QueueCluster cluster = fixture.open("west");
    var watch = cluster.signals().arm(0);
    fixture.await(watch.armed());
    while (fixture.timer.step()) {}
    assertFalse(watch.fired().isDone());
    assertTrue(watch.fired().cancel(true));
  }

  @Test
  void limitIsThatOfTheClustersOptionsUnlessTheCallerSetsOne() {
    QueueCluster cluster = fixture.open("west");
    fixture.await(cluster.createTenant(TENANT));
    fixture.hanging("west").hang(true);
    RunOptions own =
        RunOptions.defaults()
            .withName("mine")
            .withContext(ContextOptions.defaults().withTimeout(Duration.ofSeconds(3)));

    QueueException error =
        (QueueException) fixture.failure(cluster.run(own, TENANT, HungClusterTest::nothing));

    assertEquals("cluster west did not answer within PT3S: mine", error.getMessage());
    assertEquals(Duration.ofSeconds(10), cluster.options().transactionTimeout());
  }

  @Test
  void timeoutOutsideOfItsLimitsIsRefused() {
    ClusterOptions options = ClusterOptions.named("west");
    IllegalArgumentException error =
        assertThrows(
            IllegalArgumentException.class,
            () -> options.withTransactionTimeout(Duration.ofMillis(999)));
    assertEquals("transactionTimeout is PT0.999S, it must be PT1S to PT5M", error.getMessage());
  }

  /** A tenant that lies on one cluster while another is preferred for it. */
  private TenantId placedAgainstPreference(Deployment both, QueueCluster home) {
    TenantId tenant =
        ClusterFixture.tenant(each -> !both.preferred(each).name().equals(home.name()));
    fixture.await(home.createTenant(tenant));
    return tenant;
  }

  @Test
  void tenantOfAHealthyClusterIsServedWhileItsPreferredOneHangs() {
    Deployment both = fixture.deployment("east", "west");
    TenantId tenant = placedAgainstPreference(both, both.cluster("east").orElseThrow());
    fixture.hanging("west").hang(true);
    AtomicInteger bodies = new AtomicInteger();

    Duration took =
        fixture.time(
            () ->
                fixture.await(
                    both.run(
                        tenant,
                        tx -> {
                          bodies.incrementAndGet();
                          return nothing(tx);
                        })));
    Duration locating =
        fixture.time(() -> assertEquals("east", fixture.await(both.locate(tenant)).name()));

    assertTrue(took.compareTo(PATIENCE) <= 0, "took " + took);
    assertTrue(locating.compareTo(PATIENCE) <= 0, "took " + locating);
    assertEquals(1, bodies.get());
    fixture.hanging("west").hang(false);
    while (fixture.timer.step()) {}
    assertEquals(1, bodies.get());
  }

  @Test
  void tenantThatIsNotOnItsPreferredClusterDoesNotWaitForAThirdThatHangs() {
    try (ClusterFixture three = new ClusterFixture("a", "b", "c")) {
      Deployment all = three.deployment("a", "b", "c");
      TenantId tenant = ClusterFixture.tenant(each -> all.preferred(each).name().equals("a"));
      three.await(all.cluster("c").orElseThrow().createTenant(tenant));
      three.hanging("b").hang(true);

      Duration took = three.time(() -> assertEquals("c", three.await(all.locate(tenant)).name()));

      assertEquals(Duration.ZERO, took);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"east", "west"})
  void tenantOfAHungClusterFailsNamingItAndOthersAreServedAtOnce(String hung) {
    Deployment both = fixture.deployment("east", "west");
    TenantId there = ClusterFixture.tenant(each -> both.preferred(each).name().equals(hung));
    TenantId elsewhere = ClusterFixture.tenant(each -> !both.preferred(each).name().equals(hung));
    fixture.await(both.createTenant(there));
    fixture.await(both.createTenant(elsewhere));
    fixture.hanging(hung).hang(true);

    Duration took =
        fixture.time(() -> fixture.await(both.run(elsewhere, HungClusterTest::nothing)));
    QueueException error = unavailable(both.run(there, HungClusterTest::nothing));

    assertEquals(Duration.ZERO, took);
    assertTrue(ClusterFixture.message(error).startsWith("cluster " + hung + " did not"));
  }

  @Test
  void tenantThatNoAnsweringClusterHasIsNotDeclaredMissing() {
    Deployment both = fixture.deployment("east", "west");
    TenantId tenant = ClusterFixture.tenant(each -> both.preferred(each).name().equals("east"));
    fixture.hanging("west").hang(true);

    assertTrue(ClusterFixture.message(unavailable(both.locate(tenant))).contains("west"));
    assertTrue(
        ClusterFixture.message(unavailable(both.run(tenant, HungClusterTest::nothing)))
            .contains("west"));
    assertTrue(ClusterFixture.message(unavailable(both.createTenant(tenant))).contains("west"));
  }

  @Test
  void runOnThePreferredClusterIsOneTransaction() {
    Deployment both = fixture.deployment("east", "west");
    TenantId tenant = ClusterFixture.tenant(each -> both.preferred(each).name().equals("east"));
    fixture.await(both.createTenant(tenant));
    int east = fixture.hanging("east").opened();
    int west = fixture.hanging("west").opened();

    fixture.await(both.run(tenant, HungClusterTest::nothing));

    assertEquals(1, fixture.hanging("east").opened() - east);
    assertEquals(0, fixture.hanging("west").opened() - west);
  }
}
