package dev.tenure.queue.directory;

import static dev.tenure.queue.directory.MovingTenant.AHAB;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.move.MoveOptions;
import dev.tenure.queue.move.MoveStatus;
import dev.tenure.queue.move.TenantMoveReport;
import dev.tenure.queue.move.TenantMoveReport.Outcome;
import dev.tenure.queue.move.TenantMoves;
import dev.tenure.record.error.FdbErrorPredicates;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A mover dies, or stands still, in each write of a move, before or after the write takes effect.
 * Producers run meanwhile, and another process resumes the move or reverts it.
 */
final class MoveCrashTest {
  private static final int LETTERS = 3;
  private static final MoveOptions OPTIONS = MovingTenant.OPTIONS.withChunkBytes(6_000);

  @ParameterizedTest
  @CsvSource({"false, false", "false, true", "true, false", "true, true"})
  void anotherMoverEndsTheMove(boolean lastTakesEffect, boolean reverts) {
    int reverted = 0;
    for (int step = 1; ; step++) {
      assertTrue(step < 100, "the move has 100 steps");
      try (DirectoryFixture fixture = new DirectoryFixture()) {
        fixture.active();
        MovingTenant tenant = new MovingTenant(fixture, LETTERS, OPTIONS);
        Life counted = Life.endless();
        fixture.await(fixture.process(counted).find(AHAB));
        Life life = Life.until(counted.steps() + step, lastTakesEffect);
        TenantDirectory mortal = fixture.process(life);
        fixture.await(mortal.find(AHAB));
        CompletableFuture<TenantMoveReport> move =
            tenant.moves(mortal).move(AHAB, "west", tenant.producing());
        fixture.run(move);
        tenant.settle();
        if (!life.isOver()) {
          assertFalse(move.isCompletedExceptionally());
          assertTrue(step > 15, "steps: " + step);
          assertTrue(!reverts || reverted > 8, "reverted: " + reverted);
          return;
        }
        reverted += end(fixture, tenant, reverts) == Outcome.REVERTED ? 1 : 0;
      }
    }
  }

  /** Another process ends the move, whose state may be anything. */
  private static Outcome end(DirectoryFixture fixture, MovingTenant tenant, boolean reverts) {
    fixture.advance(Duration.ofSeconds(5));
    TenantMoves moves = tenant.moves(fixture.process());
    Optional<MoveStatus> found = fixture.await(moves.find(AHAB));
    String place = fixture.await(fixture.process().find(AHAB)).orElseThrow().cluster();
    if (found.isEmpty()) {
      TenantMovesTest.assertWhole(fixture, tenant, place);
      return Outcome.COMPLETED;
    }
    boolean back = reverts && found.get().move().stage() != MoveEntry.Stage.ARRIVED;
    if (reverts && !back) {
      fixture.failure(Code.MOVE_REFUSED, moves.revert(AHAB));
    }
    TenantMoveReport report =
        fixture.await(back ? moves.revert(AHAB) : moves.resume(AHAB, tenant.producing()));
    assertEquals(back ? Outcome.REVERTED : Outcome.COMPLETED, report.outcome());
    TenantMovesTest.assertWhole(fixture, tenant, back ? "east" : "west");
    return report.outcome();
  }

  /** The mover that stood still goes on after another one has ended the move. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void moverThatStoodStillHarmsNothing(boolean reverts) {
    for (int step = 1; ; step++) {
      assertTrue(step < 100, "the move has 100 steps");
      try (DirectoryFixture fixture = new DirectoryFixture()) {
        fixture.active();
        MovingTenant tenant = new MovingTenant(fixture, LETTERS, OPTIONS);
        Life life = Life.endless();
        TenantDirectory slow = fixture.process(life);
        fixture.await(slow.find(AHAB));
        CompletableFuture<Void> gate = life.hold(step);
        CompletableFuture<TenantMoveReport> move =
            tenant.moves(slow).move(AHAB, "west", tenant.producing());
        fixture.run(move);
        if (!life.isHeld()) {
          assertFalse(move.isCompletedExceptionally());
          return;
        }
        Outcome outcome = Outcome.COMPLETED;
        TenantMoves moves = tenant.moves(fixture.process());
        fixture.advance(Duration.ofSeconds(5));
        Optional<MoveStatus> found = fixture.await(moves.find(AHAB));
        if (found.isPresent()) {
          outcome = end(fixture, tenant, reverts);
        }
        gate.complete(null);
        fixture.run(move);
        if (move.isCompletedExceptionally()) {
          assertTrue(
              FdbErrorPredicates.unwrap(move.handle((report, error) -> error).join())
                  instanceof QueueException,
              "step " + step);
        } else if (found.isPresent() && outcome == Outcome.REVERTED) {
          assertEquals(Outcome.REVERTED, move.join().outcome(), "step " + step);
        }
        TenantMoves late = tenant.moves(fixture.process());
        if (fixture.await(late.find(AHAB)).isPresent()) {
          fixture.await(late.resume(AHAB, progress -> {}));
        }
        String place = fixture.await(fixture.process().find(AHAB)).orElseThrow().cluster();
        assertEquals(List.of(place), fixture.stores(AHAB), "step " + step);
        assertEquals(tenant.acknowledged, tenant.stored(), "step " + step);
      }
    }
  }
}
