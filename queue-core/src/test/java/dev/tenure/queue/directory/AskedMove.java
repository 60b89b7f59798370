package dev.tenure.queue.directory;

import static dev.tenure.queue.directory.MovingTenant.AHAB;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.move.MoveOptions;
import dev.tenure.queue.move.MoveProgress;
import dev.tenure.queue.move.MoveRequest;
import dev.tenure.queue.move.MoveRequests;
import dev.tenure.queue.move.MoveStatus;
import dev.tenure.queue.move.MoveWorker;
import dev.tenure.queue.move.MoveWorkerOptions;
import dev.tenure.queue.move.TenantMoves;
import java.time.Duration;

/** A tenant on the cluster east, an operator who asks for moves, and workers. */
final class AskedMove {
  static final Duration STEP = Duration.ofMillis(500);
  private static final int STEPS_MAX = 400;

  final TenantDirectory operator;
  final MovingTenant tenant;
  final MoveRequests requests;
  final TenantMoves moves;
  private final DirectoryFixture fixture;

  AskedMove(DirectoryFixture fixture) {
    this(fixture, 12, MovingTenant.OPTIONS);
  }

  AskedMove(DirectoryFixture fixture, int letters, MoveOptions options) {
    this.fixture = fixture;
    this.operator = fixture.active();
    this.tenant = new MovingTenant(fixture, letters, options);
    this.requests = MoveRequests.of(operator);
    this.moves = tenant.moves(operator);
  }

  /** The worker of a process that knows the tenant. */
  MoveWorker worker(Life life, MoveOptions options) {
    TenantDirectory process = fixture.process(life);
    if (!life.isOver()) {
      fixture.await(process.find(AHAB));
    }
    return worker(process, options);
  }

  MoveWorker worker(TenantDirectory process, MoveOptions options) {
    MoveWorker worker = MoveWorker.of(process, MoveWorkerOptions.defaults().withMoves(options));
    worker.start();
    return worker;
  }

  MoveRequest request(TenantId id) {
    return fixture.await(requests.find(id)).orElseThrow();
  }

  /** Lets the time pass until the request is as expected. */
  MoveRequest until(TenantId id, MoveRequest.State state) {
    for (int i = 0; i < STEPS_MAX; i++) {
      if (request(id).state() == state) {
        return request(id);
      }
      pass(STEP);
    }
    throw new AssertionError("the request is " + request(id));
  }

  /** Clock and timer go on together. */
  void pass(Duration time) {
    for (Duration left = time; !left.isZero(); ) {
      Duration step = left.compareTo(STEP) < 0 ? left : STEP;
      fixture.advance(step);
      fixture.await(operator.deployment().clusters().get(0).database().delay(step));
      left = left.minus(step);
    }
  }

  void untilUnderWay() {
    for (int i = 0; i < STEPS_MAX && progressed() == 0; i++) {
      pass(STEP);
    }
    assertTrue(progressed() > 0);
  }

  long progressed() {
    return fixture
        .await(moves.find(AHAB))
        .flatMap(MoveStatus::progress)
        .map(MoveProgress::rows)
        .orElse(0L);
  }
}
