package dev.tenure.queue.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.apple.foundationdb.KeyValue;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.directory.DirectoryFinding.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A cluster with a third of the tenants, and no shard of the directory, is lost for good. It comes
 * back elsewhere, under its name and from an older backup, by the steps of docs/clusters.md.
 */
final class LostClusterTest {
  private static final String LOST = "north";
  private static final int BEFORE_BACKUP = 18;
  private static final int IN_ALL = 25;

  private final DirectoryFixture fixture = new DirectoryFixture();

  @AfterEach
  void close() {
    fixture.close();
  }

  private static TenantId tenant(int number) {
    return new TenantId("mail", "u" + number);
  }

  private static TenantDetails email(int number) {
    return TenantDetails.NONE.withKey("email", number + "@b.example");
  }

  private void create(TenantDirectory directory, int from, int to) {
    IntStream.range(from, to)
        .forEach(
            number -> {
              fixture.await(directory.create(tenant(number), email(number)));
              fixture.advance(Duration.ofMillis(10));
            });
  }

  private Set<TenantId> listed(TenantDirectory directory) {
    Set<TenantId> found = new TreeSet<>();
    Optional<String> next = Optional.empty();
    do {
      EntryPage page = fixture.await(directory.list(EntryFilter.ALL.withCluster(LOST), next, 7));
      page.entries().forEach(entry -> found.add(entry.tenant()));
      next = page.next();
    } while (next.isPresent());
    return found;
  }

  private Set<TenantId> stored() {
    Set<TenantId> found = new TreeSet<>();
    for (int number = 0; number < IN_ALL; number++) {
      if (fixture.stores(tenant(number)).equals(List.of(LOST))) {
        found.add(tenant(number));
      }
    }
    return found;
  }

  @Test
  void directoryNamesItsTenantsAndTheyComeBackElsewhere() {
    TenantDirectory before = fixture.active();
    create(before, 0, BEFORE_BACKUP);
    List<KeyValue> backup = fixture.backUp(LOST);
    Set<TenantId> backedUp = stored();
    fixture.advance(Duration.ofMinutes(2));
    create(before, BEFORE_BACKUP, IN_ALL);
    Set<TenantId> lost = stored();
    Set<TenantId> newer = new TreeSet<>(lost);
    newer.removeAll(backedUp);
    assertFalse(backedUp.isEmpty() || newer.isEmpty(), backedUp + " and " + newer);
    fixture.advance(Duration.ofMinutes(2));

    TenantDirectory without =
        TenantDirectory.of(
            fixture.plain(Life.endless(), "east", "west"),
            DirectoryFixture.options().withMillis(fixture.timer::millis),
            fixture.shards());
    assertEquals(lost, listed(without));
    for (int number = 0; number < IN_ALL; number++) {
      if (!lost.contains(tenant(number))) {
        fixture.await(DirectoryFixture.enqueue(without, tenant(number)));
      }
    }

    fixture.restore(LOST, backup);
    TenantDirectory after = fixture.process();
    List<TenantId> empty = new ArrayList<>();
    Audits.all(fixture, after, true);
    for (DirectoryFinding finding : Audits.all(fixture, after, false)) {
      assertEquals(Kind.ENTRY_WITHOUT_STORE, finding.kind(), finding.toString());
      fixture.run(after.repairs().createStore(finding.tenant()));
      empty.add(finding.tenant());
    }
    assertEquals(newer, Set.copyOf(empty));
    assertEquals(List.of(), Audits.all(fixture, after, false));
    assertEquals(lost, stored());
    for (TenantId tenant : lost) {
      fixture.await(DirectoryFixture.enqueue(after, tenant));
    }
  }
}
