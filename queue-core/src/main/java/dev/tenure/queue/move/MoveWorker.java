package dev.tenure.queue.move;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.record.async.AsyncLoop;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Carries out what {@link MoveRequests} asks for, and goes on with moves whose movers have died.
 * Any number of processes may have a worker: a move has one mover at a time. Thread-safe.
 */
public final class MoveWorker {
  private static final int PAGE = 100;
  private static final int SERVED_AT_ONCE = 100;
  private static final Duration KEPT = Duration.ofDays(1);
  private static final Duration RETRY_FIRST = Duration.ofSeconds(2);
  private static final Duration RETRY_LAST = Duration.ofMinutes(1);

  private final TenantDirectory directory;
  private final MoveWorkerOptions options;
  private final MoveRequests requests;
  private final TenantMoves moves;
  private final MoveTally tally = new MoveTally();
  private final Map<TenantId, Retry> retries = new HashMap<>();

  /** Those whose requests are worked on without taking room. */
  private final Set<TenantId> besides = new HashSet<>();

  private final List<CompletableFuture<?>> underWay = new ArrayList<>();
  private final CompletableFuture<Void> looking = new CompletableFuture<>();
  private Optional<TenantId> forgotten = Optional.empty();
  private int servedFrom;
  private boolean started;
  private volatile boolean stopped;

  private MoveWorker(TenantDirectory directory, MoveWorkerOptions options) {
    this.directory = directory;
    this.options = options;
    this.requests = MoveRequests.of(directory);
    this.moves = TenantMoves.of(directory, options.moves()).until(() -> stopped);
  }

  public static MoveWorker of(TenantDirectory directory, MoveWorkerOptions options) {
    return new MoveWorker(directory, options);
  }

  /** When a move that failed is tried again. */
  private record Retry(Instant at, Duration pause) {}

  /** Begins to look at the requests. */
  public synchronized void start() {
    if (started) {
      throw new IllegalStateException("the worker was started before");
    }
    started = true;
    var unused =
        AsyncLoop.whileTrue(this::lookAndWait)
            .whenComplete((done, error) -> looking.complete(null));
  }

  private CompletableFuture<Boolean> lookAndWait() {
    return AsyncLoop.begin(this::look)
        .handle((looked, error) -> stopped)
        .thenCompose(
            stop ->
                stop
                    ? CompletableFuture.completedFuture(false)
                    : requests
                        .home()
                        .database()
                        .delay(options.poll())
                        .thenApply(waited -> !stopped));
  }

  /**
   * Stops. Its movers leave their moves to others after the transaction under way, but for those
   * that have closed a tenant's store, which they bring to an end.
   *
   * @return done when nothing is under way any more
   */
  public CompletableFuture<Void> stop() {
    stopped = true;
    CompletableFuture<Void> looked;
    synchronized (this) {
      looked = started ? looking : CompletableFuture.completedFuture(null);
    }
    return looked.thenCompose(done -> CompletableFuture.allOf(movers()));
  }

  private synchronized CompletableFuture<?>[] movers() {
    return underWay.toArray(CompletableFuture<?>[]::new);
  }

  public MoveWorkerStatus status() {
    return tally.status();
  }

  /** One look at all requests; done when each has begun for which there is room. */
  CompletableFuture<Void> look() {
    List<TenantId> last = new ArrayList<>();
    List<MoveRequest> waiting = new ArrayList<>();
    long[] open = {0};
    return AsyncLoop.whileTrue(
            () ->
                requests
                    .list(false, last.stream().findFirst(), PAGE)
                    .thenApply(
                        page -> {
                          open[0] += page.requests().size();
                          page.requests().stream()
                              .filter(request -> !consider(request))
                              .forEach(waiting::add);
                          last.clear();
                          page.next().ifPresent(last::add);
                          return page.next().isPresent() && !stopped;
                        }))
        .thenCompose(
            done -> {
              tally.open(open[0]);
              serveSome(waiting);
              return requests.forget(forgotten, PAGE, requests.now().minus(KEPT));
            })
        .thenAccept(next -> forgotten = next);
  }

  /** Gives false for a request on which this worker does not work. */
  private boolean consider(MoveRequest request) {
    boolean isOwn = tally.running().contains(request.tenant());
    return switch (request.state()) {
      case OPEN -> isOwn || beginIfDue(request);
      case PAUSED -> {
        if (isOwn) {
          var unused = moves.pause(request.tenant());
        }
        yield isOwn;
      }
      case REVERTING -> {
        if (isDue(request) && isFirst(request)) {
          revert(request);
        }
        yield true;
      }
      case COMPLETED, REVERTED, FAILED ->
          throw new IllegalStateException("a request that has ended is listed as open: " + request);
    };
  }

  private boolean beginIfDue(MoveRequest request) {
    boolean begins = tally.running().size() < options.movesMax() && isDue(request);
    if (begins) {
      begin(request);
    }
    return begins;
  }

  /** In the next look it is the turn of the next ones. */
  private void serveSome(List<MoveRequest> waiting) {
    int from = servedFrom < waiting.size() ? servedFrom : 0;
    int to = Math.min(waiting.size(), from + SERVED_AT_ONCE);
    waiting.subList(from, to).stream().filter(this::isFirst).forEach(this::serve);
    servedFrom = to;
  }

  private synchronized boolean isDue(MoveRequest request) {
    Retry retry = retries.get(request.tenant());
    return !stopped && (retry == null || !requests.now().isBefore(retry.at()));
  }

  private synchronized boolean isFirst(MoveRequest request) {
    return besides.add(request.tenant());
  }

  private void begin(MoveRequest request) {
    tally.begin(request.tenant());
    run(request, () -> tally.end(request.tenant()));
  }

  /** Takes no room from moves: a mover at work, perhaps of this worker, gives way. */
  private void revert(MoveRequest request) {
    run(request, () -> endBesides(request.tenant()));
  }

  private synchronized void endBesides(TenantId tenant) {
    besides.remove(tenant);
  }

  /** Of a move that is left to others, or to later; when it fails, the next look tries again. */
  private void serve(MoveRequest request) {
    CompletableFuture<Boolean> served =
        AsyncLoop.begin(() -> requested(request).serve()).exceptionally(error -> false);
    add(served);
    var unused = served.whenComplete((done, error) -> endBesides(request.tenant()));
  }

  private RequestedMove requested(MoveRequest request) {
    return new RequestedMove(directory, moves, requests, tally, request);
  }

  private synchronized void add(CompletableFuture<?> work) {
    underWay.removeIf(CompletableFuture::isDone);
    underWay.add(work);
  }

  private void run(MoveRequest request, Runnable after) {
    CompletableFuture<Boolean> mover = AsyncLoop.begin(() -> requested(request).run());
    add(mover.handle((done, error) -> null));
    var unused =
        mover.whenComplete(
            (done, error) -> {
              after.run();
              later(request.tenant(), error != null);
            });
  }

  /** After an error the pause doubles, from two seconds to a minute. */
  private synchronized void later(TenantId tenant, boolean failed) {
    Retry before = retries.remove(tenant);
    if (failed) {
      Duration pause =
          before == null || before.pause().compareTo(RETRY_LAST.dividedBy(2)) > 0
              ? before == null ? RETRY_FIRST : RETRY_LAST
              : before.pause().multipliedBy(2);
      retries.put(tenant, new Retry(requests.now().plus(pause), pause));
    }
  }
}
