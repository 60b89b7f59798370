package dev.tenure.queue.inspect;

import static dev.tenure.queue.TestCluster.item;
import static dev.tenure.queue.TestCluster.join;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.query.Predicates.equal;
import static dev.tenure.record.query.Predicates.less;
import static dev.tenure.record.query.Predicates.parameter;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.TestCluster;
import dev.tenure.queue.zone.DeadLetterKind;
import dev.tenure.queue.zone.DequeueRequest;
import dev.tenure.queue.zone.Failure;
import dev.tenure.queue.zone.LeasedItem;
import dev.tenure.queue.zone.PeekRequest;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.query.text.QueryTextException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Lists of items and tenants by filters and orders. */
final class ItemQueriesTest {
  private static final Duration LEASE = Duration.ofSeconds(30);

  private TestCluster test;
  private boolean together;

  @BeforeEach
  void start() {
    start(false);
  }

  /** Each item is leased for itself, or by a visit. */
  private void start(boolean together) {
    this.together = together;
    test = TestCluster.start();
    test.run(tx -> tx.zone().enqueue(item("x").withId("failed")));
    LeasedItem failed = dequeued();
    test.run(
        tx ->
            tx.zone()
                .requeue(
                    "failed",
                    failed.lease().id(),
                    Duration.ofHours(1),
                    Optional.of(new Failure("c", "down"))));
    test.run(tx -> tx.zone().enqueue(item("x").withId("dead")));
    LeasedItem dead = dequeued();
    test.run(
        tx ->
            tx.zone()
                .moveToDeadLetter(
                    "dead",
                    dead.lease().id(),
                    DeadLetterKind.FAILED,
                    "disk full",
                    Optional.empty()));
    test.run(tx -> tx.zone().enqueue(item("x").withId("leased")));
    dequeued();
    test.run(tx -> tx.zone().enqueue(item("x").withId("late").withDelay(Duration.ofHours(2))));
    test.run(tx -> tx.zone().enqueue(item("x").withId("low").withPriority(9)));
    test.run(tx -> tx.zone().enqueue(item("x").withId("high").withPriority(1)));
    test.run(tx -> tx.zone().enqueue(item("x").withId("head").withGroup("g")));
    test.run(tx -> tx.zone().enqueue(item("x").withId("tail").withGroup("g")));
  }

  @AfterEach
  void stop() {
    test.close();
  }

  private LeasedItem dequeued() {
    DequeueRequest request = DequeueRequest.of(1, LEASE, "c").withTogether(together);
    return test.run(tx -> tx.zone().dequeue(request)).get(0);
  }

  private List<String> listed(ItemFilter filter) {
    List<String> ids = new ArrayList<>();
    Optional<String> continuation = Optional.empty();
    do {
      Page<ItemView> page =
          join(
              new ClusterInspector(test.cluster)
                  .items(TestCluster.TENANT, "default", filter, 1, continuation));
      page.rows().forEach(view -> ids.add(view.item().id()));
      continuation = page.continuation();
    } while (continuation.isPresent());
    return ids;
  }

  private List<String> found(String filter, String orderBy) {
    ListQuery query = new ListQuery(Optional.of(filter), Optional.of(orderBy));
    return listed(ItemFilter.all().withQuery(query));
  }

  private List<String> found(String filter) {
    return found(filter, "").stream().sorted().toList();
  }

  @Test
  void itemsThatALeaseOfAVisitHoldsAreListedAsLeased() {
    List<String> filters =
        List.of(
            "state = READY",
            "state in (LEASED, BLOCKED)",
            "state = LEASED OR errors > 0",
            "NOT state = READY",
            "leases > 0",
            "leasedBy = c AND type = send",
            "priority < 5 AND type = send");
    List<List<String>> before = filters.stream().map(this::found).toList();
    List<String> leased = listed(new ItemFilter(Optional.of(ItemState.LEASED), Optional.empty()));
    test.close();
    start(true);
    assertEquals(before, filters.stream().map(this::found).toList());
    assertEquals(List.of("leased"), leased);
    assertEquals(leased, listed(new ItemFilter(Optional.of(ItemState.LEASED), Optional.empty())));
  }

  @Test
  void filtersSelectByEachField() {
    assertEquals(List.of("head", "high", "low"), found("state = READY"));
    assertEquals(List.of("leased", "tail"), found("state in (LEASED, BLOCKED)"));
    assertEquals(List.of("failed", "late"), found("state = RETRYING OR state = DELAYED"));
    assertEquals(List.of("failed"), found("errors > 0"));
    assertEquals(List.of("head", "tail"), found("group = g"));
    assertEquals(List.of("head"), found("group = g AND NOT state = BLOCKED"));
    assertEquals(List.of("high"), found("priority < 5 AND type = send"));
    assertEquals(List.of("head", "high"), found("id = \"h*\""));
    assertEquals(List.of(), found("enqueuedAt < 1970-01-01T00:00:00Z"));
    assertEquals(8 - 1, found("vesting >= 1970-01-01T00:00:00Z AND schemaVersion <= 9").size());
  }

  @Test
  void deadLettersHaveFieldsOfTheirOwn() {
    ItemFilter dead = new ItemFilter(Optional.of(ItemState.DEAD), Optional.of("send"));
    assertEquals(List.of("dead"), listed(dead));
    assertEquals(
        List.of("dead"), listed(dead.withQuery(ListQuery.of("deadLetterReason = \"disk*\""))));
    assertEquals(List.of(), listed(dead.withQuery(ListQuery.of("state = PARKED"))));
  }

  @Test
  void ordersAreThoseOfIndexes() {
    assertEquals(
        List.of("low", "head", "high"), found("state = READY", "priority desc, vesting desc"));
    assertEquals(
        List.of("low", "head", "high", "tail"),
        found("state in (READY, BLOCKED)", "priority desc, vesting desc"));
    QueryTextException unknown =
        assertThrows(QueryTextException.class, () -> found("state = READY", "prio"));
    assertTrue(String.valueOf(unknown.getMessage()).startsWith("order by, column 1: there is no"));
    RuntimeException refused =
        assertThrows(RuntimeException.class, () -> found("state = READY", "errors"));
    Throwable cause = refused instanceof CompletionException ? refused.getCause() : refused;
    RecordLayerException error = assertInstanceOf(RecordLayerException.class, cause);
    assertEquals(RecordLayerException.Code.QUERY_NOT_PLANNED, error.code());
  }

  @Test
  void searchableQueuesComeInTheOrderOfTime() {
    test.close();
    test = TestCluster.startSearchable();
    for (String id : List.of("first", "second", "third")) {
      test.run(tx -> tx.zone().enqueue(item("x").withId(id).withPriority(id.length() % 3)));
      test.advance(Duration.ofSeconds(1));
    }
    assertEquals(List.of("third", "second", "first"), found("", "enqueuedAt desc"));
    LeasedItem dead = dequeued();
    test.run(
        tx ->
            tx.zone()
                .moveToDeadLetter(
                    dead.item().id(),
                    dead.lease().id(),
                    DeadLetterKind.FAILED,
                    "disk full",
                    Optional.empty()));
    ItemFilter letters = new ItemFilter(Optional.of(ItemState.DEAD), Optional.empty());
    ListQuery byTime = new ListQuery(Optional.empty(), Optional.of("setAsideAt"));
    assertEquals(List.of(dead.item().id()), listed(letters.withQuery(byTime)));
  }

  @Test
  void aFilterSaysWhereItIsWrong() {
    QueryTextException wrong =
        assertThrows(QueryTextException.class, () -> found("priority < 3 AND errors > many"));
    assertEquals(27, wrong.column());
  }

  @Test
  void tenantsAreFilteredAndOrderedByUser() {
    ListQuery query = new ListQuery(Optional.of("user = \"a*\""), Optional.of("user desc"));
    Page<TenantSummary> page =
        join(
            new ClusterInspector(test.cluster)
                .tenants(
                    Optional.of(TestCluster.TENANT.application()),
                    Optional.empty(),
                    query,
                    9,
                    Optional.empty()));
    assertEquals(
        TestCluster.TENANT.user().startsWith("a") ? List.of(TestCluster.TENANT) : List.of(),
        page.rows().stream().map(TenantSummary::tenant).toList());
  }

  @Test
  void peekAndDequeueTakeAConditionOnTheIndexAlone() {
    PeekRequest high = PeekRequest.first(9).where(less(field("priority"), 5));
    assertEquals(1, test.run(tx -> tx.zone().peekIds(high)).size());
    DequeueRequest low = DequeueRequest.of(9, LEASE, "c").where(equal(field("id"), "low"));
    assertEquals("low", test.run(tx -> tx.zone().dequeue(low)).get(0).item().id());
    PeekRequest all = PeekRequest.first(9);
    assertThrows(IllegalArgumentException.class, () -> all.where(equal(field("leased_by"), "c")));
    assertThrows(IllegalArgumentException.class, () -> all.where(equal(field("id"), 5)));
    assertThrows(
        IllegalArgumentException.class, () -> all.where(equal(field("id"), parameter("p"))));
  }
}
