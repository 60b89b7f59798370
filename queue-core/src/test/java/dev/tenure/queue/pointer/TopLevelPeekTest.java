package dev.tenure.queue.pointer;

import static dev.tenure.queue.TestCluster.item;
import static dev.tenure.queue.TestCluster.join;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.NewItem;
import dev.tenure.queue.TestCluster;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a look at a shard sees, and what it says of the rest. */
final class TopLevelPeekTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private TestCluster test;

  @BeforeEach
  void start() {
    test = TestCluster.start();
  }

  @AfterEach
  void stop() {
    test.close();
  }

  private TopLevelPeek peek(int max) {
    return join(test.cluster.topLevel().peek(0, TopLevelPeekRequest.of(max, Duration.ZERO)));
  }

  private Instant in(Duration delay) {
    return test.clock.instant().plus(delay);
  }

  /** Makes the pointer of a zone, which vests now; a second later for the next one. */
  private Instant pointer(String zone) {
    Instant vesting = test.clock.instant();
    test.run(tx -> tx.zone(zone).enqueue(item("x")));
    test.advance(SECOND);
    return vesting;
  }

  private void nudge(String zone, Instant vesting) {
    PointerSpace space = test.cluster.space();
    test.run(
        tx ->
            test.cluster
                .applicationId(tx.context(), "mail")
                .thenApply(
                    id -> {
                      PointerRef ref =
                          new PointerRef(id.orElseThrow(), TestCluster.TENANT, zone, 0);
                      space.nudges().write(tx.context(), ref, vesting, "of the test");
                      return id;
                    }));
  }

  private void local(NewItem item) {
    join(test.cluster.topLevel().runLocal(0, zone -> zone.enqueue(item)));
  }

  @Test
  void anEmptyShardHasNothingMore() {
    TopLevelPeek peek = peek(1);
    assertEquals(List.of(), peek.vested());
    assertEquals(Optional.empty(), peek.earliestUnvested());
    assertFalse(peek.more());
    assertEquals(Optional.empty(), peek.seenUntil());
  }

  @Test
  void asManyPointersAsAskedForMayNotBeAll() {
    pointer("a");
    Instant second = pointer("b");
    TopLevelPeek full = peek(2);
    assertTrue(full.more());
    assertEquals(Optional.of(second), full.seenUntil());
    TopLevelPeek all = peek(3);
    assertFalse(all.more());
    assertEquals(Optional.empty(), all.seenUntil());
    assertEquals(2, all.vested().size());
  }

  @Test
  void asManyNudgesAsAskedForMayNotBeAll() {
    Instant vesting = in(Duration.ZERO);
    nudge("a", vesting);
    TopLevelPeek full = peek(1);
    assertTrue(full.more());
    assertEquals(Optional.of(vesting), full.seenUntil());
    TopLevelPeek all = peek(2);
    assertFalse(all.more());
    assertEquals(Optional.empty(), all.seenUntil());
  }

  @Test
  void allIsSeenUpToTheEarlierOfTheLastPointerAndTheLastNudge() {
    Instant pointer = pointer("a");
    nudge("a", in(Duration.ZERO));
    assertEquals(Optional.of(pointer), peek(1).seenUntil());
  }

  @Test
  void localItemsAreSeenAndWhenTheNextOneVests() {
    local(item("x"));
    local(item("y").withDelay(SECOND));
    TopLevelPeek peek = peek(8);
    assertEquals(1, peek.vested().size());
    assertEquals(Optional.of(in(SECOND)), peek.earliestUnvested());
    assertFalse(peek.more());
  }

  @Test
  void moreLocalItemsThanAskedForAreLeft() {
    local(item("x"));
    local(item("y"));
    assertTrue(peek(1).more());
    assertFalse(peek(2).more());
  }

  @Test
  void aLocalItemOfThePointersPriorityIsNoPointer() {
    local(item("x").withPriority(0));
    List<TopLevelEntry> vested = peek(8).vested();
    assertEquals(1, vested.size());
    assertTrue(vested.get(0) instanceof TopLevelEntry.Local, vested::toString);
  }

  @Test
  void whatVestsNowIsNotWhatVestsNext() {
    test.run(tx -> tx.zone("a").enqueue(item("x")));
    nudge("b", in(Duration.ZERO));
    TopLevelPeek peek = peek(8);
    assertEquals(2, peek.vested().size());
    assertEquals(Optional.empty(), peek.earliestUnvested());
  }

  @Test
  void pointersAndNudgesAreSeenBeforeTheyVest() {
    test.run(tx -> tx.zone("a").enqueue(item("x").withDelay(SECOND.multipliedBy(3))));
    assertEquals(Optional.of(in(SECOND.multipliedBy(3))), peek(8).earliestUnvested());
    nudge("b", in(SECOND));
    assertEquals(Optional.of(in(SECOND)), peek(8).earliestUnvested());
  }
}
