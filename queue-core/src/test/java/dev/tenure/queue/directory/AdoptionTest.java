package dev.tenure.queue.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.TestCluster;
import dev.tenure.queue.cluster.Deployment;
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

  private DirectoryFixture fixture = new DirectoryFixture();

  @AfterEach
  void close() {
    fixture.close();
  }

  private static TenantId tenant(int number) {
    return new TenantId(number % 2 == 0 ? "mail" : "notes", "u" + number);
  }

  private void create(Deployment old, int tenants) {
    for (int i = 0; i < tenants; i++) {
      fixture.await(old.createTenant(tenant(i)));
    }
  }

  @Test
  void everyTenantGetsAnEntryForItsCluster() {
    Deployment old = fixture.plain(Life.endless());
    create(old, 330);
    TenantDirectory directory = fixture.process();
    List<AdoptionProgress> told = new ArrayList<>();
    AdoptionProgress done = fixture.await(directory.adopt(told::add));

    assertTrue(done.active());
    assertEquals(330, done.clusters().stream().mapToLong(AdoptionProgress.Cluster::added).sum());
    assertTrue(told.size() >= 4, "told " + told.size() + " times");
    for (int i = 0; i < 330; i++) {
      TenantEntry entry = fixture.await(directory.find(tenant(i))).orElseThrow();
      assertEquals(TenantState.ACTIVE, entry.state());
      assertEquals(fixture.await(old.locate(tenant(i))).name(), entry.cluster());
    }
    assertEquals(List.of(), Audits.all(fixture, directory, false));
    assertEquals(done, fixture.await(directory.adopt(told::add)));
  }

  /** Seed 1 of the simulated directory: a deleted tenant's id was left in the progress. */
  @Test
  void progressOfAnAdoptionThatHasEndedNamesNoTenant() {
    create(fixture.plain(Life.endless()), 4);
    fixture.active();
    for (String shard : DirectoryFixture.SHARDS) {
      for (DataRecord record : fixture.data(shard).stored.values()) {
        String value = record.value().toStringUtf8();
        assertFalse(value.contains("u0") || value.contains("u1"), value);
        assertFalse(value.contains("u2") || value.contains("u3"), value);
      }
    }
  }

  @Test
  void stepsOfTheGuideAreTakenWhileEveryTenantIsServed() {
    Deployment producer = fixture.plain(Life.endless());
    Deployment consumer = fixture.plain(Life.endless());
    create(producer, 120);
    assertServed(producer, 120);

    // Step 2: one process adopts the directory. The others serve, and create nothing.
    fixture.await(fixture.process().adopt(progress -> {}));
    assertServed(producer, 120);
    assertServed(consumer, 120);
    fixture.failure(Code.CLUSTERS_DIFFER, producer.createTenant(tenant(120)));

    // Step 3: processes are restarted with the directory, one after the other.
    TenantDirectory restarted = fixture.process();
    fixture.await(restarted.deployment().createTenant(tenant(120)));
    assertServed(consumer, 121);
    assertServed(restarted.deployment(), 121);
    assertEquals(
        "Ahab",
        fixture
            .await(restarted.change(tenant(7), details -> details.withDisplayName("Ahab")))
            .details()
            .displayName());
    assertEquals(List.of(), Audits.all(fixture, restarted, false));
    fixture.failure(Code.CLUSTERS_DIFFER, fixture.plain(Life.endless()).agree());
  }

  private void assertServed(Deployment process, int tenants) {
    for (int i = 0; i < tenants; i++) {
      fixture.await(process.run(tenant(i), tx -> tx.zone().enqueue(TestCluster.item("call me"))));
    }
  }

  @Test
  void processWithoutADirectoryServesAndCreatesNoTenantBesideIt() {
    Deployment old = fixture.plain(Life.endless());
    create(old, 5);
    TenantDirectory directory = fixture.active();

    QueueException error =
        fixture.failure(Code.CLUSTERS_DIFFER, old.createTenant(new TenantId("mail", "new")));
    assertTrue(
        String.valueOf(error.getMessage())
            .contains("[east, north, tenure.directory/1/east,west, west] (version 2)"),
        error.getMessage());
    fixture.await(old.run(tenant(1), tx -> tx.zone().enqueue(TestCluster.item("call me"))));
    fixture.await(directory.create(new TenantId("mail", "new"), TenantDetails.NONE));
    fixture.await(
        old.run(new TenantId("mail", "new"), tx -> tx.zone().enqueue(TestCluster.item("call me"))));
  }

  @Test
  void processWithAnotherLayoutIsRefused() {
    fixture.active();
    TenantDirectory other =
        fixture.process(
            Life.endless(),
            options -> DirectoryOptions.on(List.of("west", "east")).withKeys(options.keys()));
    fixture.failure(Code.CLUSTERS_DIFFER, other.create(tenant(1), DETAILS));
    assertEquals(List.of(), fixture.stores(tenant(1)));
  }

  @Test
  void processWithoutADirectoryCannotChangeTheList() {
    fixture.active();
    fixture.failure(
        Code.CLUSTERS_DIFFER,
        fixture.plain(Life.endless()).changeClusters(1, List.of("east", "north", "west")));
    fixture.await(fixture.process().create(tenant(1), DETAILS));
  }

  @Test
  void directoryCreatesNothingBeforeTheListNamesIt() {
    Deployment old = fixture.plain(Life.endless());
    create(old, 1);
    TenantDirectory directory = fixture.process();
    fixture.failure(Code.CLUSTERS_DIFFER, directory.create(tenant(1), DETAILS));
    assertEquals(Optional.empty(), fixture.await(directory.find(tenant(1))));
  }

  @Test
  void clusterThatJoinsMovesNoEntryAndShardsCannotLeave() {
    fixture.close();
    fixture = new DirectoryFixture();
    TenantDirectory two =
        TenantDirectory.of(
            fixture.plain(Life.endless(), "east", "west"),
            DirectoryFixture.options(),
            fixture.shards());
    fixture.await(two.adopt(progress -> {}));
    fixture.await(two.create(tenant(1), DETAILS));
    TenantDirectory three = fixture.process();
    fixture.failure(Code.CLUSTERS_DIFFER, three.create(tenant(2), TenantDetails.NONE));
    fixture.await(three.deployment().changeClusters(1, List.of("east", "north", "west")));

    assertEquals(tenant(1), fixture.await(three.find(tenant(1))).orElseThrow().tenant());
    fixture.await(three.create(tenant(2), TenantDetails.NONE));
    fixture.failure(
        Code.CLUSTER_NOT_EMPTY, three.deployment().changeClusters(2, List.of("east", "north")));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void adoptionGoesOnAfterACrashInEachStep(boolean lastTakesEffect) {
    for (int step = 1; ; step++) {
      Deployment old = fixture.plain(Life.endless());
      create(old, 4);
      Life counted = Life.endless();
      fixture.process(counted);
      Life life = Life.until(counted.steps() + step, lastTakesEffect);
      fixture.run(fixture.process(life).adopt(progress -> {}));

      TenantDirectory directory = fixture.process();
      // What a crash leaves forbids creations at most; known tenants are served.
      for (int i = 0; i < 4; i++) {
        fixture.await(DirectoryFixture.enqueue(directory, tenant(i)));
      }
      fixture.await(directory.adopt(progress -> {}));
      for (int i = 0; i < 4; i++) {
        TenantEntry entry = fixture.await(directory.find(tenant(i))).orElseThrow();
        assertEquals(TenantState.ACTIVE, entry.state(), "step " + step);
        assertEquals(List.of(entry.cluster()), fixture.stores(tenant(i)));
      }
      assertEquals(List.of(), Audits.all(fixture, directory, false));
      fixture.close();
      fixture = new DirectoryFixture();
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
      create(fixture.plain(Life.endless()), 6);
      Life life = Life.endless();
      TenantDirectory filling = fixture.process(life);
      fixture.await(filling.deployment().storeLayout());
      CompletableFuture<Void> gate = life.hold(step);
      CompletableFuture<AdoptionProgress> adoption = filling.adopt(progress -> {});
      TenantDirectory other = fixture.process();
      for (int i = 0; i < 6; i++) {
        TenantId existing = tenant(i);
        if (i % 3 == 0) {
          assertTrue(fixture.await(other.delete(existing)));
        } else if (i % 3 == 1) {
          fixture.await(other.create(existing, TenantDetails.NONE));
          fixture.await(other.change(existing, each -> each.withDisplayName("changed")));
        } else {
          fixture.await(other.suspend(existing, "unpaid"));
        }
      }
      held = life.isHeld();
      gate.complete(null);
      fixture.await(adoption);
      TenantDirectory directory = fixture.process();
      assertTrue(fixture.await(directory.progress()).active());
      assertEquals(List.of(), Audits.all(fixture, directory, false), "step " + step);
      for (int i = 0; i < 6; i++) {
        assertEquals(i % 3 != 0, fixture.await(directory.find(tenant(i))).isPresent());
      }
      fixture.close();
      fixture = new DirectoryFixture();
    }
  }
}
