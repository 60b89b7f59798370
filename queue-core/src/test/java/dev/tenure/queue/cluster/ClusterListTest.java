package dev.tenure.queue.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.TenantId;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The list of clusters that each cluster has stored: agreed on, and changed. */
final class ClusterListTest {
  private final ClusterFixture fixture = new ClusterFixture("a", "b", "c");

  @AfterEach
  void close() {
    fixture.close();
  }

  private QueueException refused(Code code, CompletableFuture<?> call) {
    QueueException error = (QueueException) fixture.failure(call);
    assertEquals(code, error.code(), ClusterFixture.message(error));
    return error;
  }

  private Optional<ClusterList> stored(String cluster) {
    return fixture.await(new StoredList(fixture.open(cluster)).read());
  }

  private void store(String cluster, ClusterList list) {
    fixture.await(new StoredList(fixture.open(cluster)).change("test", found -> list));
  }

  private static ClusterList list(long version, String... names) {
    return ClusterList.settled(version, List.of(names));
  }

  private static TenantId preferring(Deployment deployment, String cluster) {
    return ClusterFixture.tenant(each -> deployment.preferred(each).name().equals(cluster));
  }

  @Test
  void firstCreationStoresTheListInEveryCluster() {
    Deployment deployment = fixture.deployment("b", "a");
    fixture.await(deployment.createTenant(preferring(deployment, "b")));

    assertEquals(Optional.of(list(1, "a", "b")), stored("a"));
    assertEquals(Optional.of(list(1, "a", "b")), stored("b"));
    assertEquals(Optional.empty(), stored("c"));
  }

  @Test
  void bytesOfTheStoredListAreThoseOfTheFormat() {
    assertEquals(
        "0801" + "120161" + "120162" + "1a0161" + "1a0162" + "1a0163",
        HexFormat.of().formatHex(list(1, "a", "b").changingTo(List.of("a", "b", "c")).encode()));
  }

  @Test
  void unreadableListIsToldWithItsCluster() {
    QueueException error =
        assertThrows(
            QueueException.class, () -> ClusterList.decode("west", new byte[] {8, 1, 18, 9}));
    assertEquals(Code.CORRUPT, error.code());
    assertTrue(
        ClusterFixture.message(error).contains("in cluster west"), ClusterFixture.message(error));
  }

  @Test
  void processWithAnotherListIsRefusedWithBothListsAndStoresNothing() {
    fixture.await(fixture.deployment("a", "b").agree());
    Deployment other = fixture.deployment("a", "b", "c");

    String expected =
        "this process knows the clusters [a, b, c], cluster a has stored [a, b] (version 1)";
    assertEquals(expected, refused(Code.CLUSTERS_DIFFER, other.agree()).getMessage());
    assertEquals(
        expected,
        refused(Code.CLUSTERS_DIFFER, other.createTenant(preferring(other, "c"))).getMessage());
    assertEquals(Optional.empty(), stored("c"));
    assertFalse(fixture.await(other.cluster("c").orElseThrow().hasTenant(preferring(other, "c"))));
  }

  @Test
  void tenantsThatAreThereAreServedAndFoundWithAnyList() {
    Deployment two = fixture.deployment("a", "b");
    TenantId tenant = preferring(two, "b");
    fixture.await(two.createTenant(tenant));
    Deployment three = fixture.deployment("a", "b", "c");

    assertEquals("b", fixture.await(three.createTenant(tenant)).name());
    assertEquals("b", fixture.await(three.locate(tenant)).name());
    assertEquals(
        "x", fixture.await(three.run(tenant, tx -> CompletableFuture.completedFuture("x"))));
  }

  @Test
  void listThatWasStoredInSomeClustersOnlyIsCompleted() {
    store("a", list(1, "a", "b"));
    assertEquals(list(1, "a", "b"), fixture.await(fixture.deployment("a", "b").agree()));
    assertEquals(Optional.of(list(1, "a", "b")), stored("b"));
  }

  @Test
  void creationCostsOneReadMoreAndNoTransactionOnceAgreed() {
    Deployment one = fixture.deployment("a");
    fixture.await(one.agree());
    int before = fixture.hanging("a").opened();
    fixture.await(one.createTenant(new TenantId("mail", "first")));
    int through = fixture.hanging("a").opened() - before;
    QueueCluster cluster = one.clusters().get(0);
    TenantId second = new TenantId("mail", "second");
    before = fixture.hanging("a").opened();
    assertFalse(fixture.await(cluster.hasTenant(second)));
    fixture.await(cluster.createTenant(second));
    assertEquals(fixture.hanging("a").opened() - before, through);
  }

  @Test
  void addedClusterIsUsedByProcessesOfTheNewListAndOthersAreRefused() {
    Deployment two = fixture.deployment("a", "b");
    fixture.await(two.agree());
    Deployment three = fixture.deployment("a", "b", "c");

    assertEquals(
        list(2, "a", "b", "c"), fixture.await(three.changeClusters(1, List.of("c", "b", "a"))));
    TenantId onC = preferring(three, "c");
    assertEquals("c", fixture.await(three.createTenant(onC)).name());
    TenantId onA = ClusterFixture.tenant(each -> two.preferred(each).name().equals("a"));
    assertEquals(
        "this process knows the clusters [a, b], cluster a has stored [a, b, c] (version 2)",
        refused(Code.CLUSTERS_DIFFER, two.createTenant(onA)).getMessage());
    assertEquals(
        list(2, "a", "b", "c"), fixture.await(three.changeClusters(1, List.of("a", "b", "c"))));
  }

  @Test
  void removedClusterMustBeEmptyAndIsClosedToTheOldList() {
    Deployment three = fixture.deployment("a", "b", "c");
    TenantId onC = preferring(three, "c");
    fixture.await(three.createTenant(onC));

    QueueException full =
        refused(Code.CLUSTER_NOT_EMPTY, three.changeClusters(1, List.of("a", "b")));
    assertTrue(ClusterFixture.message(full).contains("{c=1}"), ClusterFixture.message(full));
    assertEquals(Optional.of(list(1, "a", "b", "c")), stored("a"));

    fixture.await(three.changeClusters(1, List.of("b", "c")));
    assertEquals(Optional.of(list(2, "b", "c")), stored("a"));
    TenantId onA =
        ClusterFixture.tenant(
            each -> three.preferred(each).name().equals("a") && !each.equals(onC));
    refused(Code.CLUSTERS_DIFFER, three.createTenant(onA));
  }

  @Test
  void removedClusterMayJoinAgain() {
    Deployment three = fixture.deployment("a", "b", "c");
    fixture.await(three.agree());
    fixture.await(three.changeClusters(1, List.of("a", "b")));
    fixture.await(three.changeClusters(2, List.of("a", "b", "c")));

    assertEquals(Optional.of(list(3, "a", "b", "c")), stored("c"));
    fixture.await(three.createTenant(preferring(three, "c")));
  }

  @Test
  void creationIsRefusedWhileAChangeIsUnderWayAndItIsFinishedByAskingAgain() {
    Deployment three = fixture.deployment("a", "b", "c");
    store("a", list(1, "a", "b").changingTo(List.of("a", "b", "c")));
    store("b", list(1, "a", "b"));

    String error =
        ClusterFixture.message(refused(Code.CLUSTERS_DIFFER, fixture.deployment("a", "b").agree()));
    assertTrue(error.contains("version 1, changing to [a, b, c]"), error);
    refused(Code.CLUSTERS_DIFFER, three.changeClusters(1, List.of("b", "c")));
    assertEquals(
        list(2, "a", "b", "c"), fixture.await(three.changeClusters(1, List.of("a", "b", "c"))));
  }

  @Test
  void changeThatWasDecidedOnTheFirstClusterAloneIsTheOneToEnd() {
    Deployment three = fixture.deployment("a", "b", "c");
    assertEquals(Map.of(), fixture.await(three.storedLists()));
    store("a", list(2, "a", "b", "c"));
    store("b", list(1, "a", "b").changingTo(List.of("a", "b", "c")));

    SortedMap<String, ClusterList> stored = fixture.await(three.storedLists());
    assertEquals(List.of("a", "b"), List.copyOf(stored.keySet()));
    ClusterList left = ClusterList.toChange(stored.values()).orElseThrow();
    assertEquals(1, left.version());
    fixture.await(three.changeClusters(left.version(), left.next()));
    assertEquals(
        Optional.of(list(2, "a", "b", "c")),
        ClusterList.toChange(fixture.await(three.storedLists()).values()));
  }

  @Test
  void changeThatFindsTenantsAfterItsAnnouncementIsWithdrawn() {
    Deployment three = fixture.deployment("a", "b", "c");
    fixture.await(three.createTenant(preferring(three, "c")));
    for (String cluster : List.of("a", "b", "c")) {
      store(cluster, list(1, "a", "b", "c").changingTo(List.of("a", "b")));
    }

    QueueException error =
        refused(Code.CLUSTER_NOT_EMPTY, three.changeClusters(1, List.of("a", "b")));

    assertTrue(
        ClusterFixture.message(error).contains("[a, b, c] (version 2)"),
        ClusterFixture.message(error));
    for (String cluster : List.of("a", "b", "c")) {
      assertEquals(Optional.of(list(2, "a", "b", "c")), stored(cluster));
    }
    fixture.await(three.createTenant(preferring(three, "a")));
  }

  @Test
  void listLeftOverByAStartThatWasRefusedDoesNotBlockAChange() {
    store("a", list(1, "a", "b"));
    store("b", list(1, "b", "c"));
    store("c", list(1, "b", "c"));
    Deployment three = fixture.deployment("a", "b", "c");

    fixture.await(three.changeClusters(1, List.of("a", "b", "c")));

    assertEquals(Optional.of(list(2, "a", "b", "c")), stored("a"));
    assertEquals(list(2, "a", "b", "c"), fixture.await(three.agree()));
  }

  @Test
  void creationThatSearchedBeforeItKnewTheListSearchesAgain() {
    Deployment two = fixture.deployment("a", "b");
    fixture.await(two.agree());
    HeldExecutor slow = new HeldExecutor();
    Deployment three =
        Deployment.of(
            Stream.of("a", "b", "c").map(name -> fixture.await(fixture.open(name, slow))).toList());
    TenantId tenant =
        ClusterFixture.tenant(
            each ->
                three.preferred(each).name().equals("c") && two.preferred(each).name().equals("b"));
    int opened = fixture.hanging("b").opened();
    slow.hold(true);
    CompletableFuture<QueueCluster> creation = three.createTenant(tenant);
    while (fixture.hanging("b").opened() == opened && slow.runOne()) {}
    slow.hold(false);
    fixture.await(two.createTenant(tenant));
    fixture.await(fixture.deployment("a", "b", "c").changeClusters(1, List.of("a", "b", "c")));
    fixture.await(three.agree());
    while (slow.runOne()) {}

    assertEquals("b", fixture.await(creation).name());
    assertFalse(fixture.await(three.cluster("c").orElseThrow().hasTenant(tenant)));
  }

  @Test
  void changeOfAnotherVersionIsRefused() {
    Deployment three = fixture.deployment("a", "b", "c");
    String none =
        ClusterFixture.message(
            refused(Code.CLUSTERS_DIFFER, three.changeClusters(1, List.of("a"))));
    assertTrue(none.contains("have stored {}"), none);
    fixture.await(three.agree());
    String other =
        ClusterFixture.message(
            refused(Code.CLUSTERS_DIFFER, three.changeClusters(7, List.of("a"))));
    assertTrue(other.contains("version 7"), other);
  }

  @Test
  void newListNamesOnlyClustersOfTheDeployment() {
    Deployment two = fixture.deployment("a", "b");
    IllegalArgumentException error =
        assertThrows(
            IllegalArgumentException.class, () -> two.changeClusters(1, List.of("a", "d")));
    assertTrue(ClusterFixture.message(error).contains("[d]"), ClusterFixture.message(error));
  }
}
