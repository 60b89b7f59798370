package dev.tenure.queue.directory;

import static dev.tenure.queue.directory.MovingTenant.AHAB;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.TestCluster;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.move.TenantMoves;
import dev.tenure.record.database.RunOptions;
import dev.tenure.record.error.FdbErrorPredicates;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A transaction's first attempt commits, and is told that the result is not known. Before the
 * second attempt the tenant moves, or goes. The error of the call then says that the transaction
 * may have been committed.
 */
final class UnknownOutcomesTest {
  private final DirectoryFixture fixture = new DirectoryFixture();

  @AfterEach
  void close() {
    fixture.close();
  }

  /** A process that has used the tenant once, so that it knows the tenant's cluster. */
  private static Deployment producer(DirectoryFixture fixture, Life life) {
    TenantDirectory process = fixture.process(life);
    fixture.await(DirectoryFixture.enqueue(process, AHAB));
    return process.deployment();
  }

  /** Enqueues; something happens after the first attempt. */
  private static CompletableFuture<?> enqueue(
      Deployment producer, TenantId tenant, Life life, Runnable meanwhile) {
    life.nextIsUnknown();
    return producer.run(
        RunOptions.defaults().withRetryListener(retry -> meanwhile.run()),
        tenant,
        tx -> tx.zone().enqueue(TestCluster.item("call me")));
  }

  @Test
  void moverThatDiesAnywhereLeavesTheOutcomeUnknown() {
    Map<Code, Integer> failures = new EnumMap<>(Code.class);
    boolean over = true;
    for (int step = 1; over; step++) {
      try (DirectoryFixture each = new DirectoryFixture()) {
        each.active();
        var unused = new MovingTenant(each, 2, MovingTenant.OPTIONS);
        Life mortal = Life.until(step, true);
        TenantDirectory mover = each.process(mortal);
        TenantMoves moves = TenantMoves.of(mover, MovingTenant.OPTIONS);
        Life life = Life.endless();
        CompletableFuture<?> call =
            enqueue(
                producer(each, life),
                AHAB,
                life,
                () -> each.run(moves.move(AHAB, "west", progress -> {})));
        each.run(call);
        over = mortal.isOver();
        if (call.isCompletedExceptionally()) {
          QueueException error = told(call);
          assertTrue(error.maybeCommitted(), "after step " + step + ": " + error);
          failures.merge(error.code(), 1, Integer::sum);
        }
      }
    }
    assertEquals(Set.of(Code.TENANT_MOVING), failures.keySet());
    assertTrue(failures.getOrDefault(Code.TENANT_MOVING, 0) > 5, failures.toString());
  }

  @Test
  void suspensionThatFailsTellsWhetherTheEntryWasChanged() {
    int changed = 0;
    boolean over = true;
    for (int step = 1; over; step++) {
      try (DirectoryFixture each = new DirectoryFixture()) {
        TenantDirectory first = each.active();
        var unused = new MovingTenant(each, 2, MovingTenant.OPTIONS);
        Life mortal = Life.until(step, true);
        each.run(
            TenantMoves.of(each.process(mortal), MovingTenant.OPTIONS)
                .move(AHAB, "west", progress -> {}));
        over = mortal.isOver();
        CompletableFuture<?> call = first.suspend(AHAB, "unpaid");
        each.run(call);
        if (call.isCompletedExceptionally()) {
          boolean suspended =
              each.await(first.find(AHAB)).orElseThrow().state() == TenantState.SUSPENDED;
          assertEquals(suspended, told(call).maybeCommitted(), "step " + step + ": " + told(call));
          changed += suspended ? 1 : 0;
        }
      }
    }
    assertTrue(changed > 0, "suspensions that failed: " + changed);
  }

  private static QueueException told(CompletableFuture<?> call) {
    return (QueueException) FdbErrorPredicates.unwrap(call.handle((done, error) -> error).join());
  }

  @Test
  void tenantThatWasDeletedMeanwhileLeavesTheOutcomeUnknown() {
    TenantDirectory first = fixture.active();
    fixture.await(first.create(AHAB, TenantDetails.NONE));
    Life life = Life.endless();
    CompletableFuture<?> call =
        enqueue(producer(fixture, life), AHAB, life, () -> fixture.await(first.delete(AHAB)));
    assertTrue(fixture.failure(Code.TENANT_NOT_FOUND, call).maybeCommitted());
  }

  @Test
  void directoryThatDoesNotAnswerThenLeavesTheOutcomeUnknown() {
    TenantDirectory first = fixture.active();
    fixture.await(first.create(AHAB, TenantDetails.NONE));
    Life life = Life.endless();
    CompletableFuture<?> call =
        enqueue(
            producer(fixture, life),
            AHAB,
            life,
            () -> {
              fixture.await(first.delete(AHAB));
              fixture.takeShardsDown(true);
            });
    assertTrue(fixture.failure(Code.DIRECTORY_UNAVAILABLE, call).maybeCommitted());
  }

  @Test
  void tenantThatWasFoundWithoutTheDirectoryLeavesTheOutcomeUnknown() {
    TenantDirectory first = fixture.active();
    fixture.await(first.create(AHAB, TenantDetails.NONE));
    Life life = Life.endless();
    Deployment producer = fixture.process(life).deployment();
    fixture.takeShardsDown(true);
    CompletableFuture<?> call =
        enqueue(
            producer,
            AHAB,
            life,
            () -> {
              fixture.takeShardsDown(false);
              fixture.await(first.delete(AHAB));
              fixture.takeShardsDown(true);
            });
    assertTrue(fixture.failure(Code.DIRECTORY_UNAVAILABLE, call).maybeCommitted());
  }

  @Test
  void errorWithoutAnEarlierAttemptLeavesNoDoubt() {
    TenantDirectory first = fixture.active();
    fixture.await(first.create(AHAB, TenantDetails.NONE));
    Deployment producer = producer(fixture, Life.endless());
    fixture.await(first.delete(AHAB));
    CompletableFuture<?> call =
        producer.run(AHAB, tx -> tx.zone().enqueue(TestCluster.item("call me")));
    assertFalse(fixture.failure(Code.TENANT_NOT_FOUND, call).maybeCommitted());
  }
}
