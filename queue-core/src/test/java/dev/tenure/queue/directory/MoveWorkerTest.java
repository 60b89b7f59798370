package dev.tenure.queue.directory;

import static dev.tenure.queue.directory.MovingTenant.AHAB;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.move.MoveOptions;
import dev.tenure.queue.move.MoveReason;
import dev.tenure.queue.move.MoveRequest;
import dev.tenure.queue.move.MoveRequest.State;
import dev.tenure.queue.move.MoveRequests;
import dev.tenure.queue.move.MoveStatus;
import dev.tenure.queue.move.MoveWait;
import dev.tenure.queue.move.MoveWorker;
import dev.tenure.queue.move.MoveWorkerOptions;
import dev.tenure.queue.move.MoveWorkerStatus;
import dev.tenure.queue.move.TenantMoves;
import dev.tenure.record.async.Pace;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Moves that are asked for, and the workers that carry them out. */
final class MoveWorkerTest {
  private static final MoveReason WHY = MoveReason.of("ishmael", "the cluster is full");
  private static final MoveOptions SLOW =
      MovingTenant.OPTIONS.withPace(Pace.unlimited().withPause(Duration.ofSeconds(1)));

  private final DirectoryFixture fixture = new DirectoryFixture();
  private final AskedMove asked = new AskedMove(fixture);
  private final MovingTenant tenant = asked.tenant;
  private final MoveRequests requests = asked.requests;
  private final TenantMoves moves = asked.moves;

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void moveThatIsAskedForIsMadeAndTold() {
    MoveWorker worker = asked.worker(Life.endless(), MovingTenant.OPTIONS);
    MoveRequest open = fixture.await(requests.ask(AHAB, "west", WHY));
    assertEquals(State.OPEN, open.state());
    assertEquals("east", open.source());
    fixture.failure(Code.MOVE_REFUSED, requests.ask(AHAB, "north", WHY));

    MoveRequest done = asked.until(AHAB, State.COMPLETED);
    assertEquals("ishmael", done.by());
    assertEquals("the cluster is full", done.reason());
    assertTrue(done.rows() > 40, done.toString());
    MoveWorkerStatus status = worker.status();
    assertEquals(1, status.ended().get(State.COMPLETED));
    assertTrue(status.running().isEmpty());
    TenantMovesTest.assertWhole(fixture, tenant, "west");
    fixture.failure(Code.MOVE_REFUSED, requests.ask(AHAB, "west", WHY));
    fixture.failure(Code.CLUSTER_NOT_FOUND, requests.ask(AHAB, "south", WHY));
    fixture.failure(Code.TENANT_NOT_FOUND, requests.ask(new TenantId("mail", "pip"), "west", WHY));
    assertEquals(1, fixture.await(requests.list(true, Optional.empty(), 10)).requests().size());

    fixture.advance(Duration.ofDays(2));
    asked.pass(Duration.ofSeconds(30));
    assertEquals(Optional.empty(), fixture.await(requests.find(AHAB)));
    fixture.await(worker.stop());
  }

  /** What is told of the progress is what was done. */
  @Test
  void progressIsTrue() {
    fixture.await(requests.ask(AHAB, "west", WHY));
    MoveWorker worker = asked.worker(Life.endless(), SLOW);
    asked.untilUnderWay();
    double last = 0;
    while (asked.request(AHAB).state() == State.OPEN) {
      var progress = worker.status().running().get(AHAB);
      if (progress != null && progress.bytes() > 0) {
        assertTrue(progress.part() >= last && progress.part() <= 1, progress.toString());
        assertTrue(
            last == 0
                || progress.part() == last
                || progress.part() == 1
                || progress.timeLeft().isPresent(),
            progress.toString());
        last = progress.part();
        if (progress.bytesVerified() > 0) {
          assertEquals(progress.bytesInAll(), progress.bytes());
        }
        assertTrue(progress.bytesVerified() <= progress.bytes(), progress.toString());
      }
      asked.pass(AskedMove.STEP);
    }
    assertTrue(last > 0.5, "the last part is " + last);
    assertEquals(State.COMPLETED, asked.request(AHAB).state());
  }

  @Test
  void anotherWorkerGoesOnWhereOneDied() {
    int steps = 0;
    for (int step = 3; step < 60; step += 7) {
      try (DirectoryFixture other = new DirectoryFixture()) {
        steps += diedAt(other, step) ? 1 : 0;
      }
    }
    assertTrue(steps > 5, "died in " + steps + " steps");
  }

  private static boolean diedAt(DirectoryFixture fixture, int step) {
    AskedMove asked = new AskedMove(fixture);
    Life counted = Life.endless();
    fixture.await(fixture.process(counted).find(AHAB));
    Life mortal = Life.until(counted.steps() + step, step % 2 == 1);
    fixture.await(asked.requests.ask(AHAB, "west", WHY));
    asked.worker(mortal, MovingTenant.OPTIONS);
    for (int i = 0; i < 40 && !mortal.isOver(); i++) {
      asked.pass(AskedMove.STEP);
    }
    asked.pass(Duration.ofSeconds(40));
    asked.worker(Life.endless(), MovingTenant.OPTIONS);
    asked.until(AHAB, State.COMPLETED);
    TenantMovesTest.assertWhole(fixture, asked.tenant, "west");
    return mortal.isOver();
  }

  /** As when the one that wrote the entry died then, and nobody went on for minutes. */
  @Test
  void copyThatWasNotBegunInTimeIsBegunByTheNextMover() {
    fixture.await(asked.operator.moves().begin(AHAB, "west", 1));
    fixture.await(requests.ask(AHAB, "west", WHY));
    asked.worker(Life.endless(), MovingTenant.OPTIONS);
    asked.until(AHAB, State.COMPLETED);
    TenantMovesTest.assertWhole(fixture, tenant, "west");
  }

  @Test
  void pausedRequestRestsAndGoesOn() {
    MoveWorker worker = asked.worker(Life.endless(), SLOW);
    fixture.failure(Code.MOVE_NOT_FOUND, requests.pause(AHAB));
    fixture.failure(Code.MOVE_NOT_FOUND, requests.revert(AHAB));
    fixture.await(requests.ask(AHAB, "west", WHY));
    asked.untilUnderWay();
    fixture.await(requests.pause(AHAB));
    asked.pass(Duration.ofSeconds(10));
    assertTrue(worker.status().running().isEmpty());
    assertTrue(fixture.await(moves.find(AHAB)).orElseThrow().move().paused());
    long copied = asked.progressed();
    tenant.produce();
    tenant.settle();
    assertEquals(List.of(), tenant.refusals);
    asked.pass(Duration.ofSeconds(30));
    assertEquals(copied, asked.progressed());
    fixture.await(requests.resume(AHAB));
    asked.until(AHAB, State.COMPLETED);
    TenantMovesTest.assertWhole(fixture, tenant, "west");
    fixture.failure(Code.MOVE_REFUSED, requests.pause(AHAB));
  }

  @Test
  void requestIsRevertedBeforeTheFlipAndCompletedAfterIt() {
    asked.worker(Life.endless(), SLOW);
    fixture.await(requests.ask(AHAB, "west", WHY));
    asked.untilUnderWay();
    fixture.await(requests.revert(AHAB));
    fixture.failure(Code.MOVE_REFUSED, requests.pause(AHAB));
    asked.until(AHAB, State.REVERTED);
    TenantMovesTest.assertWhole(fixture, tenant, "east");
    assertEquals(Optional.empty(), fixture.await(moves.find(AHAB)));

    fixture.await(requests.ask(AHAB, "west", WHY));
    asked.until(AHAB, State.COMPLETED);
    fixture.failure(Code.MOVE_REFUSED, requests.revert(AHAB));
  }

  @Test
  void requestThatCannotBeMetFailsAndSaysWhy() {
    asked.worker(Life.endless(), MovingTenant.OPTIONS);
    fixture.await(fixture.plain(Life.endless()).cluster("west").orElseThrow().createTenant(AHAB));
    fixture.await(requests.ask(AHAB, "west", WHY));
    MoveRequest failed = asked.until(AHAB, State.FAILED);
    assertTrue(failed.problem().contains("has a store of tenant mail/ahab"), failed.problem());
    assertEquals(tenant.acknowledged, tenant.stored());
  }

  @Test
  void moverThatDiesWhileItsClockIsAheadIsFollowedAsSoonAsAnyOther() {
    fixture.await(requests.ask(AHAB, "west", WHY));
    Life life = Life.endless();
    TenantDirectory ahead = fixture.processAhead(life, Duration.ofHours(1));
    asked.worker(ahead, SLOW);
    asked.untilUnderWay();
    life.die();
    assertTrue(fixture.await(moves.find(AHAB)).orElseThrow().heldUntil().isPresent());
    asked.worker(Life.endless(), MovingTenant.OPTIONS);
    asked.pass(Duration.ofSeconds(20));
    assertEquals(State.COMPLETED, asked.request(AHAB).state());
    TenantMovesTest.assertWhole(fixture, tenant, "west");
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 1})
  void clockThatIsWrongTakesNoMoveFromALiveMover(long hours) {
    fixture.await(requests.ask(AHAB, "west", WHY));
    MoveWorker first = asked.worker(Life.endless(), SLOW);
    asked.untilUnderWay();
    TenantDirectory wrong = fixture.processAhead(Duration.ofHours(hours));
    MoveWorker second = asked.worker(wrong, SLOW);
    while (asked.request(AHAB).state() == State.OPEN) {
      assertTrue(second.status().running().isEmpty());
      asked.pass(AskedMove.STEP);
    }
    assertEquals(1, first.status().ended().get(State.COMPLETED));
  }

  @Test
  void moverThatRestsByItsPaceIsLeftAlone() {
    fixture.await(requests.ask(AHAB, "west", WHY));
    MoveWorker first =
        asked.worker(
            Life.endless(),
            MovingTenant.OPTIONS.withPace(Pace.unlimited().withPause(Duration.ofSeconds(10))));
    asked.untilUnderWay();
    MoveWorker second = asked.worker(Life.endless(), MovingTenant.OPTIONS);
    asked.until(AHAB, State.COMPLETED);
    assertEquals(1, first.status().ended().get(State.COMPLETED));
    assertEquals(Map.of(), second.status().ended());
  }

  private Optional<String> wait(MoveRequest request) {
    return MoveWait.of(request, fixture.await(moves.find(AHAB)), requests.now());
  }

  @Test
  void requestThatNobodyWorksOnSaysSinceWhenAndWhatToDo() {
    fixture.await(requests.ask(AHAB, "west", WHY));
    assertEquals(Optional.empty(), wait(asked.request(AHAB)));
    asked.pass(Duration.ofMinutes(2));
    String begun = wait(asked.request(AHAB)).orElseThrow();
    assertTrue(begun.startsWith("no worker has taken this request up since "), begun);
    assertTrue(begun.contains("tenure.moves.enabled that knows clusters east and west"), begun);

    Life life = Life.endless();
    asked.worker(fixture.processAhead(life, Duration.ofHours(1)), SLOW);
    asked.untilUnderWay();
    assertEquals(Optional.empty(), wait(asked.request(AHAB)));
    life.die();
    Instant died = requests.now();
    fixture.advance(Duration.ofMillis(1_500));
    String silent = wait(asked.request(AHAB)).orElseThrow();
    assertTrue(silent.startsWith("its mover has given no sign of life since "), silent);

    fixture.advance(Duration.ofMinutes(5));
    String left = wait(asked.request(AHAB)).orElseThrow();
    assertTrue(left.startsWith("nobody has worked on the move since "), left);
    assertTrue(left.endsWith(", or undo the move"), left);
    Instant since = Instant.parse(left.substring(36, 56));
    assertTrue(Duration.between(since, died).abs().toSeconds() <= 2, left + ", died " + died);

    fixture.await(requests.pause(AHAB));
    assertEquals(Optional.empty(), wait(asked.request(AHAB)));
  }

  @Test
  void requestForATenantThatNoClusterServesSaysSo() {
    int left = 0;
    for (int step = 10; step < 60 && left == 0; step++) {
      try (DirectoryFixture other = new DirectoryFixture()) {
        left += leftUnserved(other, step) ? 1 : 0;
      }
    }
    assertEquals(1, left);
  }

  private static boolean leftUnserved(DirectoryFixture fixture, int step) {
    AskedMove asked = new AskedMove(fixture);
    fixture.await(asked.requests.ask(AHAB, "west", WHY));
    Life life = Life.endless();
    TenantDirectory process = fixture.process(life);
    fixture.await(process.find(AHAB));
    life.dieAfter(step);
    asked.worker(process, MovingTenant.OPTIONS);
    asked.pass(Duration.ofSeconds(10));
    fixture.advance(Duration.ofMinutes(2));
    Optional<MoveStatus> status = fixture.await(asked.moves.find(AHAB));
    if (status.filter(found -> found.move().stage() == MoveEntry.Stage.ARRIVED).isEmpty()
        || status.get().progress().isEmpty()) {
      return false;
    }
    String text = MoveWait.of(asked.request(AHAB), status, asked.requests.now()).orElseThrow();
    assertTrue(text.contains(", and no item of the tenant runs: start a process"), text);
    return true;
  }

  @Test
  void requestThatWaitsForAMoveOfAProgramSaysSo() {
    Life life = Life.endless();
    TenantDirectory program = fixture.process(life);
    CompletableFuture<?> move = tenant.moves(program).move(AHAB, "north", told -> life.die());
    fixture.run(move);
    fixture.await(requests.ask(AHAB, "west", WHY));
    String text = wait(asked.request(AHAB)).orElseThrow();
    assertTrue(text.startsWith("it waits for the move to cluster north, which a program"), text);
  }

  @Test
  void workerThatStopsLeavesItsMovesToOthersAtOnce() {
    MoveWorker worker = asked.worker(Life.endless(), SLOW.withHoldFor(Duration.ofHours(1)));
    fixture.await(requests.ask(AHAB, "west", WHY));
    asked.untilUnderWay();
    assertTrue(fixture.await(moves.find(AHAB)).orElseThrow().heldUntil().isPresent());
    fixture.await(worker.stop());
    assertEquals(Optional.empty(), fixture.await(moves.find(AHAB)).orElseThrow().heldUntil());
    assertFalse(fixture.await(moves.find(AHAB)).orElseThrow().move().paused());
    asked.worker(Life.endless(), MovingTenant.OPTIONS);
    asked.until(AHAB, State.COMPLETED);
    TenantMovesTest.assertWhole(fixture, tenant, "west");
  }

  @Test
  void noMoreMovesAtOnceThanThereIsRoomFor() {
    TenantDirectory east = fixture.processOn(Life.endless(), "east");
    List<TenantId> crew =
        List.of(
            new TenantId("mail", "ishmael"),
            new TenantId("mail", "queequeg"),
            new TenantId("mail", "starbuck"));
    for (TenantId each : crew) {
      fixture.await(east.create(each, TenantDetails.NONE));
      fixture.await(requests.ask(each, "west", WHY));
    }
    MoveWorker worker =
        MoveWorker.of(
            fixture.process(), MoveWorkerOptions.defaults().withMovesMax(2).withMoves(SLOW));
    worker.start();
    int most = 0;
    for (int i = 0; i < 200; i++) {
      most = Math.max(most, worker.status().running().size());
      asked.pass(Duration.ofMillis(100));
    }
    assertEquals(2, most);
    crew.forEach(each -> asked.until(each, State.COMPLETED));
    assertEquals(3, worker.status().ended().get(State.COMPLETED));
    assertEquals(0, fixture.await(requests.list(false, Optional.empty(), 10)).requests().size());
  }
}
