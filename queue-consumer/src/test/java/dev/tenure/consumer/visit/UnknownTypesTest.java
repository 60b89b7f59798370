package dev.tenure.consumer.visit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.ItemHandler;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.Tuning;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.consumer.fixture.Journal;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.EncodedPayload;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.zone.DeadLetter;
import dev.tenure.queue.zone.DeadLetterKind;
import dev.tenure.queue.zone.ZoneSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Items whose type, or whose schema version, no consumer has announced for long are parked. */
class UnknownTypesTest {
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final ItemHandler<String> AT_ONCE =
      (payload, context) -> CompletableFuture.completedFuture(Outcome.done());
  private static final WorkType<String> SECOND = Fleet.SEND.withSchemaVersion(2);

  private final Fleet fleet = Fleet.start();
  private final Fleet.Site process = fleet.process("one").withTenant(Fleet.AHAB);
  private final Journal journal = new Journal();

  @AfterEach
  void close() {
    fleet.close();
  }

  private static ConsumerOptions options(String id) {
    return ConsumerOptions.defaults(id)
        .withTuning(Tuning.defaults().withUnknownTypeParkedAfter(PATIENCE));
  }

  private Consumer start(String id, WorkType<String> type) {
    return process.start(options(id), Handlers.builder().on(type, AT_ONCE).build(), journal);
  }

  private String enqueue(WorkType<String> type) {
    return process.enqueue(Fleet.AHAB, NewItem.of(type, "payload"));
  }

  private void run(Duration duration) {
    fleet.time.pass(duration);
  }

  private Optional<DeadLetter> letter(String id) {
    return process.deadLetter(Fleet.AHAB, id);
  }

  @Test
  void anItemOfATypeThatNobodyAnnouncedIsParkedWhenItHasWaitedLongEnough() {
    Consumer consumer = start("c", Fleet.SEND);
    String id = enqueue(Fleet.PRINT);
    run(PATIENCE.minusSeconds(1));
    assertTrue(letter(id).isEmpty());
    run(Duration.ofSeconds(75));
    DeadLetter letter = letter(id).orElseThrow();
    assertEquals(DeadLetterKind.PARKED, letter.kind());
    assertEquals(
        "no consumer has announced type \"print\" at schema version 1 for PT10M; consumer c has no"
            + " handler for it",
        letter.reason());
    assertEquals(List.of(letter.reason()), journal.parked);
    assertEquals(1, consumer.status().items().parked());
    assertEquals(0, process.left(Fleet.AHAB));
    assertEquals(0, consumer.status().items().started());
  }

  @Test
  void anItemOfATypeThatALiveConsumerRunsIsNeverParkedByAnother() {
    start("c", Fleet.SEND);
    start("other", Fleet.PRINT.withPolicy(Fleet.PRINT.policy().withConcurrency(1)));
    run(Duration.ofSeconds(10));
    process.run(Fleet.AHAB, tx -> tx.zone().changeSettings(now -> new ZoneSettings(true)));
    String id = enqueue(Fleet.PRINT);
    run(PATIENCE.multipliedBy(2));
    assertTrue(letter(id).isEmpty());
    process.run(Fleet.AHAB, tx -> tx.zone().changeSettings(now -> new ZoneSettings(false)));
    run(Duration.ofMinutes(2));
    assertTrue(letter(id).isEmpty());
    assertEquals(0, process.left(Fleet.AHAB));
  }

  @Test
  void aTypeIsWaitedForAfterItsLastConsumerHasGone() {
    Consumer printer = start("printer", Fleet.PRINT);
    run(Duration.ofMinutes(3));
    fleet.time.join(printer.stop(Duration.ZERO));
    start("c", Fleet.SEND);
    String id = enqueue(Fleet.PRINT);
    run(PATIENCE.minusMinutes(2));
    assertTrue(letter(id).isEmpty());
    run(Duration.ofMinutes(4));
    assertEquals(DeadLetterKind.PARKED, letter(id).orElseThrow().kind());
  }

  @Test
  void aTypeThatWasAnnouncedAfterItWasMetIsWaitedForAnew() {
    start("c", Fleet.SEND);
    String id = enqueue(Fleet.PRINT);
    run(Duration.ofSeconds(5));
    process.run(Fleet.AHAB, tx -> tx.zone().changeSettings(now -> new ZoneSettings(true)));
    Consumer printer = start("printer", Fleet.PRINT);
    run(PATIENCE.minusMinutes(1));
    fleet.time.join(printer.stop(Duration.ZERO));
    run(Duration.ofSeconds(90));
    process.run(Fleet.AHAB, tx -> tx.zone().changeSettings(now -> new ZoneSettings(false)));
    run(Duration.ofMinutes(2));
    assertTrue(letter(id).isEmpty());
    run(PATIENCE);
    assertEquals(DeadLetterKind.PARKED, letter(id).orElseThrow().kind());
  }

  @Test
  void aConsumerWhoseClockIsHoursAheadParksNothingThatHasJustCome() {
    Fleet.Site fast =
        fleet.processWithClock("fast", () -> fleet.time.instant().plus(Duration.ofHours(2)));
    fast.start(options("c"), Handlers.builder().on(Fleet.SEND, AT_ONCE).build(), journal);
    run(Duration.ofSeconds(10));
    String id = enqueue(Fleet.PRINT);
    run(PATIENCE.minusMinutes(1));
    assertTrue(letter(id).isEmpty());
    run(Duration.ofMinutes(3));
    assertEquals(DeadLetterKind.PARKED, letter(id).orElseThrow().kind());
  }

  @Test
  void largeItemsOfAnUnknownTypeAreParkedInSeveralTransactions() {
    start("c", Fleet.SEND);
    for (int i = 0; i < 110; i++) {
      process.enqueue(Fleet.AHAB, NewItem.of(Fleet.PRINT, "x".repeat(95_000)));
    }
    run(PATIENCE.plusMinutes(2));
    assertEquals(110, journal.parked.size());
  }

  @Test
  void anItemOfAnUnknownTypeRunsWhenAConsumerComesInTime() {
    start("c", Fleet.SEND);
    String id = enqueue(Fleet.PRINT);
    run(PATIENCE.minusMinutes(1));
    start("late", Fleet.PRINT);
    run(Duration.ofMinutes(2));
    assertTrue(letter(id).isEmpty());
    assertEquals(0, process.left(Fleet.AHAB));
    assertEquals(List.of(id), journal.started);
  }

  @Test
  void anOldConsumerLeavesItemsOfANewerVersionToANewerOne() {
    Consumer old = start("old", Fleet.SEND);
    String id = enqueue(SECOND);
    run(Duration.ofMinutes(2));
    assertEquals(0, process.find(Fleet.AHAB, id).orElseThrow().leases());
    assertEquals(0, old.status().items().started());
    start("new", SECOND);
    run(Duration.ofMinutes(2));
    assertEquals(0, process.left(Fleet.AHAB));
    assertTrue(letter(id).isEmpty());
    assertEquals(0, old.status().items().started());
  }

  @Test
  void anItemOfAVersionThatNobodyAnnouncedIsParkedNamingTheVersionsKnown() {
    start("old", Fleet.SEND);
    String id = enqueue(SECOND);
    run(PATIENCE.plusMinutes(2));
    assertEquals(
        "no consumer has announced type \"send\" at schema version 2 for PT10M; consumer old reads"
            + " its versions up to 1",
        letter(id).orElseThrow().reason());
  }

  @Test
  void anOlderVersionIsUpgradedAndOneThatCannotBeIsParkedAtOnce() {
    WorkType<String> third =
        Fleet.SEND
            .withSchemaVersion(3)
            .withUpgrader(
                2,
                old -> {
                  byte[] bytes = (new String(old.bytes(), UTF_8) + "!").getBytes(UTF_8);
                  return new EncodedPayload(old.contentType(), bytes);
                });
    List<String> seen = new ArrayList<>();
    process.start(
        options("c"),
        Handlers.builder()
            .on(
                third,
                (payload, context) -> {
                  seen.add(payload);
                  return CompletableFuture.completedFuture(Outcome.done());
                })
            .build(),
        journal);
    enqueue(SECOND);
    String first = enqueue(Fleet.SEND);
    run(Duration.ofSeconds(5));
    assertEquals(List.of("payload!"), seen);
    String reason = letter(first).orElseThrow().reason();
    assertEquals(DeadLetterKind.PARKED, letter(first).orElseThrow().kind());
    assertTrue(reason.contains("no upgrader leads on from version 1"), reason);
    assertTrue(reason.contains("known here are 3 and, by upgraders, [2]"), reason);
  }

  @Test
  void manyItemsOfAnUnknownTypeAreParkedSoonAfterOneAnother() {
    start("c", Fleet.SEND);
    for (int i = 0; i < 450; i++) {
      enqueue(Fleet.PRINT);
    }
    run(PATIENCE.minusSeconds(1));
    while (journal.parked.isEmpty()) {
      run(Duration.ofMillis(10));
    }
    run(Duration.ofSeconds(1));
    assertEquals(450, journal.parked.size());
    assertEquals(0, process.left(Fleet.AHAB));
  }

  @Test
  void knownItemsBesideUnknownOnesAreNotParkedThoughTheyWaitLong() {
    start("c", Fleet.SEND.withPolicy(Fleet.SEND.policy().withConcurrency(0)));
    String later =
        process.enqueue(
            Fleet.AHAB, NewItem.of(Fleet.SEND, "x").withDelay(PATIENCE.multipliedBy(2)));
    String unknown = enqueue(Fleet.PRINT);
    run(PATIENCE.plusMinutes(2));
    assertTrue(letter(unknown).isPresent());
    assertTrue(process.find(Fleet.AHAB, later).isPresent());
    run(PATIENCE);
    assertEquals(List.of(later), journal.started);
  }

  @Test
  void inAMixedFleetEachConsumerGetsItsOwnTypeWhoeverIsFirst() {
    start("a", Fleet.SEND);
    start("b", Fleet.PRINT);
    run(Duration.ofSeconds(10));
    for (int i = 0; i < 20; i++) {
      Fleet.Site owner = process.withTenant(new TenantId("mail", "tenant " + i));
      TenantId tenant = new TenantId("mail", "tenant " + i);
      owner.enqueue(tenant, NewItem.of(Fleet.SEND, "letter"));
      owner.enqueue(tenant, NewItem.of(Fleet.PRINT, "poster"));
    }
    run(Duration.ofSeconds(15));
    assertEquals(40, journal.completed.size());
  }

  @Test
  void localItemsOfUnknownTypeAreParkedToo() {
    Consumer consumer = start("c", Fleet.SEND);
    NewItem item = NewItem.of(Fleet.PRINT, "local").withId("a");
    fleet.time.join(process.cluster().topLevel().runLocal(0, zone -> zone.enqueue(item)));
    run(PATIENCE.minusSeconds(30));
    assertEquals(0, consumer.status().items().parked());
    run(Duration.ofMinutes(3));
    Optional<DeadLetter> letter =
        fleet.time.join(process.cluster().topLevel().runLocal(0, zone -> zone.findDeadLetter("a")));
    assertEquals(DeadLetterKind.PARKED, letter.orElseThrow().kind());
    assertEquals(1, consumer.status().items().parked());
  }

  @Test
  void theTimeUntilParkedHasLimits() {
    Tuning tuning = Tuning.defaults();
    assertEquals(Duration.ofHours(1), tuning.unknownTypeParkedAfter());
    tuning.withUnknownTypeParkedAfter(Duration.ofSeconds(1));
    tuning.withUnknownTypeParkedAfter(Duration.ofDays(30));
    String refused =
        assertThrows(
                IllegalArgumentException.class,
                () -> tuning.withUnknownTypeParkedAfter(Duration.ofMillis(999)))
            .getMessage();
    assertEquals("unknownTypeParkedAfter is PT0.999S, it must be PT1S to PT720H", refused);
    assertThrows(
        IllegalArgumentException.class,
        () -> tuning.withUnknownTypeParkedAfter(Duration.ofDays(30).plusMillis(1)));
  }
}
