package dev.tenure.queue.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.TenantId;
import dev.tenure.record.global.KeyDefinition;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.keys.KeyChangeReport;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Kinds of alternate keys are added and dropped while processes use the directory. */
final class AlternateKindsTest {
  private static final TenantId AHAB = new TenantId("mail", "ahab");
  private static final TenantId ISHMAEL = new TenantId("mail", "ishmael");
  private static final TenantDetails MAIL = TenantDetails.NONE.withKey("email", "a@b.example");
  private static final TenantDetails PHONE = TenantDetails.NONE.withKey("phone", "555");

  private DirectoryFixture fixture = new DirectoryFixture();
  private TenantDirectory old = fixture.active();

  @AfterEach
  void close() {
    fixture.close();
  }

  private TenantDirectory knowing(Life life, String... kinds) {
    return fixture.process(life, options -> options.withKeys(List.of(kinds)));
  }

  private TenantDirectory newer(Life life) {
    return knowing(life, "email", "handle", "phone");
  }

  private void passALease() {
    fixture.timer.pass(DirectoryFixture.options().lease());
  }

  private Optional<TenantId> owner(TenantDirectory directory, String kind, String value) {
    return fixture.await(directory.find(new SecondaryKey(kind, value))).map(TenantEntry::tenant);
  }

  private static CompletableFuture<KeyChangeReport> adding(TenantDirectory directory) {
    return directory
        .kinds()
        .add(
            "phone",
            entry -> Optional.ofNullable(entry.details().attributes().get("phone")),
            page -> {});
  }

  private KeyChangeReport add(TenantDirectory directory) {
    return fixture.await(adding(directory));
  }

  @Test
  void addedKindIsUsedByProcessesThatKnowItAndOthersWriteNothing() {
    fixture.await(old.create(AHAB, MAIL));
    TenantDirectory newer = newer(Life.endless());
    fixture.failure(Code.ALTERNATE_KINDS_DIFFER, newer.create(ISHMAEL, PHONE));
    fixture.failure(
        Code.ALTERNATE_KINDS_DIFFER,
        newer.change(AHAB, details -> details.withKey("phone", "555")));
    assertEquals(Optional.empty(), fixture.await(newer.find(ISHMAEL)));

    fixture.await(newer.kinds().add("phone", page -> {}));
    passALease();
    fixture.await(newer.create(ISHMAEL, PHONE));
    assertEquals(Optional.of(ISHMAEL), owner(newer, "phone", "555"));
    fixture.failure(
        Code.ALTERNATE_KEY_TAKEN, newer.change(AHAB, details -> details.withKey("phone", "555")));

    fixture.failure(Code.ALTERNATE_KINDS_DIFFER, old.suspend(AHAB, "unpaid"));
    assertEquals(Optional.of(AHAB), owner(old, "email", "a@b.example"));
    fixture.await(DirectoryFixture.enqueue(old, AHAB));
    assertEquals(
        List.of("email READABLE", "handle READABLE", "phone READABLE"),
        fixture.await(newer.kinds().inForce()).stream()
            .map(each -> each.name() + " " + each.state())
            .toList());
    assertEquals(List.of(), Audits.all(fixture, newer, false));
  }

  @Test
  void tenantsAreNotFoundByAKindThatIsNotCompleteYet() {
    fixture.await(old.create(AHAB, TenantDetails.NONE.withAttribute("phone", "555")));
    fixture.await(old.create(ISHMAEL, TenantDetails.NONE.withAttribute("phone", "555")));
    TenantDirectory newer = newer(Life.endless());
    KeyChangeReport first = add(newer);
    assertEquals(1, first.changed());
    assertEquals(1, first.refused());
    passALease();
    fixture.failure(Code.ALTERNATE_KINDS_DIFFER, newer.find(new SecondaryKey("phone", "555")));
    fixture.failure(Code.ALTERNATE_KINDS_DIFFER, newer.kinds().drop("email", page -> {}));

    TenantId refused =
        fixture.await(newer.find(AHAB)).orElseThrow().details().keys().isEmpty() ? AHAB : ISHMAEL;
    fixture.await(newer.change(refused, details -> details.withAttribute("phone", "556")));
    assertEquals(new KeyChangeReport(1, 0, Optional.empty()), add(newer));
    passALease();
    assertEquals(Optional.of(refused), owner(newer, "phone", "556"));
  }

  @Test
  void tenantWithAsManyKeysAsItMayHaveIsGivenNoMore() {
    Set<SecondaryKey> most =
        IntStream.range(0, 20)
            .mapToObj(i -> new SecondaryKey("handle", "@" + i))
            .collect(Collectors.toSet());
    fixture.await(old.create(AHAB, new TenantDetails("", Map.of("phone", "555"), most)));
    TenantDirectory newer = newer(Life.endless());
    QueueException refused = fixture.failure(Code.ALTERNATE_KINDS_DIFFER, adding(newer));
    assertEquals(
        "tenant mail/ahab cannot have the derived key phone: alternate keys of a tenant is 21,"
            + " it must be 0 to 20",
        refused.getMessage());
    assertEquals(most, fixture.await(newer.find(AHAB)).orElseThrow().details().keys());

    fixture.await(newer.change(AHAB, details -> details.withKey("handle", "@a")));
    assertEquals(1, add(newer).changed());
    passALease();
    assertEquals(Optional.of(AHAB), owner(newer, "phone", "555"));
  }

  @Test
  void droppedKindIsForgottenByEntriesAndProcesses() {
    fixture.await(old.create(AHAB, MAIL.withKey("handle", "@a")));
    TenantDirectory without = knowing(Life.endless(), "email");
    fixture.failure(Code.ALTERNATE_KINDS_DIFFER, without.suspend(AHAB, "unpaid"));
    KeyChangeReport report = fixture.await(without.kinds().drop("handle", page -> {}));
    assertEquals(2, report.changed(), "an entry and an index record");
    passALease();
    fixture.failure(Code.ALTERNATE_KINDS_DIFFER, old.find(new SecondaryKey("handle", "@a")));
    fixture.failure(
        Code.ALTERNATE_KINDS_DIFFER,
        old.create(ISHMAEL, TenantDetails.NONE.withKey("handle", "@i")));
    fixture.await(without.suspend(AHAB, "unpaid"));
    assertEquals(MAIL, fixture.await(without.find(AHAB)).orElseThrow().details());
    fixture.failure(Code.ALTERNATE_KINDS_DIFFER, without.kinds().drop("handle", page -> {}));
  }

  @Test
  void additionGoesOnAfterACrashInEachStep() {
    for (int step = 1; ; step++) {
      for (int i = 0; i < 5; i++) {
        fixture.await(
            old.create(
                new TenantId("mail", "u" + i), TenantDetails.NONE.withAttribute("phone", "" + i)));
      }
      Life life = Life.endless();
      TenantDirectory mortal = newer(life);
      fixture.await(mortal.find(AHAB));
      life.shardsDownAfter(step, true);
      fixture.run(adding(mortal));
      boolean unanswered = life.shardsUp();

      TenantDirectory other = newer(Life.endless());
      if (unanswered) {
        add(other);
      }
      passALease();
      for (int i = 0; i < 5; i++) {
        assertEquals(
            Optional.of(new TenantId("mail", "u" + i)), owner(other, "phone", "" + i), "" + step);
      }
      assertEquals(List.of(), Audits.all(fixture, other, false));
      fixture.close();
      fixture = new DirectoryFixture();
      old = fixture.active();
      if (!unanswered) {
        assertTrue(step > 20, "steps: " + step);
        break;
      }
    }
  }

  @Test
  void directoryOfATimeWithoutStoredKindsTakesThemFromTheFirstProcess() {
    fixture.await(old.create(AHAB, MAIL));
    for (String shard : DirectoryFixture.SHARDS) {
      fixture.data(shard).stored.remove(PrimaryKey.reserved("keys"));
    }
    TenantDirectory newer = newer(Life.endless());
    assertEquals(Optional.of(AHAB), owner(newer, "email", "a@b.example"));
    fixture.await(newer.create(ISHMAEL, PHONE));
    assertEquals(Optional.of(ISHMAEL), owner(newer, "phone", "555"));
    assertEquals(List.of(), Audits.all(fixture, newer, false));
  }

  @Test
  void kindThatTheProcessDoesNotKnowIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> old.kinds().add("phone", page -> {}));
    fixture.failure(Code.ALTERNATE_KINDS_DIFFER, old.kinds().drop("phone", page -> {}));
    assertEquals(
        List.of(KeyDefinition.alternate("email"), KeyDefinition.alternate("handle")),
        fixture.await(old.kinds().inForce()));
  }
}
