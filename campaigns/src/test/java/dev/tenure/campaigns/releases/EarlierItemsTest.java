package dev.tenure.campaigns.releases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.ConsumerListener;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.zone.DeadLetter;
import dev.tenure.queue.zone.DeadLetterKind;
import dev.tenure.queue.zone.EnqueueResult;
import dev.tenure.queue.zone.PeekRequest;
import dev.tenure.queue.zone.QueueZone;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The items of each release are as they were left, and run. */
class EarlierItemsTest {
  private static final ScanOptions ALL = ScanOptions.defaults();
  private static final Duration RUN_MAX = Duration.ofSeconds(60);

  /** All delays are over, and what was to be remembered is forgotten. */
  private static final Duration LATER = Duration.ofDays(30);

  /** A lease also lasts for its time in versions, which do not grow while the engine is closed. */
  private static final Duration LEASE = Duration.ofMinutes(10);

  @TempDir private Path folder;

  private static <T> T inZone(
      ReleaseCluster cluster, TenantId tenant, Function<QueueZone, CompletableFuture<T>> body) {
    return cluster.run(tenant, tx -> body.apply(tx.zone()));
  }

  @ParameterizedTest
  @MethodSource("dev.tenure.campaigns.releases.EarlierData#releases")
  void everyItemIsInTheStateItWasLeftIn(String release) throws Exception {
    // The leases of the writer are not over yet.
    try (ReleaseCluster cluster = EarlierData.open(release, folder, Duration.ofMinutes(2))) {
      assertEquals(1, peek(cluster, ReleaseItems.LEASED));
      assertEquals(0, peek(cluster, ReleaseItems.DELAYED));
      assertEquals(5, peek(cluster, ReleaseItems.VESTED));
      WorkItem given =
          inZone(cluster, ReleaseItems.VESTED, zone -> zone.find("given-id")).orElseThrow();
      assertEquals("white", given.body().orElseThrow().attributes().get("colour"));
      String head = inZone(cluster, ReleaseItems.GROUPS, zone -> zone.headOf("a")).orElseThrow();
      Optional<Instant> until =
          inZone(cluster, ReleaseItems.GROUPS, zone -> zone.leasedUntil(head));
      assertTrue(until.isPresent(), "the head of group a is not leased");
      assertTrue(inZone(cluster, ReleaseItems.PAUSED, QueueZone::settings).paused());
      EnqueueResult again =
          inZone(
              cluster,
              ReleaseItems.REMEMBERING,
              zone ->
                  zone.enqueue(
                      NewItem.of(ReleaseItems.WORK, "again").withId(ReleaseItems.REMEMBERED_ID)));
      assertEquals(EnqueueResult.Status.ALREADY_DONE, again.status());
    }
  }

  private static int peek(ReleaseCluster cluster, TenantId tenant) {
    PeekRequest request = PeekRequest.first(100);
    return inZone(cluster, tenant, zone -> zone.peekIds(request)).size();
  }

  @ParameterizedTest
  @MethodSource("dev.tenure.campaigns.releases.EarlierData#releases")
  void everyDeadLetterHasItsReasonAndItsStackTrace(String release) throws Exception {
    try (ReleaseCluster cluster = EarlierData.open(release, folder, ReleaseItems.WRITTEN)) {
      List<DeadLetter> letters = letters(cluster);
      assertEquals(
          Set.of(DeadLetterKind.FAILED, DeadLetterKind.PARKED),
          Set.of(letters.get(0).kind(), letters.get(1).kind()));
      for (DeadLetter letter : letters) {
        assertEquals(ReleaseItems.LETTER_REASON, letter.reason());
        if (letter.kind() == DeadLetterKind.FAILED) {
          assertEquals(
              ReleaseItems.STACK_TRACE, letter.failures().get(0).stackTrace().orElseThrow().text());
        }
      }
    }
  }

  private static List<DeadLetter> letters(ReleaseCluster cluster) {
    return inZone(
        cluster,
        ReleaseItems.LETTERS,
        zone -> zone.scanDeadLetters(Continuation.START, ALL).asList());
  }

  @ParameterizedTest
  @MethodSource("dev.tenure.campaigns.releases.EarlierData#releases")
  void everyItemRunsOnceAndThoseSetAsideRunWhenAskedFor(String release) throws Exception {
    ShiftedClock clock = new ShiftedClock(ReleaseItems.BEGUN.plus(LATER));
    try (ReleaseCluster cluster = EarlierData.open(release, folder, clock)) {
      clock.pass(LEASE);
      assertEquals(new TreeSet<>(ReleaseItems.RUN), runAll(cluster, ReleaseItems.RUN.size()));
      for (DeadLetter letter : letters(cluster)) {
        inZone(cluster, ReleaseItems.LETTERS, zone -> zone.redrive(letter.item().id()));
      }
      inZone(
          cluster,
          ReleaseItems.PAUSED,
          zone -> zone.changeSettings(settings -> settings.withPaused(false)));
      assertEquals(
          new TreeSet<>(ReleaseItems.RUN_LATER), runAll(cluster, ReleaseItems.RUN_LATER.size()));
      for (TenantId tenant : ReleaseItems.TENANTS) {
        assertTrue(inZone(cluster, tenant, QueueZone::isEmpty), tenant::toString);
      }
    }
  }

  /** Runs a consumer until so many items are completed; their payloads. */
  private static Set<String> runAll(ReleaseCluster cluster, int items) throws Exception {
    ConcurrentLinkedQueue<String> ran = new ConcurrentLinkedQueue<>();
    CountDownLatch left = new CountDownLatch(items);
    Handlers handlers =
        Handlers.builder()
            .on(
                ReleaseItems.WORK,
                (payload, context) -> {
                  ran.add(payload);
                  return CompletableFuture.completedFuture(Outcome.done());
                })
            .build();
    Consumer consumer =
        Consumer.builder(cluster.deployment(), handlers, ConsumerOptions.defaults("reader"))
            .clock(cluster.clock())
            .random(cluster.random())
            .executor(cluster.threads())
            .timer(cluster.threads())
            .listener(
                new ConsumerListener() {
                  @Override
                  public void itemCompleted(WorkItem item, TenantId tenant, Duration time) {
                    left.countDown();
                  }
                })
            .build();
    consumer.start();
    boolean done = left.await(RUN_MAX.toMillis(), TimeUnit.MILLISECONDS);
    cluster.join(consumer.stop(Duration.ofSeconds(10)));
    assertTrue(done, () -> left.getCount() + " items are left, these ran: " + ran);
    Set<String> names = new TreeSet<>(ran);
    assertEquals(ran.size(), names.size(), () -> "an item ran twice: " + ran);
    return names;
  }
}
