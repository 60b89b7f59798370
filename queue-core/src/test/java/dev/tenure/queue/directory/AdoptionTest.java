package dev.tenure.queue.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.TestCluster;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.DirectoryLayout;
import dev.tenure.record.global.DataRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A deployment without a directory adopts one while it runs. */
final class AdoptionTest {
  private static final TenantDetails DETAILS = TenantDetails.NONE.withKey("email", "a@b.example");

  private DirectoryBed bed = new DirectoryBed();

  @AfterEach
  void close() {
    bed.close();
  }

  private static TenantId tenant(int number) {
    return new TenantId(number % 2 == 0 ? "mail" : "notes", "u" + number);
  }

  private void create(Deployment old, int tenants) {
    for (int i = 0; i < tenants; i++) {
      bed.await(old.createTenant(tenant(i)));
    }
  }

  @Test
  void everyTenantGetsAnEntryForItsCluster() {
    Deployment old = bed.plain(Life.endless());
    create(old, 330);
    TenantDirectory directory = bed.process();
    List<AdoptionProgress> told = new ArrayList<>();
    AdoptionProgress done = bed.await(directory.adopt(told::add));

    assertTrue(done.active());
    assertEquals(330, done.clusters().stream().mapToLong(AdoptionProgress.Cluster::added).sum());
    assertTrue(told.size() >= 4, "told " + told.size() + " times");
    for (int i = 0; i < 330; i++) {
      TenantEntry entry = bed.await(directory.find(tenant(i))).orElseThrow();
      assertEquals(TenantState.ACTIVE, entry.state());
      assertEquals(bed.await(old.locate(tenant(i))).name(), entry.cluster());
    }
    assertEquals(List.of(), Audits.all(bed, directory, false));
    assertEquals(done, bed.await(directory.adopt(told::add)));
  }

  /** Seed 1 of the simulated directory: a deleted tenant's id was left in the progress. */
  @Test
  void progressOfAnAdoptionThatHasEndedNamesNoTenant() {
    create(bed.plain(Life.endless()), 4);
    bed.active();
    for (String shard : DirectoryBed.SHARDS) {
      for (DataRecord record : bed.data(shard).stored.values()) {
        String value = record.value().toStringUtf8();
        assertFalse(value.contains("u0") || value.contains("u1"), value);
        assertFalse(value.contains("u2") || value.contains("u3"), value);
      }
    }
  }

  @Test
  void stepsOfTheGuideAreTakenWhileEveryTenantIsServed() {
    Deployment producer = bed.plain(Life.endless());
    Deployment consumer = bed.plain(Life.endless());
    create(producer, 120);
    assertServed(producer, 120);

    // Step 2: one process adopts the directory. The others serve, and create nothing.
    bed.await(bed.process().adopt(progress -> {}));
    assertServed(producer, 120);
    assertServed(consumer, 120);
    bed.failure(Code.CLUSTERS_DIFFER, producer.createTenant(tenant(120)));

    // Step 3: processes are restarted with the directory, one after the other.
    TenantDirectory restarted = bed.process();
    bed.await(restarted.deployment().createTenant(tenant(120)));
    assertServed(consumer, 121);
    assertServed(restarted.deployment(), 121);
    assertEquals(
        "Ahab",
        bed.await(restarted.change(tenant(7), details -> details.withDisplayName("Ahab")))
            .details()
            .displayName());
    assertEquals(List.of(), Audits.all(bed, restarted, false));
    bed.failure(Code.CLUSTERS_DIFFER, bed.plain(Life.endless()).agree());
  }

  private void assertServed(Deployment process, int tenants) {
    for (int i = 0; i < tenants; i++) {
      bed.await(process.run(tenant(i), tx -> tx.zone().enqueue(TestCluster.item("call me"))));
    }
  }

  @Test
  void processWithoutADirectoryServesAndCreatesNoTenantBesideIt() {
    Deployment old = bed.plain(Life.endless());
    create(old, 5);
    TenantDirectory directory = bed.active();

    QueueException error =
        bed.failure(Code.CLUSTERS_DIFFER, old.createTenant(new TenantId("mail", "new")));
    assertTrue(
        String.valueOf(error.getMessage())
            .contains("[east, north, tenure.directory/1/east,west, west] (version 2)"),
        error.getMessage());
    bed.await(old.run(tenant(1), tx -> tx.zone().enqueue(TestCluster.item("call me"))));
    bed.await(directory.create(new TenantId("mail", "new"), TenantDetails.NONE));
    bed.await(
        old.run(new TenantId("mail", "new"), tx -> tx.zone().enqueue(TestCluster.item("call me"))));
  }

  @Test
  void processWithAnotherLayoutIsRefused() {
    bed.active();
    TenantDirectory other =
        bed.process(
            Life.endless(),
            options -> DirectoryOptions.on(List.of("west", "east")).withKeys(options.keys()));
    bed.failure(Code.CLUSTERS_DIFFER, other.create(tenant(1), DETAILS));
    assertEquals(List.of(), bed.stores(tenant(1)));
  }

  @Test
  void processWithoutADirectoryCannotChangeTheList() {
    bed.active();
    bed.failure(
        Code.CLUSTERS_DIFFER,
        bed.plain(Life.endless()).changeClusters(1, List.of("east", "north", "west")));
    bed.await(bed.process().create(tenant(1), DETAILS));
  }

  @Test
  void directoryCreatesNothingBeforeTheListNamesIt() {
    Deployment old = bed.plain(Life.endless());
    create(old, 1);
    TenantDirectory directory = bed.process();
    bed.failure(Code.CLUSTERS_DIFFER, directory.create(tenant(1), DETAILS));
    assertEquals(Optional.empty(), bed.await(directory.find(tenant(1))));
  }

  @Test
  void clusterThatJoinsMovesNoEntryAndShardsCannotLeave() {
    bed.close();
    bed = new DirectoryBed();
    TenantDirectory two =
        TenantDirectory.of(
            bed.plain(Life.endless(), "east", "west"), DirectoryBed.options(), bed.shards());
    bed.await(two.adopt(progress -> {}));
    bed.await(two.create(tenant(1), DETAILS));
    TenantDirectory three = bed.process();
    bed.failure(Code.CLUSTERS_DIFFER, three.create(tenant(2), TenantDetails.NONE));
    bed.await(three.deployment().changeClusters(1, List.of("east", "north", "west")));

    assertEquals(tenant(1), bed.await(three.find(tenant(1))).orElseThrow().tenant());
    bed.await(three.create(tenant(2), TenantDetails.NONE));
    bed.failure(
        Code.CLUSTER_NOT_EMPTY, three.deployment().changeClusters(2, List.of("east", "north")));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void adoptionGoesOnAfterACrashInEachStep(boolean lastTakesEffect) {
    for (int step = 1; ; step++) {
      Deployment old = bed.plain(Life.endless());
      create(old, 4);
      Life counted = Life.endless();
      bed.process(counted);
      Life life = Life.until(counted.steps() + step, lastTakesEffect);
      bed.run(bed.process(life).adopt(progress -> {}));

      TenantDirectory directory = bed.process();
      // What a crash leaves forbids creations at most; known tenants are served.
      for (int i = 0; i < 4; i++) {
        bed.await(DirectoryBed.enqueue(directory, tenant(i)));
      }
      bed.await(directory.adopt(progress -> {}));
      for (int i = 0; i < 4; i++) {
        TenantEntry entry = bed.await(directory.find(tenant(i))).orElseThrow();
        assertEquals(TenantState.ACTIVE, entry.state(), "step " + step);
        assertEquals(List.of(entry.cluster()), bed.stores(tenant(i)));
      }
      assertEquals(List.of(), Audits.all(bed, directory, false));
      bed.close();
      bed = new DirectoryBed();
      if (!life.isOver()) {
        assertTrue(step > 12, "steps: " + step);
        break;
      }
    }
  }

  @Test
  void tenantsAreCreatedChangedAndDeletedWhileTheDirectoryIsFilled() {
    boolean held = true;
    for (int step = 1; held; step++) {
      create(bed.plain(Life.endless()), 6);
      Life life = Life.endless();
      TenantDirectory filling = bed.process(life);
      bed.await(filling.deployment().storeLayout());
      CompletableFuture<Void> gate = life.hold(step);
      CompletableFuture<AdoptionProgress> adoption = filling.adopt(progress -> {});
      TenantDirectory other = bed.process();
      for (int i = 0; i < 6; i++) {
        TenantId existing = tenant(i);
        if (i % 3 == 0) {
          assertTrue(bed.await(other.delete(existing)));
        } else if (i % 3 == 1) {
          bed.await(other.create(existing, TenantDetails.NONE));
          bed.await(other.change(existing, each -> each.withDisplayName("changed")));
        } else {
          bed.await(other.suspend(existing, "unpaid"));
        }
      }
      held = life.isHeld();
      gate.complete(null);
      bed.await(adoption);
      TenantDirectory directory = bed.process();
      assertTrue(bed.await(directory.progress()).active());
      assertEquals(List.of(), Audits.all(bed, directory, false), "step " + step);
      for (int i = 0; i < 6; i++) {
        assertEquals(i % 3 != 0, bed.await(directory.find(tenant(i))).isPresent());
      }
      bed.close();
      bed = new DirectoryBed();
    }
  }
}
