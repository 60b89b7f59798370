package dev.tenure.queue.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.TestCluster;
import dev.tenure.record.global.SecondaryKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the directory does when nothing fails. */
final class TenantDirectoryTest {
  private static final TenantId AHAB = new TenantId("mail", "ahab");
  private static final TenantId ISHMAEL = new TenantId("mail", "ishmael");
  private static final TenantDetails DETAILS =
      TenantDetails.NONE
          .withDisplayName("Captain Ahab")
          .withKey("email", "ahab@pequod.example")
          .withKey("handle", "@ahab");

  private final DirectoryFixture fixture = new DirectoryFixture();
  private final TenantDirectory directory = fixture.active();

  @AfterEach
  void close() {
    fixture.close();
  }

  private static SecondaryKey email(String value) {
    return new SecondaryKey("email", value);
  }

  @Test
  void createdTenantIsFoundByIdAndByEachKey() {
    TenantEntry created = fixture.await(directory.create(AHAB, DETAILS));

    assertEquals(TenantState.ACTIVE, created.state());
    assertEquals(List.of(created.cluster()), fixture.stores(AHAB));
    assertEquals(Optional.of(created), fixture.await(directory.find(AHAB)));
    assertEquals(Optional.of(created), fixture.await(directory.find(email("ahab@pequod.example"))));
    assertEquals(
        Optional.of(created), fixture.await(directory.find(new SecondaryKey("handle", "@ahab"))));
    assertEquals(DETAILS, created.details());
    assertEquals(Optional.empty(), fixture.await(directory.find(ISHMAEL)));
  }

  @Test
  void creationOfAnExistingTenantGivesItsEntry() {
    TenantEntry created = fixture.await(directory.create(AHAB, DETAILS));
    assertEquals(created, fixture.await(directory.create(AHAB, DETAILS)));
    assertEquals(created, fixture.await(directory.create(AHAB, TenantDetails.NONE)));
    fixture.failure(
        Code.TENANT_EXISTS,
        directory.create(AHAB, TenantDetails.NONE.withKey("email", "other@pequod.example")));
  }

  @Test
  void alternateKeyHasOneOwnerOverAllClusters() {
    fixture.await(directory.create(AHAB, DETAILS));
    QueueException error =
        fixture.failure(Code.ALTERNATE_KEY_TAKEN, directory.create(ISHMAEL, DETAILS));
    assertFalse(error.toString().contains("pequod"), error.toString());
    assertEquals(List.of(), fixture.stores(ISHMAEL));
    assertEquals(Optional.empty(), fixture.await(directory.find(ISHMAEL)));
  }

  @Test
  void keyThatIsGivenUpIsFreeAtOnce() {
    fixture.await(directory.create(AHAB, DETAILS));
    TenantEntry changed =
        fixture.await(
            directory.change(
                AHAB,
                details ->
                    details
                        .withDisplayName("A. Ahab")
                        .withKey("email", "captain@pequod.example")
                        .withoutKey("handle")));

    assertEquals("A. Ahab", changed.details().displayName());
    assertEquals(
        Optional.of(changed), fixture.await(directory.find(email("captain@pequod.example"))));
    assertEquals(Optional.empty(), fixture.await(directory.find(email("ahab@pequod.example"))));
    fixture.await(directory.create(ISHMAEL, DETAILS));
  }

  @Test
  void deletionLeavesNothingAndFreesTheKeys() {
    TenantEntry created = fixture.await(directory.create(AHAB, DETAILS));
    fixture.advance(Duration.ofMinutes(2));
    for (String zone : List.of("a", "b", "c")) {
      fixture.await(
          directory
              .deployment()
              .run(
                  AHAB,
                  tx ->
                      tx.zone(zone)
                          .enqueue(TestCluster.item("call me").withDelay(Duration.ofDays(3)))));
      fixture.await(
          directory
              .deployment()
              .run(AHAB, tx -> tx.zone(zone).enqueue(TestCluster.item("call me"))));
    }
    DeletionPreview preview = fixture.await(directory.previewDeletion(AHAB)).orElseThrow();
    assertEquals(created, preview.entry());
    assertEquals(2, preview.keys());
    assertEquals(6, preview.contents().items());
    assertEquals(6, preview.contents().records());
    assertEquals(3, preview.contents().pointers());
    assertEquals(3, preview.contents().nudges());
    assertNotEquals(List.of(), fixture.keysWith("ahab"));

    assertEquals(true, fixture.await(directory.delete(AHAB)));

    assertEquals(List.of(), fixture.keysWith("ahab"));
    assertEquals(Optional.empty(), fixture.await(directory.find(AHAB)));
    assertEquals(false, fixture.await(directory.delete(AHAB)));
    assertEquals(Optional.empty(), fixture.await(directory.previewDeletion(AHAB)));
    fixture.failure(
        Code.TENANT_NOT_FOUND, directory.deployment().run(AHAB, tx -> tx.zone().isEmpty()));
    fixture.await(directory.create(ISHMAEL, DETAILS));
  }

  @Test
  void tenantThatIsCreatedAgainHasAnotherLife() {
    TenantEntry first = fixture.await(directory.create(AHAB, DETAILS));
    fixture.await(directory.delete(AHAB));
    TenantEntry second = fixture.await(directory.create(AHAB, DETAILS));
    assertNotEquals(first.life(), second.life());
    assertEquals(List.of(second.cluster()), fixture.stores(AHAB));
  }

  @Test
  void placementChoosesTheCluster() {
    TenantDirectory pinning =
        fixture.process(
            Life.endless(),
            options ->
                options.withPlacement(
                    Placement.pinned("region", Map.of("eu", "north"), Placement.fewestTenants())));
    fixture.await(pinning.create(AHAB, TenantDetails.NONE.withAttribute("region", "eu")));
    assertEquals(List.of("north"), fixture.stores(AHAB));

    Map<String, Integer> tenants = new TreeMap<>();
    for (int i = 0; i < 5; i++) {
      TenantId tenant = new TenantId("mail", "sailor-" + i);
      tenants.merge(
          fixture.await(pinning.create(tenant, TenantDetails.NONE)).cluster(), 1, Integer::sum);
    }
    assertEquals(Map.of("east", 2, "north", 1, "west", 2), tenants);
    QueueException error =
        fixture.failure(
            Code.CLUSTER_NOT_FOUND,
            pinning.create(ISHMAEL, TenantDetails.NONE.withAttribute("region", "nantucket")));
    assertFalse(error.toString().contains("nantucket"), error.toString());
  }

  @Test
  void entriesAreListedByApplicationStateAndCluster() {
    List<TenantId> tenants = new ArrayList<>();
    for (int i = 0; i < 25; i++) {
      TenantId tenant = new TenantId(i < 5 ? "notes/1" : "mail", "u" + i);
      fixture.await(directory.create(tenant, TenantDetails.NONE));
      tenants.add(tenant);
    }
    fixture.await(directory.suspend(tenants.get(0), "unpaid"));

    assertEquals(25, listed(EntryFilter.ALL).size());
    assertEquals(5, listed(EntryFilter.ALL.withApplication("notes/1")).size());
    List<TenantEntry> suspended = listed(EntryFilter.ALL.withState(TenantState.SUSPENDED));
    assertEquals(1, suspended.size());
    assertEquals(tenants.get(0), suspended.get(0).tenant());
    assertEquals("unpaid", suspended.get(0).reason());
    assertThrows(
        IllegalArgumentException.class, () -> directory.list(EntryFilter.ALL, Optional.of("x"), 7));
  }

  private List<TenantEntry> listed(EntryFilter filter) {
    List<TenantEntry> found = new ArrayList<>();
    Optional<String> next = Optional.empty();
    do {
      EntryPage page = fixture.await(directory.list(filter, next, 7));
      found.addAll(page.entries());
      next = page.next();
    } while (next.isPresent());
    return found;
  }

  @Test
  void valuesOfDetailsAreInNoText() {
    TenantEntry entry =
        fixture.await(directory.create(AHAB, DETAILS.withAttribute("leg", "ivory")));
    for (String text : List.of(entry.toString(), entry.details().toString())) {
      assertFalse(
          text.contains("pequod") || text.contains("Captain") || text.contains("ivory"), text);
    }
    IllegalArgumentException error =
        assertThrows(
            IllegalArgumentException.class,
            () -> directory.create(AHAB, TenantDetails.NONE.withKey("phone", "555-0100")));
    assertTrue(String.valueOf(error.getMessage()).contains("phone"));
    assertFalse(String.valueOf(error.getMessage()).contains("555-0100"));
    assertThrows(
        IllegalArgumentException.class,
        () -> TenantDetails.NONE.withKey("email", "x".repeat(1_001)));
  }

  @Test
  void whatCannotBeStoredAsItIsIsRefused() {
    String half = "\ud83d";
    for (Runnable details :
        List.<Runnable>of(
            () -> TenantDetails.NONE.withDisplayName(half),
            () -> TenantDetails.NONE.withAttribute("region", half),
            () -> TenantDetails.NONE.withKey("email", half),
            () -> fixture.await(directory.find(new SecondaryKey("email", half))),
            () -> fixture.await(directory.find(new SecondaryKey("email", "x".repeat(1_001)))),
            () -> fixture.await(directory.suspend(AHAB, half)),
            () -> fixture.await(directory.suspend(AHAB, "a\nb")),
            () -> fixture.await(directory.suspend(AHAB, "")),
            () -> fixture.await(directory.suspend(AHAB, "\u6f22".repeat(400))))) {
      assertThrows(IllegalArgumentException.class, details::run);
    }
  }
}
