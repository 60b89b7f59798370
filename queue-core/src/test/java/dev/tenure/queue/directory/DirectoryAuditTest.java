package dev.tenure.queue.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.KeyValue;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.directory.Finding.Kind;
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

  private final DirectoryBed bed = new DirectoryBed();
  private final TenantDirectory east = on("east");

  @AfterEach
  void close() {
    bed.close();
  }

  private TenantDirectory on(String cluster) {
    TenantDirectory process = bed.processOn(Life.endless(), cluster);
    bed.await(process.adopt(progress -> {}));
    return process;
  }

  private Map<TenantId, Kind> audit() {
    return Audits.all(bed, bed.process(), false).stream()
        .collect(Collectors.toMap(Finding::tenant, Finding::kind));
  }

  private void assertServed(TenantId tenant, String cluster) {
    TenantDirectory directory = bed.process();
    bed.await(DirectoryBed.enqueue(directory, tenant));
    assertEquals(cluster, bed.await(directory.deployment().locate(tenant)).name());
    assertEquals(List.of(cluster), bed.stores(tenant));
    assertEquals(Map.of(), audit());
  }

  @Test
  void tenantThatCameBackWithABackupIsDeletedOrAdopted() {
    bed.await(east.create(AHAB, DETAILS));
    bed.await(east.create(ISHMAEL, TenantDetails.NONE));
    List<KeyValue> backup = bed.backUp("east");
    bed.await(east.delete(AHAB));
    bed.await(east.delete(ISHMAEL));
    bed.restore("east", backup);

    assertEquals(
        Map.of(AHAB, Kind.STORE_WITHOUT_ENTRY, ISHMAEL, Kind.STORE_WITHOUT_ENTRY), audit());
    DirectoryRepairs repairs = bed.process().repairs();
    bed.await(repairs.deleteStore(AHAB, "east"));
    assertEquals(List.of(), bed.keysWith("ahab"));
    bed.failure(Code.TENANT_NOT_FOUND, repairs.deleteStore(AHAB, "east"));
    bed.await(repairs.adoptStore(ISHMAEL, "east"));
    assertServed(ISHMAEL, "east");
    bed.failure(Code.TENANT_EXISTS, repairs.deleteStore(ISHMAEL, "east"));
  }

  @Test
  void storeThatABackupLostIsMadeAgainOrForgotten() {
    List<KeyValue> backup = bed.backUp("east");
    bed.await(east.create(AHAB, DETAILS));
    bed.await(east.create(ISHMAEL, TenantDetails.NONE));
    bed.restore("east", backup);

    assertEquals(
        Map.of(AHAB, Kind.ENTRY_WITHOUT_STORE, ISHMAEL, Kind.ENTRY_WITHOUT_STORE), audit());
    DirectoryRepairs repairs = bed.process().repairs();
    bed.await(repairs.forget(ISHMAEL));
    bed.await(repairs.createStore(AHAB));
    assertServed(AHAB, "east");
    assertEquals(
        AHAB,
        bed.await(bed.process().find(new SecondaryKey("email", "a@b.example")))
            .orElseThrow()
            .tenant());
    bed.failure(Code.TENANT_EXISTS, repairs.createStore(AHAB));
    bed.failure(Code.TENANT_EXISTS, repairs.forget(AHAB));
    bed.failure(Code.TENANT_NOT_FOUND, repairs.forget(ISHMAEL));
  }

  @Test
  void secondStoreIsDeletedOrTheEntryPointsToIt() {
    for (boolean pointed : new boolean[] {false, true}) {
      TenantId tenant = new TenantId("mail", "u" + pointed);
      TenantDirectory fresh = on("east");
      bed.await(fresh.create(tenant, TenantDetails.NONE));
      List<KeyValue> backup = bed.backUp("east");
      bed.await(fresh.delete(tenant));
      bed.await(on("north").create(tenant, TenantDetails.NONE));
      bed.restore("east", backup);

      assertEquals(Map.of(tenant, Kind.SECOND_STORE), audit());
      DirectoryRepairs repairs = bed.process().repairs();
      if (pointed) {
        bed.await(repairs.pointTo(tenant, "east"));
        assertEquals(Map.of(tenant, Kind.SECOND_STORE), audit());
        bed.await(repairs.deleteStore(tenant, "north"));
      } else {
        bed.await(repairs.deleteStore(tenant, "east"));
      }
      assertServed(tenant, pointed ? "east" : "north");
    }
  }

  @Test
  void storeOfAnEarlierLifeIsFound() {
    bed.await(east.create(AHAB, TenantDetails.NONE));
    List<KeyValue> backup = bed.backUp("east");
    bed.await(east.delete(AHAB));
    bed.await(east.create(AHAB, DETAILS));
    bed.restore("east", backup);

    assertEquals(Map.of(AHAB, Kind.OTHER_LIFE), audit());
    bed.await(bed.process().repairs().pointTo(AHAB, "east"));
    assertServed(AHAB, "east");
  }

  @Test
  void markThatABackupBroughtBackFollowsTheEntry() {
    bed.await(east.create(AHAB, TenantDetails.NONE));
    List<KeyValue> open = bed.backUp("east");
    bed.await(east.suspend(AHAB, "unpaid"));
    bed.restore("east", open);
    assertEquals(Map.of(AHAB, Kind.STATE_DIFFERS), audit());
    assertTrue(Audits.all(bed, bed.process(), true).get(0).repaired());
    bed.failure(Code.TENANT_SUSPENDED, DirectoryBed.enqueue(bed.process(), AHAB));
    assertEquals(Map.of(), audit());
  }

  @Test
  void markThatIsAheadOfARestoredDirectoryFollowsTheEntry() {
    bed.await(east.create(AHAB, TenantDetails.NONE));
    Map<String, TreeMap<PrimaryKey, DataRecord>> shards = new TreeMap<>();
    DirectoryBed.SHARDS.forEach(name -> shards.put(name, new TreeMap<>(bed.data(name).stored)));
    bed.await(east.suspend(AHAB, "unpaid"));
    bed.await(east.resume(AHAB));
    bed.await(east.suspend(AHAB, "unpaid"));
    shards.forEach((name, records) -> bed.data(name).stored = records);

    assertEquals(Map.of(AHAB, Kind.STATE_DIFFERS), audit());
    Audits.all(bed, bed.process(), true);
    assertServed(AHAB, "east");
  }

  @Test
  void operationUnderWayIsNoFinding() {
    Life life = Life.endless();
    TenantDirectory slow = bed.process(life);
    bed.await(slow.find(AHAB));
    for (int step = 1; step <= 8; step++) {
      CompletableFuture<Void> gate = life.hold(step);
      CompletableFuture<?> operation =
          step % 2 == 0 ? slow.delete(AHAB) : slow.create(AHAB, DETAILS);
      assertEquals(Map.of(), audit());
      gate.complete(null);
      bed.await(operation);
    }
    bed.advance(Duration.ofMinutes(2));
    assertEquals(Map.of(), audit());
  }

  @Test
  void clusterThatIsNotKnownIsNamed() {
    bed.await(on("north").create(AHAB, TenantDetails.NONE));
    TenantDirectory two =
        TenantDirectory.of(
            bed.plain(Life.endless(), "east", "west"), DirectoryBed.options(), bed.shards());
    List<Finding> findings = Audits.all(bed, two, true);
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
          () -> bed.process().audit().page(Optional.of(place), 10, false),
          place);
    }
  }
}
