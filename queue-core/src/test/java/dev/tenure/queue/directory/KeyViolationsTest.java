package dev.tenure.queue.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.directory.DirectoryFinding.Kind;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.violation.Violations.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Alternate keys with two owners, after writes during an outage and after a restored backup. */
final class KeyViolationsTest {
  private static final TenantId AHAB = new TenantId("mail", "ahab");
  private static final TenantId ISHMAEL = new TenantId("mail", "ishmael");
  private static final SecondaryKey EMAIL = new SecondaryKey("email", "a@b.example");
  private static final TenantDetails DETAILS = TenantDetails.NONE.withKey("email", "a@b.example");

  private final DirectoryFixture fixture = new DirectoryFixture();
  private final TenantDirectory directory = lenient();

  @AfterEach
  void close() {
    fixture.close();
  }

  private TenantDirectory lenient() {
    TenantDirectory process =
        fixture.process(
            Life.endless(),
            options -> options.withIndex(options.index().withWritesWhileDown(true)));
    fixture.await(process.adopt(progress -> {}));
    return process;
  }

  private void takeIndexDown(boolean down) {
    DirectoryFixture.SHARDS.forEach(name -> fixture.index(name).isDown = down);
    fixture.advance(Duration.ofSeconds(2));
  }

  private void violate() {
    takeIndexDown(true);
    fixture.await(directory.create(AHAB, DETAILS));
    fixture.await(directory.create(ISHMAEL, DETAILS));
    takeIndexDown(false);
  }

  private List<KeyViolation> list() {
    return fixture.await(directory.violations().list(Optional.empty(), 100));
  }

  private List<Kind> audit(boolean repairs) {
    return Audits.all(fixture, directory, repairs).stream()
        .map(DirectoryFinding::kind)
        .sorted()
        .toList();
  }

  @Test
  void keyWithTwoOwnersWaitsForAPerson() {
    violate();
    assertEquals(List.of(Kind.KEY_NOT_INDEXED, Kind.KEY_VIOLATED), audit(false));
    assertEquals(List.of(), list());
    assertEquals(List.of(Kind.KEY_NOT_INDEXED, Kind.KEY_VIOLATED), audit(true));
    assertEquals(List.of(Kind.KEY_VIOLATED), audit(true));
    KeyViolation found = list().get(0);
    assertEquals(EMAIL, found.key());
    assertEquals(Set.of(AHAB, ISHMAEL), found.owners());
    assertFalse(found.toString().contains("a@b.example"), found.toString());
    assertFalse(Audits.all(fixture, directory, false).toString().contains("a@b.example"));

    assertEquals(EMAIL, fixture.await(directory.violations().of(ISHMAEL, "email")));
    assertEquals(Outcome.RESOLVED, fixture.await(directory.violations().keep(EMAIL, ISHMAEL)));
    assertEquals(ISHMAEL, fixture.await(directory.find(EMAIL)).orElseThrow().tenant());
    assertEquals(TenantDetails.NONE, fixture.await(directory.find(AHAB)).orElseThrow().details());
    assertEquals(List.of(), list());
    assertEquals(List.of(), audit(false));
    fixture.failure(Code.TENANT_NOT_FOUND, directory.violations().of(ISHMAEL, "email"));
  }

  @Test
  void tenantWithSeveralViolatedKeysOfAKindIsAskedForTheValue() {
    SecondaryKey other = new SecondaryKey("email", "c@b.example");
    TenantDetails two = new TenantDetails("", java.util.Map.of(), Set.of(EMAIL, other));
    takeIndexDown(true);
    fixture.await(directory.create(AHAB, two));
    fixture.await(directory.create(ISHMAEL, two));
    takeIndexDown(false);
    audit(true);
    audit(true);
    assertEquals(2, list().size());
    fixture.failure(Code.ALTERNATE_KEY_VIOLATED, directory.violations().of(AHAB, "email"));
    fixture.await(directory.violations().keep(EMAIL, AHAB));
    assertEquals(other, fixture.await(directory.violations().of(AHAB, "email")));
  }

  @Test
  void ownerGetsAnotherKeyInstead() {
    violate();
    audit(true);
    fixture.await(
        directory.create(new TenantId("mail", "pip"), DETAILS.withKey("email", "p@b.example")));
    fixture.failure(
        Code.ALTERNATE_KEY_TAKEN, directory.violations().replace(EMAIL, AHAB, "p@b.example"));
    assertEquals(
        Outcome.RESOLVED,
        fixture.await(directory.violations().replace(EMAIL, AHAB, "n@b.example")));
    assertEquals(ISHMAEL, fixture.await(directory.find(EMAIL)).orElseThrow().tenant());
    assertEquals(
        AHAB,
        fixture
            .await(directory.find(new SecondaryKey("email", "n@b.example")))
            .orElseThrow()
            .tenant());
  }

  @Test
  void keyThatARestoredShardBringsBackIsAViolation() {
    TenantId other = ISHMAEL;
    for (int i = 0; shardOf(other).equals(shardOf(AHAB)); i++) {
      other = new TenantId("mail", "i" + i);
    }
    TenantId taker = other;
    fixture.await(directory.create(AHAB, DETAILS));
    String restored = shardOf(AHAB);
    TreeMap<PrimaryKey, DataRecord> backup = new TreeMap<>(fixture.data(restored).stored);
    fixture.await(directory.change(AHAB, details -> details.withoutKey("email")));
    fixture.await(directory.create(taker, DETAILS));
    fixture.data(restored).stored = backup;

    assertEquals(List.of(Kind.KEY_VIOLATED), audit(true));
    assertEquals(Set.of(AHAB, taker), list().get(0).owners());
    fixture.await(directory.violations().keep(EMAIL, taker));
    assertEquals(List.of(), audit(false));
    assertEquals(taker, fixture.await(directory.find(EMAIL)).orElseThrow().tenant());
  }

  private static String shardOf(TenantId tenant) {
    try (DirectoryFixture other = new DirectoryFixture()) {
      other.await(other.active().create(tenant, TenantDetails.NONE));
      return DirectoryFixture.SHARDS.stream()
          .filter(name -> other.data(name).stored.containsKey(StoredEntry.key(tenant)))
          .findFirst()
          .orElseThrow();
    }
  }

  @Test
  void keysThatARestoredIndexShardLostAreIndexedAgain() {
    fixture.await(directory.create(AHAB, DETAILS));
    DirectoryFixture.SHARDS.forEach(name -> fixture.index(name).stored.clear());
    assertEquals(Optional.empty(), fixture.await(directory.find(EMAIL)));
    List<DirectoryFinding> found = Audits.all(fixture, directory, true);
    assertEquals(Kind.KEY_NOT_INDEXED, found.get(0).kind());
    assertEquals(Optional.of(EMAIL), found.get(0).key());
    assertTrue(found.get(0).repaired());
    assertEquals(AHAB, fixture.await(directory.find(EMAIL)).orElseThrow().tenant());
    assertEquals(List.of(), audit(false));
  }

  @Test
  void garbageOfFailedCreationsIsCountedAndDeleted() {
    TenantDirectory tidy =
        fixture.process(
            Life.endless(), options -> options.withIndex(options.index().withCleanersMax(0)));
    fixture.await(tidy.create(AHAB, DETAILS));
    fixture.await(tidy.delete(AHAB));
    assertEquals(1, garbage(false));
    assertEquals(1, garbage(true));
    assertEquals(0, garbage(false));
  }

  private long garbage(boolean repairs) {
    return fixture.await(directory.audit().page(Optional.empty(), 1_000, repairs)).garbage();
  }
}
