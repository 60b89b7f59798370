package dev.tenure.queue.directory;

import static dev.tenure.queue.directory.MovingTenant.AHAB;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.move.MoveOptions;
import dev.tenure.queue.move.MoveProgress;
import dev.tenure.queue.move.MoveReason;
import dev.tenure.queue.move.MoveRequest.State;
import dev.tenure.queue.move.MoveStatus;
import dev.tenure.queue.move.MoveWorker;
import dev.tenure.queue.move.MoveWorkerOptions;
import dev.tenure.queue.move.TenantMoveReport;
import dev.tenure.record.async.Pace;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A tenant is served within a bound though its move is paused, or no worker has room for it. */
final class MovePauseTest {
  private static final MoveReason WHY = MoveReason.of("ishmael", "the cluster is full");
  private static final TenantId PIP = new TenantId("mail", "pip");
  private static final int LETTERS = 3;

  /** The write before which a move has not come far. */
  private static final int COPY_BEGUN = 6;

  private static final MoveOptions SHORT = MovingTenant.OPTIONS.withChunkBytes(100_000);
  private static final MoveOptions ENDLESS =
      SHORT.withPace(Pace.unlimited().withPause(Duration.ofMinutes(9)));

  /** Two looks of a worker, and a hold. */
  private static final Duration BOUND = Duration.ofSeconds(6);

  /** Why nobody resumes the move of the dead. */
  private enum Left {
    PAUSED,
    WITHOUT_ROOM
  }

  @ParameterizedTest
  @CsvSource({"PAUSED, false", "PAUSED, true", "WITHOUT_ROOM, false", "WITHOUT_ROOM, true"})
  void tenantIsServedThoughItsMoverDiedAndNobodyResumes(Left left, boolean lastTakesEffect) {
    int unserved = 0;
    for (int step = COPY_BEGUN; ; step++) {
      assertTrue(step < 100, "the move has 100 steps");
      try (DirectoryFixture fixture = new DirectoryFixture()) {
        AskedMove asked = new AskedMove(fixture, LETTERS, SHORT);
        MoveWorker other = other(fixture, asked, left);
        Life counted = Life.endless();
        fixture.await(fixture.process(counted).find(AHAB));
        Life mortal = Life.until(counted.steps() + step, lastTakesEffect);
        fixture.await(asked.requests.ask(AHAB, "west", WHY));
        asked.worker(mortal, SHORT);
        for (int i = 0; i < 40 && !mortal.isOver(); i++) {
          asked.pass(Duration.ofMillis(10));
        }
        if (!mortal.isOver()) {
          assertTrue(unserved > 0, "unserved after the death: " + unserved);
          return;
        }
        unserved += isServed(asked.tenant) ? 0 : 1;
        if (left == Left.PAUSED) {
          fixture.await(asked.requests.pause(AHAB).handle((paused, error) -> error == null));
          other.start();
        }
        asked.pass(BOUND);
        assertTrue(isServed(asked.tenant), "step " + step);
        if (left == Left.PAUSED) {
          resume(fixture, asked);
        }
      }
    }
  }

  /** Another worker, that has not begun, or that has no room for another move. */
  private static MoveWorker other(DirectoryFixture fixture, AskedMove asked, Left left) {
    MoveWorkerOptions options = MoveWorkerOptions.defaults().withMovesMax(1);
    MoveWorker worker =
        MoveWorker.of(fixture.process(), options.withMoves(ENDLESS.withHoldFor(BOUND)));
    if (left == Left.WITHOUT_ROOM) {
      fixture.await(fixture.processOn(Life.endless(), "east").create(PIP, TenantDetails.NONE));
      fixture.await(asked.requests.ask(PIP, "west", WHY));
      worker.start();
      asked.pass(AskedMove.STEP);
      assertEquals(1, worker.status().running().size());
    }
    return worker;
  }

  private static boolean isServed(MovingTenant tenant) {
    tenant.refusals.clear();
    tenant.produce();
    tenant.settle();
    return tenant.refusals.isEmpty();
  }

  private static void resume(DirectoryFixture fixture, AskedMove asked) {
    if (asked.request(AHAB).state() != State.COMPLETED) {
      assertEquals(State.PAUSED, asked.request(AHAB).state());
      fixture.await(asked.requests.resume(AHAB));
      asked.worker(Life.endless(), SHORT);
      asked.until(AHAB, State.COMPLETED);
    }
    TenantMovesTest.assertWhole(fixture, asked.tenant, "west");
  }

  private static Consumer<MoveProgress> whenClosed(Runnable then) {
    return progress -> {
      if (progress.step() == MoveProgress.Step.CLOSED) {
        then.run();
      }
    };
  }

  @Test
  void pauseOfAProgramOpensTheSourceThatADeadMoverHasClosed() {
    try (DirectoryFixture fixture = new DirectoryFixture()) {
      AskedMove asked = new AskedMove(fixture, LETTERS, SHORT);
      Life life = Life.endless();
      TenantDirectory program = fixture.process(life);
      fixture.run(asked.tenant.moves(program).move(AHAB, "west", whenClosed(life::die)));
      assertFalse(isServed(asked.tenant));
      fixture.await(asked.moves.pause(AHAB));
      assertTrue(isServed(asked.tenant));
      MoveStatus status = fixture.await(asked.moves.find(AHAB)).orElseThrow();
      assertTrue(status.move().paused());
      fixture.await(asked.moves.resume(AHAB, asked.tenant.producing()));
      TenantMovesTest.assertWhole(fixture, asked.tenant, "west");
    }
  }

  @Test
  void moverThatDoesNotReachTheTargetAnyMoreOpensTheSource() {
    try (DirectoryFixture fixture = new DirectoryFixture()) {
      AskedMove asked = new AskedMove(fixture, LETTERS, SHORT);
      Life life = Life.endless();
      TenantDirectory program = fixture.process(life);
      CompletableFuture<TenantMoveReport> move =
          asked.tenant.moves(program).move(AHAB, "west", whenClosed(() -> life.cutOff("west")));
      fixture.run(move);
      assertTrue(move.isCompletedExceptionally());
      assertTrue(isServed(asked.tenant));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void workerThatDoesNotReachTheTargetOpensTheSource(boolean paused) {
    try (DirectoryFixture fixture = new DirectoryFixture()) {
      AskedMove asked = new AskedMove(fixture, LETTERS, SHORT);
      Life life = Life.endless();
      TenantDirectory program = fixture.process(life);
      fixture.run(asked.tenant.moves(program).move(AHAB, "west", whenClosed(life::die)));
      fixture.await(asked.requests.ask(AHAB, "west", WHY));
      if (paused) {
        fixture.await(asked.requests.pause(AHAB));
      }
      assertFalse(isServed(asked.tenant));
      Life cut = Life.endless();
      TenantDirectory process = fixture.process(cut);
      cut.cutOff("west");
      asked.worker(process, SHORT);
      asked.pass(BOUND);
      assertTrue(isServed(asked.tenant));
    }
  }

  /** The mover that stood still goes on after a pause. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void moverThatStoodStillClosesNothingAfterAPause(boolean resumes) {
    for (int step = 1; ; step++) {
      assertTrue(step < 100, "the move has 100 steps");
      try (DirectoryFixture fixture = new DirectoryFixture()) {
        AskedMove asked = new AskedMove(fixture, LETTERS, SHORT);
        Life life = Life.endless();
        TenantDirectory slow = fixture.process(life);
        fixture.await(slow.find(AHAB));
        CompletableFuture<Void> gate = life.hold(step);
        CompletableFuture<TenantMoveReport> move =
            asked.tenant.moves(slow).move(AHAB, "west", progress -> {});
        fixture.run(move);
        if (!life.isHeld()) {
          assertFalse(move.isCompletedExceptionally());
          return;
        }
        boolean found = fixture.await(asked.moves.find(AHAB)).isPresent();
        boolean paused =
            found && fixture.await(asked.moves.pause(AHAB).handle((done, error) -> error == null));
        Optional<MoveStatus> status = fixture.await(asked.moves.find(AHAB));
        boolean arrived =
            status.filter(each -> each.move().stage() == MoveEntry.Stage.ARRIVED).isPresent();
        assertTrue(!paused || arrived || isServed(asked.tenant), "step " + step);
        fixture.advance(Duration.ofSeconds(5));
        if (resumes && paused) {
          fixture.await(asked.moves.resume(AHAB, asked.tenant.producing()));
        }
        gate.complete(null);
        fixture.run(move);
        assertTrue((arrived && !resumes) || isServed(asked.tenant), "step " + step);
        if (fixture.await(asked.moves.find(AHAB)).isPresent()) {
          fixture.await(asked.moves.resume(AHAB, progress -> {}));
        }
        String place = fixture.await(fixture.process().find(AHAB)).orElseThrow().cluster();
        assertEquals(List.of(place), fixture.stores(AHAB), "step " + step);
        assertEquals(asked.tenant.acknowledged, asked.tenant.stored(), "step " + step);
      }
    }
  }

  @Test
  void pauseOfATenantThatIsInNoMoveIsRefused() {
    try (DirectoryFixture fixture = new DirectoryFixture()) {
      AskedMove asked = new AskedMove(fixture, LETTERS, SHORT);
      fixture.failure(Code.MOVE_REFUSED, asked.moves.pause(AHAB));
    }
  }
}
