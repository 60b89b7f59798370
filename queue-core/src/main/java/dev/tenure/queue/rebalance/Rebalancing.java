package dev.tenure.queue.rebalance;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.queue.move.MoveReason;
import dev.tenure.queue.move.MoveRequest;
import dev.tenure.queue.move.MoveRequest.State;
import dev.tenure.queue.move.MoveRequests;
import dev.tenure.record.async.AsyncLoop;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Plans of many moves (docs/moves.md). A preview changes nothing. A plan that is started asks for
 * its moves, and the workers make them, as many at once and as fast as their options say.
 * Thread-safe; needs no closing.
 */
public final class Rebalancing {
  /** The most moves of a plan. */
  public static final int MOVES_MAX = 20_000;

  /** Of a plan's id: five fewer than are stored, for the "undo-" of the plan that undoes it. */
  public static final int PLAN_BYTES_MAX = MoveRequest.PLAN_BYTES_MAX - 5;

  private static final int AT_ONCE = 100;
  private static final String UNDO = "undo-";

  private final TenantDirectory directory;
  private final MoveRequests requests;
  private final PlanRows plans;

  private Rebalancing(TenantDirectory directory, MoveRequests requests) {
    this.directory = directory;
    this.requests = requests;
    this.plans = new PlanRows(requests.home());
  }

  public static Rebalancing of(TenantDirectory directory) {
    return new Rebalancing(directory, MoveRequests.of(directory));
  }

  /**
   * Chooses moves.
   *
   * @param movesMax 1 to 20,000
   * @return fails with {@code CLUSTER_NOT_FOUND}
   */
  public CompletableFuture<RebalancePlan> preview(RebalanceGoal goal, int movesMax) {
    QueueLimits.checkBetween("movesMax", movesMax, 1, MOVES_MAX);
    return AsyncLoop.begin(() -> new PlanPreview(directory, goal, movesMax).make());
  }

  /**
   * Asks for the moves of a plan, 100 in a transaction. Tenants of which a move was asked for
   * already are left out. When it fails, a part was asked for, and it may be called again.
   *
   * @param id of the plan, 1 to {@value #PLAN_BYTES_MAX} bytes, which no other plan has
   * @return fails with {@code MOVE_REFUSED} when another plan has the id
   */
  public CompletableFuture<MovePlan> start(String id, RebalancePlan plan, String by, String why) {
    QueueLimits.checkName("plan", id, PLAN_BYTES_MAX);
    MovePlan started =
        new MovePlan(
            id,
            plan.goal().toString(),
            by,
            why,
            requests.now(),
            plan.moves().size(),
            Optional.empty());
    List<MoveRequest> moves =
        plan.moves().stream()
            .map(each -> request(started, each.tenant(), each.source(), each.target()))
            .toList();
    return start(started, moves);
  }

  private static MoveRequest request(MovePlan plan, TenantId tenant, String source, String target) {
    return MoveRequest.open(
        tenant,
        source,
        target,
        new MoveReason(Optional.of(plan.id()), plan.by(), plan.reason()),
        plan.begun());
  }

  private CompletableFuture<MovePlan> start(MovePlan plan, List<MoveRequest> moves) {
    List<List<MoveRequest>> slices = new ArrayList<>();
    for (int i = 0; i < moves.size(); i += AT_ONCE) {
      slices.add(moves.subList(i, Math.min(moves.size(), i + AT_ONCE)));
    }
    return plans
        .find(plan.id())
        .thenCompose(
            found -> {
              if (found.filter(other -> !other.goal().equals(plan.goal())).isPresent()) {
                throw new QueueException(
                    Code.MOVE_REFUSED, "there is a plan " + plan.id() + ": " + found.get().goal());
              }
              return plans.put(plan);
            })
        .thenCompose(
            put ->
                AsyncLoop.forEach(slices, slice -> requests.askAll(slice).thenAccept(asked -> {})))
        .thenApply(done -> plan);
  }

  /** All plans, in the order of their ids. */
  public CompletableFuture<List<MovePlan>> list() {
    return plans.list();
  }

  /** What has become of a plan; fails with {@code PLAN_NOT_FOUND} when there is none. */
  public CompletableFuture<PlanProgress> progress(String id) {
    EnumMap<State, Long> counts = new EnumMap<>(State.class);
    long[] bytes = {0};
    Consumer<MoveRequest> count =
        each -> {
          counts.merge(each.state(), 1L, Long::sum);
          bytes[0] += each.bytes();
        };
    return require(id)
        .thenCompose(
            plan ->
                each(id, false, count)
                    .thenCompose(open -> each(id, true, count))
                    .thenApply(
                        ended ->
                            new PlanProgress(plan, Collections.unmodifiableMap(counts), bytes[0])));
  }

  private CompletableFuture<MovePlan> require(String id) {
    return plans
        .find(id)
        .thenApply(
            found ->
                found.orElseThrow(
                    () -> new QueueException(Code.PLAN_NOT_FOUND, "there is no plan " + id)));
  }

  private CompletableFuture<Void> each(String id, boolean ended, Consumer<MoveRequest> action) {
    List<TenantId> after = new ArrayList<>();
    return AsyncLoop.whileTrue(
        () ->
            requests
                .list(ended, after.stream().findFirst(), QueueLimits.BATCH_ITEMS_MAX)
                .thenApply(
                    page -> {
                      page.requests().stream()
                          .filter(each -> each.plan().equals(Optional.of(id)))
                          .forEach(action);
                      after.clear();
                      page.next().ifPresent(after::add);
                      return page.next().isPresent();
                    }));
  }

  /**
   * Has its moves rest that have not ended. Gives how many.
   *
   * @return fails with {@code PLAN_NOT_FOUND}
   */
  public CompletableFuture<Long> pause(String id) {
    return change(id, State.OPEN, State.PAUSED);
  }

  /** Goes on with those of its moves that rest. Gives how many. Fails as {@link #pause}. */
  public CompletableFuture<Long> resume(String id) {
    return change(id, State.PAUSED, State.OPEN);
  }

  private CompletableFuture<Long> change(String id, State from, State to) {
    return require(id)
        .thenCompose(plan -> requests.changeAll(id, state -> state == from ? to : state));
  }

  /**
   * Undoes a plan: moves that have not ended are reverted, and those that were completed within a
   * day are made the other way round by a plan of their own.
   *
   * @return that plan; fails with {@code PLAN_NOT_FOUND}
   */
  public CompletableFuture<MovePlan> undo(String id, String by, String why) {
    var unused = undoing(id, by, why, 0); // refuses what cannot be stored before anything changes
    List<MoveRequest> completed = new ArrayList<>();
    return require(id)
        .thenCompose(plan -> requests.changeAll(id, state -> State.REVERTING))
        .thenCompose(
            reverting ->
                each(
                    id,
                    true,
                    request -> {
                      if (request.state() == State.COMPLETED) {
                        completed.add(request);
                      }
                    }))
        .thenCompose(
            found -> {
              MovePlan undoing = undoing(id, by, why, completed.size());
              return start(
                  undoing,
                  completed.stream()
                      .map(each -> request(undoing, each.tenant(), each.target(), each.source()))
                      .toList());
            });
  }

  private MovePlan undoing(String id, String by, String why, int moves) {
    return new MovePlan(UNDO + id, "undo " + id, by, why, requests.now(), moves, Optional.of(id));
  }

  /**
   * Forgets a plan that has ended.
   *
   * @return fails with {@code PLAN_NOT_FOUND}, and with {@code MOVE_REFUSED} when some of its moves
   *     have not ended
   */
  public CompletableFuture<Void> forget(String id) {
    return progress(id)
        .thenCompose(
            progress -> {
              if (!progress.hasEnded()) {
                throw new QueueException(
                    Code.MOVE_REFUSED, "moves of plan " + id + " have not ended");
              }
              return plans.forget(id);
            });
  }
}
