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
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The list of clusters that each cluster has stored: agreed on, and changed. */
final class ClusterListTest {
  private final ClusterBed bed = new ClusterBed("a", "b", "c");

  @AfterEach
  void close() {
    bed.close();
  }

  private QueueException refused(Code code, CompletableFuture<?> call) {
    QueueException error = (QueueException) bed.failure(call);
    assertEquals(code, error.code(), ClusterBed.message(error));
    return error;
  }

  private Optional<ClusterList> stored(String cluster) {
    return bed.await(new StoredList(bed.open(cluster)).read());
  }

  private void store(String cluster, ClusterList list) {
    bed.await(new StoredList(bed.open(cluster)).change("test", found -> list));
  }

  private static ClusterList list(long version, String... names) {
    return ClusterList.settled(version, List.of(names));
  }

  private static TenantId preferring(Deployment deployment, String cluster) {
    return ClusterBed.tenant(each -> deployment.preferred(each).name().equals(cluster));
  }

  @Test
  void firstCreationStoresTheListInEveryCluster() {
    Deployment deployment = bed.deployment("b", "a");
    bed.await(deployment.createTenant(preferring(deployment, "b")));

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
    assertTrue(ClusterBed.message(error).contains("in cluster west"), ClusterBed.message(error));
  }

  @Test
  void processWithAnotherListIsRefusedWithBothListsAndStoresNothing() {
    bed.await(bed.deployment("a", "b").agree());
    Deployment other = bed.deployment("a", "b", "c");

    String expected =
        "this process knows the clusters [a, b, c], cluster a has stored [a, b] (version 1)";
    assertEquals(expected, refused(Code.CLUSTERS_DIFFER, other.agree()).getMessage());
    assertEquals(
        expected,
        refused(Code.CLUSTERS_DIFFER, other.createTenant(preferring(other, "c"))).getMessage());
    assertEquals(Optional.empty(), stored("c"));
    assertFalse(bed.await(other.cluster("c").orElseThrow().hasTenant(preferring(other, "c"))));
  }

  @Test
  void tenantsThatAreThereAreServedAndFoundWithAnyList() {
    Deployment two = bed.deployment("a", "b");
    TenantId tenant = preferring(two, "b");
    bed.await(two.createTenant(tenant));
    Deployment three = bed.deployment("a", "b", "c");

    assertEquals("b", bed.await(three.createTenant(tenant)).name());
    assertEquals("b", bed.await(three.locate(tenant)).name());
    assertEquals("x", bed.await(three.run(tenant, tx -> CompletableFuture.completedFuture("x"))));
  }

  @Test
  void listThatWasStoredInSomeClustersOnlyIsCompleted() {
    store("a", list(1, "a", "b"));
    assertEquals(list(1, "a", "b"), bed.await(bed.deployment("a", "b").agree()));
    assertEquals(Optional.of(list(1, "a", "b")), stored("b"));
  }

  @Test
  void creationCostsOneReadMoreAndNoTransactionOnceAgreed() {
    Deployment one = bed.deployment("a");
    bed.await(one.agree());
    int before = bed.hanging("a").opened();
    bed.await(one.createTenant(new TenantId("mail", "first")));
    int through = bed.hanging("a").opened() - before;
    QueueCluster cluster = one.clusters().get(0);
    TenantId second = new TenantId("mail", "second");
    before = bed.hanging("a").opened();
    assertFalse(bed.await(cluster.hasTenant(second)));
    bed.await(cluster.createTenant(second));
    assertEquals(bed.hanging("a").opened() - before, through);
  }

  @Test
  void addedClusterIsUsedByProcessesOfTheNewListAndOthersAreRefused() {
    Deployment two = bed.deployment("a", "b");
    bed.await(two.agree());
    Deployment three = bed.deployment("a", "b", "c");

    assertEquals(
        list(2, "a", "b", "c"), bed.await(three.changeClusters(1, List.of("c", "b", "a"))));
    TenantId onC = preferring(three, "c");
    assertEquals("c", bed.await(three.createTenant(onC)).name());
    TenantId onA = ClusterBed.tenant(each -> two.preferred(each).name().equals("a"));
    assertEquals(
        "this process knows the clusters [a, b], cluster a has stored [a, b, c] (version 2)",
        refused(Code.CLUSTERS_DIFFER, two.createTenant(onA)).getMessage());
    assertEquals(
        list(2, "a", "b", "c"), bed.await(three.changeClusters(1, List.of("a", "b", "c"))));
  }

  @Test
  void removedClusterMustBeEmptyAndIsClosedToTheOldList() {
    Deployment three = bed.deployment("a", "b", "c");
    TenantId onC = preferring(three, "c");
    bed.await(three.createTenant(onC));

    QueueException full =
        refused(Code.CLUSTER_NOT_EMPTY, three.changeClusters(1, List.of("a", "b")));
    assertTrue(ClusterBed.message(full).contains("{c=1}"), ClusterBed.message(full));
    assertEquals(Optional.of(list(1, "a", "b", "c")), stored("a"));

    bed.await(three.changeClusters(1, List.of("b", "c")));
    assertEquals(Optional.of(list(2, "b", "c")), stored("a"));
    TenantId onA =
        ClusterBed.tenant(each -> three.preferred(each).name().equals("a") && !each.equals(onC));
    refused(Code.CLUSTERS_DIFFER, three.createTenant(onA));
  }

  @Test
  void removedClusterMayJoinAgain() {
    Deployment three = bed.deployment("a", "b", "c");
    bed.await(three.agree());
    bed.await(three.changeClusters(1, List.of("a", "b")));
    bed.await(three.changeClusters(2, List.of("a", "b", "c")));

    assertEquals(Optional.of(list(3, "a", "b", "c")), stored("c"));
    bed.await(three.createTenant(preferring(three, "c")));
  }

  @Test
  void creationIsRefusedWhileAChangeIsUnderWayAndItIsFinishedByAskingAgain() {
    Deployment three = bed.deployment("a", "b", "c");
    store("a", list(1, "a", "b").changingTo(List.of("a", "b", "c")));
    store("b", list(1, "a", "b"));

    String error =
        ClusterBed.message(refused(Code.CLUSTERS_DIFFER, bed.deployment("a", "b").agree()));
    assertTrue(error.contains("version 1, changing to [a, b, c]"), error);
    refused(Code.CLUSTERS_DIFFER, three.changeClusters(1, List.of("b", "c")));
    assertEquals(
        list(2, "a", "b", "c"), bed.await(three.changeClusters(1, List.of("a", "b", "c"))));
  }

  @Test
  void changeThatFindsTenantsAfterItsAnnouncementIsWithdrawn() {
    Deployment three = bed.deployment("a", "b", "c");
    bed.await(three.createTenant(preferring(three, "c")));
    for (String cluster : List.of("a", "b", "c")) {
      store(cluster, list(1, "a", "b", "c").changingTo(List.of("a", "b")));
    }

    QueueException error =
        refused(Code.CLUSTER_NOT_EMPTY, three.changeClusters(1, List.of("a", "b")));

    assertTrue(
        ClusterBed.message(error).contains("[a, b, c] (version 2)"), ClusterBed.message(error));
    for (String cluster : List.of("a", "b", "c")) {
      assertEquals(Optional.of(list(2, "a", "b", "c")), stored(cluster));
    }
    bed.await(three.createTenant(preferring(three, "a")));
  }

  @Test
  void listLeftOverByAStartThatWasRefusedDoesNotBlockAChange() {
    store("a", list(1, "a", "b"));
    store("b", list(1, "b", "c"));
    store("c", list(1, "b", "c"));
    Deployment three = bed.deployment("a", "b", "c");

    bed.await(three.changeClusters(1, List.of("a", "b", "c")));

    assertEquals(Optional.of(list(2, "a", "b", "c")), stored("a"));
    assertEquals(list(2, "a", "b", "c"), bed.await(three.agree()));
  }

  @Test
  void creationThatSearchedBeforeItKnewTheListSearchesAgain() {
    Deployment two = bed.deployment("a", "b");
    bed.await(two.agree());
    HeldExecutor slow = new HeldExecutor();
    Deployment three =
        Deployment.of(
            Stream.of("a", "b", "c").map(name -> bed.await(bed.open(name, slow))).toList());
    TenantId tenant =
        ClusterBed.tenant(
            each ->
                three.preferred(each).name().equals("c") && two.preferred(each).name().equals("b"));
    int opened = bed.hanging("b").opened();
    slow.hold(true);
    CompletableFuture<QueueCluster> creation = three.createTenant(tenant);
    while (bed.hanging("b").opened() == opened && slow.runOne()) {}
    slow.hold(false);
    bed.await(two.createTenant(tenant));
    bed.await(bed.deployment("a", "b", "c").changeClusters(1, List.of("a", "b", "c")));
    bed.await(three.agree());
    while (slow.runOne()) {}

    assertEquals("b", bed.await(creation).name());
    assertFalse(bed.await(three.cluster("c").orElseThrow().hasTenant(tenant)));
  }

  @Test
  void changeOfAnotherVersionIsRefused() {
    Deployment three = bed.deployment("a", "b", "c");
    String none =
        ClusterBed.message(refused(Code.CLUSTERS_DIFFER, three.changeClusters(1, List.of("a"))));
    assertTrue(none.contains("have stored {}"), none);
    bed.await(three.agree());
    String other =
        ClusterBed.message(refused(Code.CLUSTERS_DIFFER, three.changeClusters(7, List.of("a"))));
    assertTrue(other.contains("version 7"), other);
  }

  @Test
  void newListNamesOnlyClustersOfTheDeployment() {
    Deployment two = bed.deployment("a", "b");
    IllegalArgumentException error =
        assertThrows(
            IllegalArgumentException.class, () -> two.changeClusters(1, List.of("a", "d")));
    assertTrue(ClusterBed.message(error).contains("[d]"), ClusterBed.message(error));
  }
}
