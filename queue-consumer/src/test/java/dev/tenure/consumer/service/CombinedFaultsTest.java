package dev.tenure.consumer.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.FDBException;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.ItemHandler;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.fixture.Counters;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.consumer.fixture.Journal;
import dev.tenure.late.LateOptions;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.TenantSchemas;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several faults at a time, each of which concerns other items than the ones looked at. */
@Timeout(600)
final class CombinedFaultsTest {
  private static final Duration BOUND = Duration.ofSeconds(30 + 6 + 20);
  private static final int TENANTS = 6;

  private final Journal journal = new Journal();

  private static ItemHandler<String> atOnce() {
    return (payload, context) -> CompletableFuture.completedFuture(Outcome.done());
  }

  private static TenantSchemas knowing(String application) {
    return TenantSchemas.of(Map.of(application, Fleet.schema(1)));
  }

  private static List<TenantId> tenantsOn(
      Fleet fleet, Fleet.Site site, String application, String cluster) {
    List<TenantId> tenants = new ArrayList<>();
    for (int number = 0; tenants.size() < TENANTS; number++) {
      TenantId tenant = new TenantId(application, "user-" + number);
      if (fleet.time.join(site.deployment().createTenant(tenant)).name().equals(cluster)) {
        tenants.add(tenant);
      }
    }
    return tenants;
  }

  @ParameterizedTest
  @ValueSource(longs = {9, -9, 3_600, -3_600})
  void ofTwoApplicationsEachIsServedBesideAHungClusterAndAWrongClock(long aheadSeconds) {
    try (Fleet fleet =
        Fleet.start(11, ClusterOptions.named("east"), ClusterOptions.named("west"))) {
      Fleet.Site mail = fleet.processKnowing("mail-producer", knowing("mail"));
      Fleet.Site photos = fleet.processKnowing("photos-producer", knowing("photos"));
      List<TenantId> letters = tenantsOn(fleet, mail, "mail", "east");
      List<TenantId> pictures = tenantsOn(fleet, photos, "photos", "east");
      List<TenantId> silent = tenantsOn(fleet, mail, "mail", "west");
      fleet.withLateAnswers(LateOptions.punctual(7));
      List<Fleet.Site> consumers = new ArrayList<>();
      consumers.add(
          fleet.processKnowing(
              "mail-0",
              knowing("mail"),
              () -> fleet.time.instant().plus(Duration.ofSeconds(aheadSeconds))));
      consumers.add(fleet.processKnowing("mail-1", knowing("mail")));
      consumers.add(fleet.processKnowing("photos-0", knowing("photos")));
      consumers.add(fleet.processKnowing("photos-1", knowing("photos")));
      for (int i = 0; i < consumers.size(); i++) {
        consumers
            .get(i)
            .start(
                ConsumerOptions.defaults("c" + i).withManagers(2),
                Handlers.builder().on(Fleet.SEND, atOnce()).build(),
                journal);
      }
      fleet.time.pass(Duration.ofSeconds(30));
      silent.forEach(tenant -> mail.send(tenant, "letter"));
      consumers.forEach(site -> Fleet.late(site, "west").hang());
      for (int round = 1; round <= 3; round++) {
        letters.forEach(tenant -> mail.send(tenant, "letter"));
        pictures.forEach(tenant -> photos.send(tenant, "picture"));
        fleet.time.pass(BOUND);
        assertEquals(0, left(mail, letters) + left(photos, pictures), "round " + round);
      }
      fleet.release();
      fleet.time.pass(BOUND);
      assertEquals(0, left(mail, silent));
      assertEquals(7 * TENANTS, journal.completed.size());
      assertTrue(journal.completed.values().stream().allMatch(times -> times == 1));
    }
  }

  private static long left(Fleet.Site site, List<TenantId> tenants) {
    return tenants.stream().mapToLong(site::left).sum();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 3, 10, 100, 1_000})
  void effectsThatAlwaysConflictEndBesideAPause(long pausedAfterMillis) {
    try (Fleet fleet = Fleet.start()) {
      Fleet.Site process = fleet.process("one").withTenant(Fleet.AHAB);
      WorkPolicy policy =
          WorkPolicy.defaults()
              .withAttemptsMax(3)
              .withBackoff(Duration.ofSeconds(1), Duration.ofSeconds(1));
      Consumer consumer =
          process.start(
              ConsumerOptions.defaults("c").withWorkers(4),
              Handlers.builder()
                  .on(
                      Fleet.SEND.withPolicy(policy),
                      (payload, context) ->
                          CompletableFuture.completedFuture(
                              payload.equals("bad")
                                  ? Outcome.done(
                                      tx ->
                                          CompletableFuture.failedFuture(
                                              new FDBException("planted", 1020)))
                                  : Outcome.done(Counters.readAndAdd("good"))))
                  .build(),
              journal);
      List<String> bad = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        bad.add(process.send(Fleet.AHAB, "bad"));
        process.send(Fleet.AHAB, "good");
      }
      fleet.time.pass(Duration.ofMillis(pausedAfterMillis));
      pause(process, true);
      int started = journal.started.size();
      fleet.time.pass(Duration.ofMinutes(2));
      assertEquals(started, journal.started.size(), "begun while paused");
      assertTrue(consumer.status().load().isAtRest(), consumer.status().load() + "");
      pause(process, false);
      fleet.time.pass(BOUND);
      assertEquals(0, process.left(Fleet.AHAB));
      assertEquals(4, process.counter(Fleet.AHAB, "good"));
      assertTrue(bad.stream().allMatch(id -> process.deadLetter(Fleet.AHAB, id).isPresent()));
      assertEquals(12, consumer.status().items().failed());
    }
  }

  private static void pause(Fleet.Site process, boolean paused) {
    var unused =
        process.run(
            Fleet.AHAB, tx -> tx.zone().changeSettings(settings -> settings.withPaused(paused)));
  }

  /** A tenant whose settings change all the time delays nobody. */
  @Test
  void anOperatorWhoPausesAndResumesWithoutEndHoldsUpNobody() {
    try (Fleet fleet = Fleet.start()) {
      Fleet.Site process = fleet.process("one").withTenant(Fleet.AHAB).withTenant(Fleet.QUEEQUEG);
      Consumer consumer = process.start("c", atOnce(), journal);
      for (int i = 0; i < 20; i++) {
        process.enqueue(Fleet.AHAB, NewItem.of(Fleet.SEND, "letter"));
        process.enqueue(Fleet.QUEEQUEG, NewItem.of(Fleet.SEND, "letter"));
      }
      for (int i = 0; i < 500; i++) {
        pause(process, i % 2 == 0);
        fleet.time.pass(Duration.ofMillis(1));
      }
      assertEquals(0, process.left(Fleet.QUEEQUEG));
      fleet.time.pass(BOUND);
      assertEquals(0, process.left(Fleet.AHAB));
      assertTrue(consumer.status().load().isAtRest(), consumer.status().load() + "");
    }
  }
}
