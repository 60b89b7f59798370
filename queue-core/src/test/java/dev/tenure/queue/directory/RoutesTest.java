package dev.tenure.queue.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.TestCluster;
import dev.tenure.queue.cluster.Deployment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How transactions of a deployment with a directory find their tenants. */
final class RoutesTest {
  private static final TenantId AHAB = new TenantId("mail", "ahab");

  private final DirectoryFixture fixture = new DirectoryFixture();
  private final TenantDirectory first = fixture.active();

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void startOfAProcessReadsNoTenantAndEachTenantIsReadOnce() {
    for (int i = 0; i < 50; i++) {
      fixture.await(first.create(new TenantId("mail", "u" + i), TenantDetails.NONE));
    }
    Life life = Life.endless();
    TenantDirectory second = fixture.process(life);
    assertEquals(0, life.reads());

    fixture.await(DirectoryFixture.enqueue(second, new TenantId("mail", "u7")));
    int atFirst = life.reads();
    assertTrue(atFirst <= 3, "reads: " + atFirst + ", the keys, the client's id and the entry");
    fixture.await(DirectoryFixture.enqueue(second, new TenantId("mail", "u7")));
    assertEquals(atFirst, life.reads());
    fixture.await(DirectoryFixture.enqueue(second, new TenantId("mail", "u8")));
    assertEquals(atFirst + 1, life.reads());
  }

  @Test
  void placesThatExceedTheMemoryAreReadAgain() {
    Life life = Life.endless();
    TenantDirectory small = fixture.process(life, options -> options.withRoutesMax(10));
    List<TenantId> tenants = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      tenants.add(new TenantId("mail", "u" + i));
      fixture.await(first.create(tenants.get(i), TenantDetails.NONE));
    }
    tenants.forEach(each -> fixture.await(DirectoryFixture.enqueue(small, each)));
    int once = life.reads();
    tenants.forEach(each -> fixture.await(DirectoryFixture.enqueue(small, each)));
    assertTrue(life.reads() - once >= 30, "reads: " + (life.reads() - once));
  }

  @Test
  void tenantThatWasCreatedAnewElsewhereIsFoundThere() {
    fixture.await(fixture.processOn(Life.endless(), "east").create(AHAB, TenantDetails.NONE));
    TenantDirectory producer = fixture.process();
    fixture.await(DirectoryFixture.enqueue(producer, AHAB));
    fixture.await(first.delete(AHAB));
    fixture.await(fixture.processOn(Life.endless(), "north").create(AHAB, TenantDetails.NONE));

    fixture.await(DirectoryFixture.enqueue(producer, AHAB));
    assertEquals("north", fixture.await(producer.deployment().locate(AHAB)).name());
    assertEquals(List.of("north"), fixture.stores(AHAB));
  }

  @Test
  void deletedTenantIsNotFoundByAProcessThatRemembersIt() {
    fixture.await(first.create(AHAB, TenantDetails.NONE));
    TenantDirectory producer = fixture.process();
    fixture.await(DirectoryFixture.enqueue(producer, AHAB));
    fixture.await(first.delete(AHAB));
    fixture.failure(Code.TENANT_NOT_FOUND, DirectoryFixture.enqueue(producer, AHAB));
  }

  @Test
  void bodyThatHasBegunIsNotRunOnAnotherCluster() {
    fixture.await(first.create(AHAB, TenantDetails.NONE));
    List<String> runs = new ArrayList<>();
    fixture.failure(
        Code.TENANT_NOT_FOUND,
        first
            .deployment()
            .run(
                AHAB,
                tx -> {
                  runs.add("run");
                  return fixture.process().deployment().locate(new TenantId("mail", "nobody"));
                }));
    assertEquals(List.of("run"), runs);
  }

  @Test
  void knownTenantsAreServedWhileShardsAreDown() {
    fixture.await(first.create(AHAB, TenantDetails.NONE));
    TenantDirectory producer = fixture.process();
    fixture.await(DirectoryFixture.enqueue(producer, AHAB));
    fixture.takeShardsDown(true);
    fixture.await(DirectoryFixture.enqueue(producer, AHAB));
  }

  @Test
  void clustersAreAskedForAnUnknownTenantWhileShardsAreDown() {
    fixture.await(fixture.processOn(Life.endless(), "north").create(AHAB, TenantDetails.NONE));
    fixture.takeShardsDown(true);
    TenantDirectory producer = fixture.process();
    fixture.await(DirectoryFixture.enqueue(producer, AHAB));
    fixture.failure(
        Code.DIRECTORY_UNAVAILABLE,
        DirectoryFixture.enqueue(producer, new TenantId("mail", "nobody")));
    fixture.failure(
        Code.DIRECTORY_UNAVAILABLE, producer.deployment().locate(new TenantId("mail", "nobody")));
    fixture.failure(
        Code.DIRECTORY_UNAVAILABLE,
        producer.create(new TenantId("mail", "nobody"), TenantDetails.NONE));

    fixture.takeShardsDown(false);
    fixture.await(producer.create(new TenantId("mail", "nobody"), TenantDetails.NONE));
  }

  @Test
  void absenceIsNotToldWhileShardsAreDownThoughTheKnownClusterHasNoStore() {
    fixture.await(first.create(AHAB, TenantDetails.NONE));
    TenantDirectory producer = fixture.process();
    fixture.await(DirectoryFixture.enqueue(producer, AHAB));
    fixture.await(first.delete(AHAB));
    fixture.takeShardsDown(true);
    fixture.failure(Code.DIRECTORY_UNAVAILABLE, DirectoryFixture.enqueue(producer, AHAB));
  }

  @Test
  void absenceIsNotToldWhileShardsAreDownAfterTheBodyHasBegun() {
    fixture.await(first.create(AHAB, TenantDetails.NONE));
    TenantDirectory producer = fixture.process();
    fixture.await(DirectoryFixture.enqueue(producer, AHAB));
    List<String> runs = new ArrayList<>();
    fixture.failure(
        Code.DIRECTORY_UNAVAILABLE,
        producer
            .deployment()
            .run(
                AHAB,
                tx -> {
                  runs.add("run");
                  return tx.zone()
                      .enqueue(TestCluster.item("call me"))
                      .thenCompose(placed -> first.delete(AHAB))
                      .thenAccept(deleted -> fixture.takeShardsDown(true));
                }));
    assertEquals(List.of("run"), runs);
  }

  @ParameterizedTest
  @ValueSource(strings = {"east", "west"})
  void absenceIsToldOnlyWhenTheDirectoryIsKnownToHaveAllTenants(String down) {
    TenantDirectory process = fixture.process();
    TenantDirectory other = fixture.process();
    for (TenantDirectory each : List.of(process, other)) {
      fixture.await(each.find(AHAB));
    }
    fixture.takeDown(down);
    CompletableFuture<?> progress = other.progress();
    fixture.run(progress);
    Code expected =
        progress.isCompletedExceptionally() ? Code.DIRECTORY_UNAVAILABLE : Code.TENANT_NOT_FOUND;
    int answered = 0;
    for (int i = 0; i < 20; i++) {
      TenantId nobody = new TenantId("mail", "nobody" + i);
      CompletableFuture<?> find = other.find(nobody);
      fixture.run(find);
      if (!find.isCompletedExceptionally()) {
        fixture.failure(expected, DirectoryFixture.enqueue(process, nobody));
        fixture.failure(expected, process.suspend(nobody, "unpaid"));
        answered++;
      }
    }
    assertTrue(answered > 3, "tenants of the shard that answers: " + answered);
  }

  @Test
  void bodyThatDoesNotFindSomethingTellsSoWhileShardsAreDown() {
    fixture.await(fixture.processOn(Life.endless(), "north").create(AHAB, TenantDetails.NONE));
    Deployment plain = fixture.plain(Life.endless());
    fixture.takeShardsDown(true);
    fixture.failure(
        Code.TENANT_NOT_FOUND,
        fixture
            .process()
            .deployment()
            .run(AHAB, tx -> plain.locate(new TenantId("mail", "nobody"))));
  }

  @Test
  void callsForOneTenantShareOneRead() {
    fixture.await(first.create(AHAB, TenantDetails.NONE));
    Life life = Life.endless();
    TenantDirectory producer = fixture.process(life);
    fixture.await(producer.find(new TenantId("mail", "nobody")));
    int before = life.reads();
    List<CompletableFuture<?>> calls = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      calls.add(DirectoryFixture.enqueue(producer, AHAB));
    }
    calls.forEach(fixture::await);
    assertTrue(life.reads() - before <= 1, "reads: " + (life.reads() - before));
  }
}
