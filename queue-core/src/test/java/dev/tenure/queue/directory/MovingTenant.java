package dev.tenure.queue.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.TestCluster;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.queue.move.MoveOptions;
import dev.tenure.queue.move.MoveProgress;
import dev.tenure.queue.move.TenantMoves;
import dev.tenure.queue.testproto.Letter;
import dev.tenure.queue.zone.DequeueRequest;
import dev.tenure.queue.zone.LeasedItem;
import dev.tenure.queue.zone.ZoneSettings;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.tuple.TupleRange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;

/** A tenant on the cluster east with some of everything, and producers that run during its move. */
final class MovingTenant {
  static final TenantId AHAB = new TenantId("mail", "ahab");
  static final MoveOptions OPTIONS =
      MoveOptions.defaults().withChunkBytes(1_500).withHoldFor(Duration.ofSeconds(1));
  private static final Duration DAY = Duration.ofDays(1);

  private final DirectoryFixture fixture;
  private final Deployment producers;
  private final MoveOptions options;
  private final int producedMax;

  /** What has been acknowledged: the texts of letters, which items have, too. */
  final TreeMap<String, String> acknowledged = new TreeMap<>();

  /** What had been acknowledged when the transaction with a number began. */
  private final Map<String, List<String>> before = new HashMap<>();

  final List<QueueException.Code> refusals = new ArrayList<>();
  private final List<CompletableFuture<?>> underWay = new ArrayList<>();
  private int made;

  /**
   * @param letters how many letters and items the tenant has
   */
  MovingTenant(DirectoryFixture fixture, int letters, MoveOptions options) {
    this.fixture = fixture;
    this.options = options;
    this.producedMax = letters * 4;
    TenantDirectory directory = fixture.processOn(Life.endless(), "east");
    fixture.await(directory.create(AHAB, TenantDetails.NONE));
    producers = directory.deployment();
    fill(letters);
  }

  private void fill(int letters) {
    run(tx -> tx.zone().saveSettings(ZoneSettings.defaults().withDedupFor(DAY)));
    run(
        tx ->
            tx.zone("ordered")
                .enqueue(TestCluster.item("first").withId("g0").withGroup("g"))
                .thenCompose(
                    done ->
                        tx.zone("ordered")
                            .enqueue(TestCluster.item("second").withId("g1").withGroup("g"))));
    for (int i = 0; i < letters; i++) {
      produce();
    }
    run(
        tx ->
            tx.zone()
                .enqueue(TestCluster.item("done").withId("done"))
                .thenCompose(done -> tx.zone().enqueue(TestCluster.item("dead").withId("dead")))
                .thenCompose(done -> tx.zone().cancel("done")));
    run(tx -> tx.zone("later").enqueue(TestCluster.item("x").withDelay(DAY)));
    // the pointer of the zone sleeps, so that this item writes a nudge
    run(tx -> tx.zone("later").enqueue(TestCluster.item("y")));
    settle();
  }

  private <T> void run(Function<TenantTransaction, CompletionStage<T>> body) {
    fixture.await(producers.run(AHAB, body));
  }

  /** Begins a transaction that saves a letter and enqueues an item, and appends to a group. */
  void produce() {
    String number = "n%03d".formatted(made++);
    before.put(number, List.copyOf(acknowledged.keySet()));
    Letter letter = Letter.newBuilder().setId(number).setText(number).build();
    underWay.add(
        producers
            .run(
                AHAB,
                tx ->
                    tx.store()
                        .save(letter)
                        .thenCompose(
                            saved -> tx.zone().enqueue(TestCluster.item(number).withId(number)))
                        .thenCompose(
                            done ->
                                tx.zone("ordered")
                                    .enqueue(
                                        TestCluster.item(number)
                                            .withId("g" + number)
                                            .withGroup("g"))))
            .handle(
                (done, error) -> {
                  if (error == null) {
                    acknowledged.put(number, number);
                  } else if (FdbErrorPredicates.unwrap(error) instanceof QueueException told) {
                    refusals.add(told.code());
                  } else {
                    throw new AssertionError(error);
                  }
                  return null;
                }));
  }

  void settle() {
    underWay.forEach(fixture::await);
    underWay.clear();
  }

  TenantMoves moves(TenantDirectory process) {
    return TenantMoves.of(process, options);
  }

  /** Producers at work whenever the mover tells something. */
  Consumer<MoveProgress> producing() {
    return progress -> {
      if (made < producedMax) {
        produce();
      }
    };
  }

  /** The text of each letter, which its item has as well. */
  SortedMap<String, String> stored() {
    TreeMap<String, String> found = new TreeMap<>();
    fixture
        .await(
            producers.run(
                AHAB,
                tx ->
                    tx.store()
                        .scan(
                            "Letter", TupleRange.all(), Continuation.START, ScanOptions.defaults())
                        .asList()))
        .forEach(
            record -> {
              String text = ((Letter) record.message()).getText();
              boolean there =
                  fixture.await(producers.run(AHAB, tx -> tx.zone().find(text))).isPresent();
              found.put(text, there ? text : "without item");
            });
    return found;
  }

  /** The ids of a group in the order in which they run. */
  List<String> runGroup() {
    List<String> order = new ArrayList<>();
    while (true) {
      List<LeasedItem> leased =
          fixture.await(
              producers.run(
                  AHAB,
                  tx ->
                      tx.zone("ordered")
                          .dequeue(DequeueRequest.of(10, Duration.ofSeconds(30), "test"))));
      if (leased.isEmpty()) {
        return order;
      }
      for (LeasedItem each : leased) {
        order.add(each.item().id());
        run(tx -> tx.zone("ordered").complete(each.item().id(), each.lease().id()));
      }
    }
  }

  /**
   * Requires that the whole group ran, each of its items after those that were acknowledged before
   * its transaction began. Transactions at the same time may commit in any order.
   */
  void requireInOrder(List<String> ran) {
    List<String> all = new ArrayList<>(List.of("g0", "g1"));
    acknowledged.keySet().forEach(number -> all.add("g" + number));
    assertEquals(all, ran.stream().sorted().toList());
    assertEquals(all.subList(0, 2), ran.subList(0, 2));
    for (String number : acknowledged.keySet()) {
      for (String earlier : before.getOrDefault(number, List.of())) {
        assertTrue(
            ran.indexOf("g" + earlier) < ran.indexOf("g" + number),
            () -> number + " ran before " + earlier + ": " + ran);
      }
    }
  }

  Deployment producers() {
    return producers;
  }
}
