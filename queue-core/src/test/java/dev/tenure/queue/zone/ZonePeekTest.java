package dev.tenure.queue.zone;

import static dev.tenure.queue.TestCluster.item;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.NewItem;
import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.TestCluster;
import dev.tenure.record.meter.RecordCounter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a peek reads, and where it begins. */
@Tag("late")
final class ZonePeekTest {
  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final int LEVELS = QueueLimits.PRIORITY_MAX + 1;

  private TestCluster test;

  @BeforeEach
  void start() {
    test = TestCluster.start();
  }

  @AfterEach
  void stop() {
    test.close();
  }

  private void enqueueUnvested(int each) {
    for (int priority = 0; priority < LEVELS; priority++) {
      List<NewItem> items = new ArrayList<>();
      for (int i = 0; i < each; i++) {
        Duration delay = Duration.ofHours(1).plusMillis(i);
        items.add(item("later").withPriority(priority).withDelay(delay));
      }
      test.run(tx -> tx.zone().enqueueAll(items));
    }
  }

  /** Keys read by a peek alone, without those of opening the store. */
  private long keysRead(String name, int max) {
    test.run(name + " opening", tx -> tx.zone().peekIds(PeekRequest.first(max)));
    long before = test.counted(RecordCounter.KEYS_READ, name);
    test.run(name, tx -> tx.zone().peekIds(PeekRequest.first(max)));
    return test.counted(RecordCounter.KEYS_READ, name) - before;
  }

  @Test
  void peekReadsAKeyForEachLevelHoweverManyItemsAreUnvested() {
    enqueueUnvested(10);
    long few = keysRead("few", 100);
    enqueueUnvested(1_000);
    long many = keysRead("many", 100);
    assertEquals(few, many);
    assertTrue(many <= LEVELS + 2, many + " keys");
  }

  @Test
  void peekForTheOneVestedItemBehindAllOthersReadsTwoKeysMore() {
    enqueueUnvested(200);
    test.run(tx -> tx.zone().enqueue(item("now").withPriority(QueueLimits.PRIORITY_MAX)));
    long read = keysRead("one", 1);
    assertTrue(read <= LEVELS + 2, read + " keys");
  }

  /** As most zones are found: what there is to see takes one read. */
  @Test
  void peekIntoAZoneWithOneItemIsOneRead() {
    test.run(tx -> tx.zone().enqueue(item("now")));
    assertEquals(1, keysRead("vested", 100));
    assertEquals(1, test.counted(RecordCounter.RANGE_READS, "vested"));
    test.run(tx -> tx.zone().dequeue(DequeueRequest.of(1, LEASE, "consumer")));
    assertEquals(1, keysRead("leased", 1));
    assertEquals(1, test.counted(RecordCounter.RANGE_READS, "leased"));
  }

  private DequeueView dequeue(int max, Optional<PeekMark> from) {
    return test.run(
        tx ->
            tx.zone()
                .dequeueAndLook(
                    DequeueRequest.of(max, LEASE, "consumer").withFrom(from), any -> true));
  }

  private static List<String> ids(DequeueView view) {
    return view.items().stream().map(leased -> leased.item().id()).toList();
  }

  @Test
  void marksLeadThroughABacklogInOrder() {
    for (int i = 0; i < 23; i++) {
      test.run("", tx -> tx.zone().enqueue(item("x")));
      test.advance(Duration.ofMillis(i % 3));
    }
    List<String> order =
        test.run(tx -> tx.zone().peekIds(PeekRequest.first(100))).stream()
            .map(IndexedItem::id)
            .toList();
    List<String> taken = new ArrayList<>();
    Optional<PeekMark> mark = Optional.empty();
    DequeueView view;
    do {
      view = dequeue(5, mark);
      taken.addAll(ids(view));
      mark = view.rest();
    } while (view.more());
    assertEquals(order, taken);
    assertEquals(Optional.of(test.clock.instant().plus(LEASE)), view.earliestUnvested());
  }

  @Test
  void peekFromAMarkReadsNothingBeforeIt() {
    for (int i = 0; i < 40; i++) {
      test.run(tx -> tx.zone().enqueue(item("x")));
      test.advance(Duration.ofMillis(1));
    }
    Optional<PeekMark> mark = dequeue(20, Optional.empty()).rest();
    DequeueRequest request = DequeueRequest.of(10, LEASE, "consumer").withFrom(mark);
    DequeueView view = test.run("marked", tx -> tx.zone().dequeueAndLook(request, any -> true));
    assertEquals(10, view.items().size());
    // eleven entries, ten items
    assertEquals(21, test.counted(RecordCounter.KEYS_READ, "marked"));
  }

  @Test
  void itemThatIsMoreUrgentThanTheMarkIsTakenFirst() {
    for (int i = 0; i < 20; i++) {
      test.run(tx -> tx.zone().enqueue(item("x")));
    }
    Optional<PeekMark> mark = dequeue(5, Optional.empty()).rest();
    test.run(tx -> tx.zone().enqueue(item("y").withId("urgent").withPriority(0)));
    assertEquals("urgent", ids(dequeue(1, mark)).get(0));
  }

  @Test
  void itemsBeforeTheMarkAreFoundWhenTooFewAreBehindIt() {
    test.run(tx -> tx.zone().enqueue(item("x").withId("early").withDelay(Duration.ofHours(1))));
    test.advance(Duration.ofSeconds(1));
    for (int i = 0; i < 8; i++) {
      test.run(tx -> tx.zone().enqueue(item("x")));
    }
    Optional<PeekMark> mark = dequeue(5, Optional.empty()).rest();
    test.run(
        tx ->
            tx.zone()
                .update(
                    "early",
                    OptionalInt.empty(),
                    Optional.of(test.clock.instant().minusSeconds(1))));
    DequeueView view = dequeue(5, mark);
    assertEquals(4, view.items().size());
    assertEquals("early", ids(view).get(0));
  }
}
