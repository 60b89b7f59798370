package dev.tenure.queue.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.KeyValue;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.directory.DirectoryFinding.Kind;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Directory and clusters are compared and put in order after a cluster came back from a backup. */
final class DirectoryAuditTest {
  private static final TenantId AHAB = new TenantId("mail", "ahab");
  private static final TenantId ISHMAEL = new TenantId("mail", "ishmael");
  private static final TenantDetails DETAILS = TenantDetails.NONE.withKey("email", "a@b.example");

  private final DirectoryFixture fixture = new DirectoryFixture();
  private final TenantDirectory east = on("east");

  @AfterEach
  void close() {
    fixture.close();
  }

  private TenantDirectory on(String cluster) {
    TenantDirectory process = fixture.processOn(Life.endless(), cluster);
    fixture.await(process.adopt(progress -> {}));
    return process;
  }

  private Map<TenantId, Kind> audit() {
    return Audits.all(fixture, fixture.process(), false).stream()
        .collect(Collectors.toMap(DirectoryFinding::tenant, DirectoryFinding::kind));
  }

  private void assertServed(TenantId tenant, String cluster) {
    TenantDirectory directory = fixture.process();
    fixture.await(DirectoryFixture.enqueue(directory, tenant));
    assertEquals(cluster, fixture.await(directory.deployment().locate(tenant)).name());
    assertEquals(List.of(cluster), fixture.stores(tenant));
    assertEquals(Map.of(), audit());
  }

  @Test
  void tenantThatCameBackWithABackupIsDeletedOrAdopted() {
    fixture.await(east.create(AHAB, DETAILS));
    fixture.await(east.create(ISHMAEL, TenantDetails.NONE));
    List<KeyValue> backup = fixture.backUp("east");
    fixture.await(east.delete(AHAB));
    fixture.await(east.delete(ISHMAEL));
    fixture.restore("east", backup);

    assertEquals(
        Map.of(AHAB, Kind.STORE_WITHOUT_ENTRY, ISHMAEL, Kind.STORE_WITHOUT_ENTRY), audit());
    DirectoryRepairs repairs = fixture.process().repairs();
    fixture.await(repairs.deleteStore(AHAB, "east"));
    assertEquals(List.of(), fixture.keysWith("ahab"));
    fixture.failure(Code.TENANT_NOT_FOUND, repairs.deleteStore(AHAB, "east"));
    fixture.await(repairs.adoptStore(ISHMAEL, "east"));
    assertServed(ISHMAEL, "east");
    fixture.failure(Code.TENANT_EXISTS, repairs.deleteStore(ISHMAEL, "east"));
  }

  @Test
  void storeThatABackupLostIsMadeAgainOrForgotten() {
    List<KeyValue> backup = fixture.backUp("east");
    fixture.await(east.create(AHAB, DETAILS));
    fixture.await(east.create(ISHMAEL, TenantDetails.NONE));
    fixture.restore("east", backup);

    assertEquals(
        Map.of(AHAB, Kind.ENTRY_WITHOUT_STORE, ISHMAEL, Kind.ENTRY_WITHOUT_STORE), audit());
    DirectoryRepairs repairs = fixture.process().repairs();
    fixture.await(repairs.forget(ISHMAEL));
    fixture.await(repairs.createStore(AHAB));
    assertServed(AHAB, "east");
    assertEquals(
        AHAB,
        fixture
            .await(fixture.process().find(new SecondaryKey("email", "a@b.example")))
            .orElseThrow()
            .tenant());
    fixture.failure(Code.TENANT_EXISTS, repairs.createStore(AHAB));
    fixture.failure(Code.TENANT_EXISTS, repairs.forget(AHAB));
    fixture.failure(Code.TENANT_NOT_FOUND, repairs.forget(ISHMAEL));
  }

  @Test
  void secondStoreIsDeletedOrTheEntryPointsToIt() {
    for (boolean pointed : new boolean[] {false, true}) {
      TenantId tenant = new TenantId("mail", "u" + pointed);
      TenantDirectory fresh = on("east");
      fixture.await(fresh.create(tenant, TenantDetails.NONE));
      List<KeyValue> backup = fixture.backUp("east");
      fixture.await(fresh.delete(tenant));
      fixture.await(on("north").create(tenant, TenantDetails.NONE));
      fixture.restore("east", backup);

      assertEquals(Map.of(tenant, Kind.SECOND_STORE), audit());
      DirectoryRepairs repairs = fixture.process().repairs();
      if (pointed) {
        fixture.await(repairs.pointTo(tenant, "east"));
        assertEquals(Map.of(tenant, Kind.SECOND_STORE), audit());
        fixture.await(repairs.deleteStore(tenant, "north"));
      } else {
        fixture.await(repairs.deleteStore(tenant, "east"));
      }
      assertServed(tenant, pointed ? "east" : "north");
    }
  }

  @Test
  void storeOfAnEarlierLifeIsFound() {
    fixture.await(east.create(AHAB, TenantDetails.NONE));
    List<KeyValue> backup = fixture.backUp("east");
    fixture.await(east.delete(AHAB));
    fixture.await(east.create(AHAB, DETAILS));
    fixture.restore("east", backup);

    assertEquals(Map.of(AHAB, Kind.OTHER_LIFE), audit());
    fixture.await(fixture.process().repairs().pointTo(AHAB, "east"));
    assertServed(AHAB, "east");
  }

  @Test
  void markThatABackupBroughtBackFollowsTheEntry() {
    fixture.await(east.create(AHAB, TenantDetails.NONE));
    List<KeyValue> open = fixture.backUp("east");
    fixture.await(east.suspend(AHAB, "unpaid"));
    fixture.restore("east", open);
    assertEquals(Map.of(AHAB, Kind.STATE_DIFFERS), audit());
    assertTrue(Audits.all(fixture, fixture.process(), true).get(0).repaired());
    fixture.failure(Code.TENANT_SUSPENDED, DirectoryFixture.enqueue(fixture.process(), AHAB));
    assertEquals(Map.of(), audit());
  }

  @Test
  void markThatIsAheadOfARestoredDirectoryFollowsTheEntry() {
    fixture.await(east.create(AHAB, TenantDetails.NONE));
    Map<String, TreeMap<PrimaryKey, DataRecord>> shards = new TreeMap<>();
    DirectoryFixture.SHARDS.forEach(
        name -> shards.put(name, new TreeMap<>(fixture.data(name).stored)));
    fixture.await(east.suspend(AHAB, "unpaid"));
    fixture.await(east.resume(AHAB));
    fixture.await(east.suspend(AHAB, "unpaid"));
    shards.forEach((name, records) -> fixture.data(name).stored = records);

    assertEquals(Map.of(AHAB, Kind.STATE_DIFFERS), audit());
    Audits.all(fixture, fixture.process(), true);
    assertServed(AHAB, "east");
  }

  @Test
  void operationUnderWayIsNoFinding() {
    Life life = Life.endless();
    TenantDirectory slow = fixture.process(life);
    fixture.await(slow.find(AHAB));
    for (int step = 1; step <= 8; step++) {
      CompletableFuture<Void> gate = life.hold(step);
      CompletableFuture<?> operation =
          step % 2 == 0 ? slow.delete(AHAB) : slow.create(AHAB, DETAILS);
      assertEquals(Map.of(), audit());
      gate.complete(null);
      fixture.await(operation);
    }
    fixture.advance(Duration.ofMinutes(2));
    assertEquals(Map.of(), audit());
  }

  @Test
  void clusterThatIsNotKnownIsNamed() {
    fixture.await(on("north").create(AHAB, TenantDetails.NONE));
    TenantDirectory two =
        TenantDirectory.of(
            fixture.plain(Life.endless(), "east", "west"),
            DirectoryFixture.options(),
            fixture.shards());
    List<DirectoryFinding> findings = Audits.all(fixture, two, true);
    assertEquals(1, findings.size());
    assertEquals(Kind.CLUSTER_UNKNOWN, findings.get(0).kind());
    assertEquals("north", findings.get(0).cluster());
    assertEquals(Optional.of(AHAB), findings.get(0).entry().map(TenantEntry::tenant));
  }

  @Test
  void placeThatIsNoneIsRefused() {
    for (String place :
        List.of("", "x", "stores/", "stores/x/", "stores/9/", "stores/0/without-a-slash")) {
      assertThrows(
          IllegalArgumentException.class,
          () -> fixture.process().audit().page(Optional.of(place), 10, false),
          place);
    }
  }
}
