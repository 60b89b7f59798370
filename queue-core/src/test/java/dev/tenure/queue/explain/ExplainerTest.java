package dev.tenure.queue.explain;

import static dev.tenure.queue.TestCluster.TENANT;
import static dev.tenure.queue.TestCluster.item;
import static dev.tenure.queue.TestCluster.join;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.subspace.Subspace;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.TestCluster;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.cluster.ConsumerInfo;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.queue.inspect.ItemState;
import dev.tenure.queue.pointer.PointerRef;
import dev.tenure.queue.pointer.VisitRequest;
import dev.tenure.queue.zone.DeadLetterKind;
import dev.tenure.queue.zone.LeaseResult;
import dev.tenure.queue.zone.LeasedItem;
import dev.tenure.queue.zone.ZoneOutcome;
import dev.tenure.queue.zone.ZoneSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ExplainerTest {
  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final long NUDGES = 4;
  private static final long EXISTENCE = 0;

  private TestCluster test;
  private Instant start;

  @BeforeEach
  void start() {
    test = TestCluster.start();
    start = test.clock.instant();
  }

  @AfterEach
  void stop() {
    test.close();
  }

  private void enqueue(NewItem item) {
    test.run(tx -> tx.zone().enqueue(item));
  }

  private Explanation why(String id) {
    return join(new Explainer(test.cluster).why(TENANT, "default", id));
  }

  private List<Cause> causes(String id) {
    return why(id).causes();
  }

  private void consumer(String id, Set<String> types, Set<String> saturated) {
    Instant now = test.clock.instant();
    join(test.cluster.consumers().heartbeat(new ConsumerInfo(id, now, now, types, saturated)));
  }

  private void consumer() {
    consumer("c", Set.of("send"), Set.of());
  }

  private LeasedItem lease(String id) {
    return assertInstanceOf(
            LeaseResult.Granted.class, test.run(tx -> tx.zone().obtainLease(id, LEASE, "holder")))
        .leased();
  }

  private void visit() {
    VisitRequest request = new VisitRequest("c", 8, 1_000_000, LEASE, item -> true);
    join(
        test.cluster
            .visits()
            .visit(new PointerRef(applicationId(), TENANT, "default", 0), List.of(), request));
  }

  private long applicationId() {
    try (var context = test.database.openContext()) {
      return join(test.cluster.applicationId(context, "mail")).orElseThrow();
    }
  }

  @Test
  void nothingStandsInTheWayOfAVestedItem() {
    consumer();
    enqueue(item("x").withId("a"));
    Explanation explanation = why("a");
    assertEquals(List.of(new Cause.Nothing()), explanation.causes());
    assertEquals(Optional.of(ItemState.READY), explanation.state());
    assertEquals(start, explanation.now());
    assertTrue(explanation.readVersion() > 0);
  }

  @Test
  void aFollowerSaysWhichItemOfItsGroupIsBeforeIt() {
    consumer();
    enqueue(item("x").withId("a").withGroup("g").withDelay(Duration.ofHours(1)));
    enqueue(item("y").withId("b").withGroup("g"));
    assertEquals(List.of(new Cause.GroupBlocked("g", "a")), causes("b"));
    assertEquals(Optional.of(ItemState.BLOCKED), why("b").state());
  }

  @Test
  void anItemThatVestsLaterSaysWhen() {
    consumer();
    enqueue(item("x").withId("a").withDelay(Duration.ofHours(1)));
    assertEquals(List.of(new Cause.NotVested(start.plus(Duration.ofHours(1)), false)), causes("a"));
  }

  @Test
  void anItemThatFailedSaysWhenItIsTriedAgain() {
    consumer();
    enqueue(item("x").withId("a"));
    LeasedItem held = lease("a");
    test.run(
        tx ->
            tx.zone()
                .requeue(
                    "a",
                    held.lease().id(),
                    Duration.ofMinutes(1),
                    Optional.of(new dev.tenure.queue.zone.Failure("refused", "holder"))));
    assertEquals(
        List.of(new Cause.NotVested(start.plus(Duration.ofMinutes(1)), true)), causes("a"));
  }

  @Test
  void aLeasedItemSaysByWhomAndUntilWhen() {
    consumer();
    enqueue(item("x").withId("a"));
    lease("a");
    assertEquals(List.of(new Cause.Leased("holder", start.plus(LEASE))), causes("a"));
  }

  @Test
  void causesComeInTheOrderInWhichTheyAreToBeCured() {
    enqueue(item("x").withId("a").withDelay(Duration.ofMinutes(1)));
    test.run(tx -> tx.zone().saveSettings(new ZoneSettings(true)));
    clearExistenceEntry();
    assertEquals(
        List.of(
            new Cause.NotVested(start.plus(Duration.ofMinutes(1)), false),
            new Cause.Paused(),
            new Cause.NoConsumer("send", List.of(), 0, Optional.empty()),
            new Cause.PointerMissing(false)),
        causes("a"));
  }

  private static CompletableFuture<ZoneOutcome> release(TenantTransaction tx, WorkItem item) {
    return tx.zone()
        .requeue(item.id(), item.lease().orElseThrow().id(), Duration.ZERO, Optional.empty());
  }

  private void clear(long part) {
    Subspace entries = test.cluster.options().root().get(1L).get(part);
    join(
        test.database.run(
            context -> {
              context.clear(entries.range());
              return CompletableFuture.completedFuture(null);
            }));
  }

  private void clearExistenceEntry() {
    Subspace entries = test.cluster.options().root().get(1L).get(3L);
    join(
        test.database.run(
            context -> {
              context.clear(
                  entries.pack(
                      com.apple.foundationdb.tuple.Tuple.from(
                          applicationId(), TENANT.user(), "default", EXISTENCE)));
              return CompletableFuture.completedFuture(null);
            }));
  }

  @Test
  void aPausedZoneIsACause() {
    consumer();
    enqueue(item("x").withId("a"));
    test.run(tx -> tx.zone().saveSettings(new ZoneSettings(true)));
    assertEquals(List.of(new Cause.Paused()), causes("a"));
  }

  @Test
  void aTypeThatNoLiveConsumerRunsSaysWhatTheyRunAndWhenItWasLastAnnounced() {
    enqueue(item("x").withId("a"));
    consumer("dies", Set.of("send"), Set.of());
    test.advance(Duration.ofMinutes(2));
    consumer("lives", Set.of("print", "bind"), Set.of());
    assertEquals(
        List.of(new Cause.NoConsumer("send", List.of("bind", "print"), 1, Optional.of(start))),
        causes("a"));
  }

  @Test
  void aTypeIsThrottledOnlyWhenEachConsumerThatRunsItIsFull() {
    enqueue(item("x").withId("a"));
    consumer("one", Set.of("send", "print"), Set.of("send"));
    consumer("other", Set.of("send"), Set.of());
    consumer("unconcerned", Set.of("print"), Set.of());
    assertEquals(List.of(new Cause.Nothing()), causes("a"));
    consumer("other", Set.of("send"), Set.of("send"));
    assertEquals(List.of(new Cause.Throttled("send", List.of("one", "other"), start)), causes("a"));
  }

  @Test
  void aPointerThatRestsLongerThanTheItemWaitsIsACause() {
    consumer();
    enqueue(item("x").withId("a"));
    visit();
    test.run(tx -> tx.zone().find("a").thenCompose(item -> release(tx, item.orElseThrow())));
    clear(NUDGES);
    assertEquals(
        List.of(new Cause.PointerLater(start.plusSeconds(6), true, 0, false)), causes("a"));
    enqueue(item("y").withId("b"));
    assertEquals(List.of(new Cause.Nothing()), causes("a"), "the nudge of another item");
  }

  @Test
  void aLostPointerIsToldLoudly() {
    consumer();
    enqueue(item("x").withId("a"));
    clearExistenceEntry();
    assertEquals(List.of(new Cause.PointerMissing(false)), causes("a"));
  }

  @Test
  void aDeadLetterSaysWhyAndWhen() {
    enqueue(item("x").withId("a"));
    LeasedItem held = lease("a");
    test.run(
        tx ->
            tx.zone()
                .moveToDeadLetter(
                    "a", held.lease().id(), DeadLetterKind.PARKED, "unread", Optional.empty()));
    Explanation explanation = why("a");
    assertEquals(
        List.of(new Cause.SetAside(DeadLetterKind.PARKED, "unread", start)), explanation.causes());
    assertEquals(Optional.of(ItemState.PARKED), explanation.state());
  }

  @Test
  void anItemThatIsNotThereIsGone() {
    Explanation explanation = why("nobody");
    assertEquals(List.of(new Cause.Gone()), explanation.causes());
    assertEquals(Optional.empty(), explanation.state());
  }

  @Test
  void anUnknownTenantIsAnError() {
    TenantId nobody = new TenantId("mail", "nobody");
    QueueException error =
        assertThrows(
            QueueException.class,
            () -> join(new Explainer(test.cluster).why(nobody, "default", "a")));
    assertEquals(QueueException.Code.TENANT_NOT_FOUND, error.code());
  }

  @Test
  void anExplanationSeesOneVersionWhateverIsCommittedMeanwhile() {
    consumer();
    enqueue(item("x").withId("a"));
    var asked = new Explainer(test.cluster).why(TENANT, "default", "a");
    test.run(tx -> tx.zone().cancel("a"));
    List<Cause> causes = join(asked).causes();
    boolean before = causes.equals(List.of(new Cause.Nothing()));
    boolean after = causes.equals(List.of(new Cause.Gone()));
    assertTrue(before || after, causes::toString);
    assertFalse(before && after);
  }
}
