package dev.tenure.queue.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.KeyValue;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.directory.DirectoryFinding.Kind;
import dev.tenure.record.global.SecondaryKey;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A cluster that carries tenants and a shard of the directory comes back from a backup, and is put
 * in order by the steps of docs/tenants.md.
 */
final class RestoredClusterTest {
  private static final int TENANTS = 40;

  private final DirectoryFixture fixture = new DirectoryFixture();

  @AfterEach
  void close() {
    fixture.close();
  }

  private TenantDirectory process() {
    TenantDirectory process =
        TenantDirectory.of(
            fixture.plain(Life.endless()),
            DirectoryFixture.options().withMillis(fixture.timer::millis),
            DirectoryShards.inRecordStores());
    fixture.await(process.adopt(progress -> {}));
    return process;
  }

  private static TenantId tenant(int number) {
    return new TenantId("mail", "u" + number);
  }

  private static TenantDetails email(int number) {
    return TenantDetails.NONE.withKey("email", number + "@b.example");
  }

  /** Everything that a tenant can meet after the backup, each five times. */
  private void live(TenantDirectory directory) {
    for (int i = 0; i < 5; i++) {
      fixture.await(directory.delete(tenant(i)));
      fixture.await(directory.create(tenant(TENANTS + i), email(TENANTS + i)));
      fixture.await(directory.suspend(tenant(5 + i), "unpaid"));
      int renamed = 10 + i;
      fixture.await(directory.change(tenant(renamed), details -> details.withoutKey("email")));
      fixture.await(directory.create(tenant(TENANTS + renamed), email(renamed)));
      fixture.await(directory.delete(tenant(20 + i)));
      fixture.await(directory.create(tenant(20 + i), email(20 + i)));
      fixture.await(directory.resume(tenant(25 + i)));
    }
  }

  @Test
  void stepsOfTheGuidePutEverythingInOrder() {
    TenantDirectory before = process();
    for (int i = 0; i < TENANTS; i++) {
      fixture.await(before.create(tenant(i), email(i)));
      fixture.advance(Duration.ofMillis(10));
    }
    for (int i = 25; i < 30; i++) {
      fixture.await(before.suspend(tenant(i), "unpaid"));
    }
    List<KeyValue> backup = fixture.backUp("east");
    fixture.advance(Duration.ofMinutes(2));
    live(before);
    fixture.advance(Duration.ofMinutes(2));
    fixture.restore("east", backup);

    TenantDirectory directory = process();
    Audits.all(fixture, directory, true);
    Set<Kind> decided = EnumSet.noneOf(Kind.class);
    for (int round = 0; !Audits.all(fixture, directory, false).isEmpty(); round++) {
      assertTrue(round < 5, "rounds: " + round);
      Audits.all(fixture, directory, true).forEach(found -> decided.add(decide(directory, found)));
    }
    assertTrue(
        decided.containsAll(
            Set.of(Kind.STORE_WITHOUT_ENTRY, Kind.ENTRY_WITHOUT_STORE, Kind.KEY_VIOLATED)),
        decided.toString());
    assertEquals(List.of(), fixture.await(directory.violations().list(Optional.empty(), 100)));
    assertInOrder(directory);
  }

  /** What a person may decide; a store is kept where there is a choice. */
  private Kind decide(TenantDirectory directory, DirectoryFinding found) {
    DirectoryRepairs repairs = directory.repairs();
    fixture.run(
        switch (found.kind()) {
          case STORE_WITHOUT_ENTRY -> repairs.adoptStore(found.tenant(), found.cluster());
          case ENTRY_WITHOUT_STORE -> repairs.createStore(found.tenant());
          case SECOND_STORE -> repairs.deleteStore(found.tenant(), found.cluster());
          case OTHER_LIFE -> repairs.pointTo(found.tenant(), found.cluster());
          case KEY_VIOLATED ->
              directory.violations().keep(found.key().orElseThrow(), found.tenant());
          case UNFINISHED, STATE_DIFFERS, KEY_NOT_INDEXED, CLUSTER_UNKNOWN ->
              repairs.finish(found.tenant());
        });
    return found.kind();
  }

  private void assertInOrder(TenantDirectory directory) {
    int served = 0;
    for (int i = 0; i < 2 * TENANTS; i++) {
      TenantId tenant = tenant(i);
      Optional<TenantEntry> entry = fixture.await(directory.find(tenant));
      assertEquals(entry.stream().map(TenantEntry::cluster).toList(), fixture.stores(tenant));
      if (entry.isPresent()) {
        for (SecondaryKey key : entry.get().details().keys()) {
          assertEquals(entry, fixture.await(directory.find(key)), tenant.toString());
        }
        fixture.await(directory.resume(tenant));
        fixture.await(DirectoryFixture.enqueue(directory, tenant));
        served++;
      }
    }
    assertTrue(served >= TENANTS, "served: " + served);
  }
}
