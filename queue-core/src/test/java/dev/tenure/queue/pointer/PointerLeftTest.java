package dev.tenure.queue.pointer;

import static dev.tenure.queue.TestCluster.item;
import static dev.tenure.queue.TestCluster.join;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.NewItem;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.TestCluster;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.queue.zone.IndexedItem;
import dev.tenure.record.metadata.MetaDataSource;
import dev.tenure.record.meter.RecordCounter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** What visits do that cannot take, or cannot even read, what lies in a zone. */
class PointerLeftTest extends PointerTests {
  @Test
  void visitThatCanTakeNothingLeavesThePointerToOthersAsItWas() {
    enqueue();
    Instant vested = in(Duration.ZERO);
    test.advance(Duration.ofSeconds(3));
    assertEquals(new VisitResult.Idle(vested, false), visitTaking(item -> false, List.of()));
    assertEquals(List.of(ref()), vestedPointers());
    assertEquals(1, taken(visit(ref(), 8, List.of())).size());
  }

  @Test
  void visitThatCanTakeNothingAgainWritesNothing() {
    enqueue();
    visitTaking(item -> false, List.of());
    long before = test.counted(RecordCounter.KEYS_WRITTEN, "visit");
    visitTaking(item -> false, List.of());
    // a leased pointer goes back to where it was: out of the index, into it, and the record
    int written = leasing() == PointerLeasing.NEVER ? 0 : 3;
    assertEquals(before + written, test.counted(RecordCounter.KEYS_WRITTEN, "visit"));
  }

  @Test
  void zoneLeftToOthersIsNudgedWhenWhatThisConsumerMayTakeVests() {
    enqueue();
    test.run(
        tx ->
            tx.zone()
                .enqueue(NewItem.of(TestCluster.PRINT, "later").withDelay(Duration.ofSeconds(20))));
    visitTaking(item -> item.type().equals("print"), List.of());
    assertEquals(List.of(), vestedNudges());
    test.advance(Duration.ofSeconds(21));
    List<TopLevelEntry.Nudge> nudges = vestedNudges();
    assertEquals(1, nudges.size());
    VisitResult.Taken taken =
        (VisitResult.Taken) visitTaking(item -> item.type().equals("print"), nudges);
    assertEquals(1, taken.items().size());
    test.advance(LEASE.plusSeconds(1));
    assertEquals(1, vestedNudges().size(), "should its holder have died");
  }

  @Test
  void zoneLeftToOthersIsConfirmedOnceNoProducerCanHaveMissedThat() {
    enqueue();
    Instant vested = in(Duration.ZERO);
    visitTaking(item -> false, List.of());
    test.advance(Duration.ofSeconds(4));
    assertEquals(new VisitResult.Idle(vested, false), visitTaking(item -> false, List.of()));
    test.advance(Duration.ofSeconds(1));
    assertEquals(new VisitResult.Idle(vested, true), visitTaking(item -> false, List.of()));
  }

  @Test
  void visitThatCanTakeNothingLeavesWhatANudgeToldOfToOthers() {
    emptyZoneAsleep();
    enqueue();
    Instant nudged = in(Duration.ZERO);
    test.advance(Duration.ofSeconds(1));
    assertEquals(new VisitResult.Idle(nudged, false), visitTaking(item -> false, vestedNudges()));
    assertEquals(List.of(), vestedNudges());
    assertEquals(List.of(ref()), vestedPointers());
  }

  @Test
  void enqueueToAZoneLeftToOthersIsTold() {
    enqueue();
    visitTaking(item -> false, List.of());
    test.run(tx -> tx.zone().enqueue(NewItem.of(TestCluster.PRINT, "y")));
    List<TopLevelEntry.Nudge> nudges = vestedNudges();
    assertEquals(1, nudges.size());
    VisitResult.Taken taken =
        (VisitResult.Taken) visitTaking(item -> item.type().equals("print"), nudges);
    assertEquals(1, taken.items().size());
    assertEquals(List.of(ref()), vestedPointers());
  }

  private VisitResult visitTaking(
      Predicate<IndexedItem> takeable, List<TopLevelEntry.Nudge> nudges) {
    VisitRequest request = new VisitRequest("consumer", 8, 1_000_000, LEASE, takeable);
    return test.settled(test.cluster.visits().visit(ref(), nudges, request));
  }

  @Test
  void pointerOfADeletedTenantGoesAtTheFirstVisit() {
    enqueue();
    test.deleteTenantStore();
    assertInstanceOf(VisitResult.Collected.class, visit(ref(), 8, List.of()));
    assertEquals(List.of(), vestedPointers());
    assertInstanceOf(VisitResult.Gone.class, visit(ref(), 8, List.of()));
  }

  @Test
  void pointerOfATenantThatIsMadeAnewStays() {
    enqueue();
    test.deleteTenantStore();
    var visit = new Interleaved(test, ref(), request(8), GRACE);
    assertInstanceOf(VisitResult.Collected.class, visit.runUncommitted());
    test.createTenantStore();
    assertTrue(visit.commitConflicts());
  }

  @Test
  void pointerOfATenantThatIsBeingImportedStays() {
    enqueue();
    test.deleteTenantStore();
    test.importRowOfTenantStore();
    assertInstanceOf(VisitResult.Failed.class, visit(ref(), 8, List.of()));
  }

  @Test
  void zoneThatThisProcessCannotOpenIsLeftToOthersAsItWas() {
    enqueue();
    VisitResult result = visitKnowing(application -> metaDataUnknown(application));
    assertInstanceOf(VisitResult.Unable.class, result);
    assertEquals(List.of(ref()), vestedPointers());
    assertEquals(1, taken(visit(ref(), 8, List.of())).size());
  }

  private static MetaDataSource metaDataUnknown(String application) {
    throw new QueueException(QueueException.Code.APPLICATION_NOT_FOUND, application);
  }

  @Test
  void zoneOfNewerMetaDataIsLeftToOthersAsItWas() {
    enqueue();
    test.upgradeTenantStore();
    VisitResult result = visitKnowing(application -> TestCluster.metaData());
    assertInstanceOf(VisitResult.Unable.class, result);
    assertEquals(List.of(ref()), vestedPointers());
  }

  private VisitResult visitKnowing(TenantSchemas schemas) {
    QueueCluster other = join(QueueCluster.open(test.database, test.cluster.options(), schemas));
    return test.settled(other.visits().visit(ref(), List.of(), request(8)));
  }

  @Test
  void zoneOfADamagedStoreBacksOffAndKeepsItsPointer() {
    enqueue();
    test.damageTenantStore();
    VisitResult first = visit(ref(), 8, List.of());
    assertEquals(in(Duration.ofSeconds(1)), ((VisitResult.Failed) first).next());
    test.advance(Duration.ofSeconds(1));
    VisitResult second = visit(ref(), 8, List.of());
    assertEquals(in(Duration.ofSeconds(2)), ((VisitResult.Failed) second).next());
    test.advance(Duration.ofMinutes(10));
    assertInstanceOf(VisitResult.Failed.class, visit(ref(), 8, List.of()));
  }
}
