package dev.tenure.queue.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.TenantId;
import dev.tenure.record.error.FdbErrorPredicates;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * One process stalls in a write of an operation, in each write in turn, while another process does
 * something about the same tenant. Then the first goes on.
 */
final class DirectoryRacesTest {
  private static final TenantId AHAB = new TenantId("mail", "ahab");
  private static final TenantDetails DETAILS = TenantDetails.NONE.withKey("email", "a@b.example");

  private DirectoryFixture fixture = new DirectoryFixture();

  @AfterEach
  void close() {
    fixture.close();
  }

  private TenantDirectory on(Life life, String cluster) {
    TenantDirectory process = fixture.processOn(life, cluster);
    fixture.await(process.find(AHAB));
    return process;
  }

  /** Begins something that stalls in its nth write; empty when it ends before. */
  private Optional<CompletableFuture<Void>> stalled(
      Life life, int step, Supplier<CompletableFuture<?>> operation) {
    CompletableFuture<Void> gate = life.hold(step);
    underWay = operation.get();
    for (int i = 0; i < 100 && !underWay.isDone() && !life.isHeld(); i++) {
      fixture.timer.step();
    }
    return life.isHeld() ? Optional.of(gate) : Optional.empty();
  }

  private CompletableFuture<?> underWay = CompletableFuture.completedFuture(null);
  private Duration begun = Duration.ZERO;
  private CompletableFuture<?> quick = CompletableFuture.completedFuture(null);

  private void nextBed() {
    fixture.close();
    fixture = new DirectoryFixture();
  }

  /** At most one store, which the entry names, and which serves the tenant. */
  private void assertConsistent() {
    TenantDirectory directory = fixture.process();
    fixture.advance(Duration.ofMinutes(2));
    Audits.all(fixture, directory, true);
    Optional<TenantEntry> entry = fixture.await(directory.find(AHAB));
    assertEquals(entry.stream().map(TenantEntry::cluster).toList(), fixture.stores(AHAB));
    assertEquals(List.of(), Audits.all(fixture, directory, false));
  }

  /**
   * The operation stalls in each of its writes in turn, and goes on after what another process
   * does.
   *
   * @return how many writes it has
   */
  private int stallInEachWrite(
      Runnable before,
      Function<TenantDirectory, CompletableFuture<?>> operation,
      Runnable meanwhile,
      Runnable check) {
    for (int step = 1; ; step++) {
      fixture.active();
      before.run();
      Life life = Life.endless();
      TenantDirectory slow = on(life, "east");
      Optional<CompletableFuture<Void>> gate = stalled(life, step, () -> operation.apply(slow));
      meanwhile.run();
      gate.ifPresent(open -> open.complete(null));
      fixture.run(underWay);
      check.run();
      assertConsistent();
      nextBed();
      if (gate.isEmpty()) {
        return step - 1;
      }
    }
  }

  private void createLongAgo() {
    fixture.await(fixture.process().create(AHAB, DETAILS));
    fixture.advance(Duration.ofMinutes(2));
  }

  @Test
  void creatorThatStallsWhileTheTenantIsDeletedMakesNoStore() {
    for (Duration stall : List.of(Duration.ZERO, Duration.ofMinutes(2))) {
      int writes =
          stallInEachWrite(
              () -> {},
              slow -> slow.create(AHAB, DETAILS),
              () -> {
                fixture.await(fixture.process().delete(AHAB));
                fixture.advance(stall);
              },
              () -> {});
      assertTrue(writes >= 3, "writes: " + writes);
    }
  }

  @Test
  void creatorThatStallsWhileTheTenantIsDeletedAndCreatedElsewhereMakesNoSecondStore() {
    for (Duration stall : List.of(Duration.ZERO, Duration.ofMinutes(2))) {
      stallInEachWrite(
          () -> {},
          slow -> slow.create(AHAB, DETAILS),
          () -> {
            fixture.await(fixture.process().delete(AHAB));
            fixture.advance(stall);
            fixture.await(on(Life.endless(), "north").create(AHAB, DETAILS));
          },
          () ->
              assertEquals(
                  List.of(fixture.await(fixture.process().find(AHAB)).orElseThrow().cluster()),
                  fixture.stores(AHAB)));
    }
  }

  @Test
  void fenceOfAnEarlierLifeHoldsWhenTheNextLifeIsDeletedToo() {
    fixture.active();
    Life life = Life.endless();
    TenantDirectory slow = on(life, "east");
    for (int step = 1; ; step++) {
      CompletableFuture<Void> gate = life.hold(step);
      CompletableFuture<?> creation = slow.create(AHAB, DETAILS);
      TenantDirectory other = on(Life.endless(), "east");
      fixture.await(other.delete(AHAB));
      fixture.await(other.create(AHAB, DETAILS));
      fixture.await(other.delete(AHAB));
      boolean held = life.isHeld();
      gate.complete(null);
      fixture.run(creation);
      if (!held) {
        break;
      }
      assertTrue(creation.isCompletedExceptionally() || fixture.stores(AHAB).size() == 1);
      assertConsistent();
      fixture.await(other.delete(AHAB));
    }
  }

  @Test
  void twoCreatorsMakeOneStore() {
    stallInEachWrite(
        () -> {},
        slow -> slow.create(AHAB, DETAILS),
        () -> {
          quick = on(Life.endless(), "west").create(AHAB, DETAILS);
          fixture.run(quick);
        },
        () -> {
          assertFalse(quick.isCompletedExceptionally() && underWay.isCompletedExceptionally());
          assertEquals(1, fixture.stores(AHAB).size());
        });
  }

  @Test
  void deleterThatStallsLeavesTheNextLifeAlone() {
    stallInEachWrite(
        this::createLongAgo,
        slow -> slow.delete(AHAB),
        () -> {
          TenantDirectory other = fixture.process();
          fixture.await(other.delete(AHAB));
          fixture.await(other.create(AHAB, DETAILS));
          fixture.await(DirectoryFixture.enqueue(other, AHAB));
        },
        () -> {
          assertEquals(1, fixture.stores(AHAB).size());
          fixture.await(DirectoryFixture.enqueue(fixture.process(), AHAB));
        });
  }

  @Test
  void suspensionThatStallsDoesNotOutliveTheResumption() {
    stallInEachWrite(
        this::createLongAgo,
        slow -> slow.suspend(AHAB, "unpaid"),
        () -> fixture.await(fixture.process().resume(AHAB)),
        () -> {
          TenantDirectory other = fixture.process();
          TenantState state = fixture.await(other.find(AHAB)).orElseThrow().state();
          CompletableFuture<?> enqueue = DirectoryFixture.enqueue(other, AHAB);
          fixture.run(enqueue);
          assertEquals(state == TenantState.SUSPENDED, enqueue.isCompletedExceptionally());
        });
  }

  @Test
  void enqueueThatHasNotCommittedIsRefusedByASuspension() {
    TenantDirectory directory = fixture.active();
    fixture.await(directory.create(AHAB, DETAILS));
    Life life = Life.endless();
    TenantDirectory producer = on(life, "east");
    Optional<CompletableFuture<Void>> gate =
        stalled(life, 1, () -> DirectoryFixture.enqueue(producer, AHAB));
    fixture.await(directory.suspend(AHAB, "unpaid"));
    gate.orElseThrow().complete(null);
    fixture.run(underWay);
    assertTrue(underWay.isCompletedExceptionally());
    Throwable error = underWay.handle((value, thrown) -> thrown).join();
    assertEquals(Code.TENANT_SUSPENDED, ((QueueException) FdbErrorPredicates.unwrap(error)).code());
  }

  @Test
  void databaseRecoveryEndsAPermitAndTheCreatorDrawsAnother() {
    fixture.active();
    Life life = Life.endless();
    TenantDirectory slow = on(life, "east");
    for (int step = 1; ; step++) {
      TenantId tenant = new TenantId("mail", "u" + step);
      Optional<CompletableFuture<Void>> gate =
          stalled(life, step, () -> slow.create(tenant, TenantDetails.NONE));
      fixture.advance(Duration.ofMinutes(2));
      gate.ifPresent(open -> open.complete(null));
      fixture.await(underWay);
      assertEquals(List.of("east"), fixture.stores(tenant));
      if (gate.isEmpty()) {
        assertFalse(step == 1);
        break;
      }
    }
  }

  /** The operation reads the entry, and another process then changes it, a number of times. */
  private CompletableFuture<TenantEntry> overtaken(int times) {
    TenantDirectory directory = fixture.active();
    TenantDirectory other = fixture.process();
    fixture.await(directory.create(AHAB, DETAILS));
    fixture.await(other.find(AHAB));
    AtomicInteger left = new AtomicInteger(times);
    begun = fixture.timer.elapsed();
    return directory.change(
        AHAB,
        details -> {
          if (left.getAndDecrement() > 0) {
            fixture.await(other.change(AHAB, read -> read.withAttribute("left", left.toString())));
          }
          return details.withDisplayName("Ahab");
        });
  }

  @Test
  void repetitionsPauseLongerEachTime() {
    TenantDetails details = fixture.await(overtaken(3)).details();
    Duration pauses = fixture.timer.elapsed().minus(begun);
    assertEquals("Ahab", details.displayName());
    assertEquals(Map.of("left", "0"), details.attributes());
    assertTrue(pauses.toMillis() >= 35 && pauses.toMillis() <= 70, "pauses: " + pauses);
  }

  @Test
  void operationThatIsOvertakenFiveTimesSaysSo() {
    assertTrue(fixture.failure(Code.DIRECTORY_CONFLICT, overtaken(5)).retryable());
  }
}
