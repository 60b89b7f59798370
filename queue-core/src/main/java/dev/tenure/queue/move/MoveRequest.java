package dev.tenure.queue.move;

import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.proto.StoredMoveRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A move that somebody has asked for, and what has become of it.
 *
 * @param source the cluster that the tenant was on when the move was asked for
 * @param target the cluster that it is to be on
 * @param plan the plan that has asked for the move; empty for a single one
 * @param by the name of the person who asked, at most 200 characters; may be empty
 * @param reason why, at most 500 characters; may be empty
 * @param ended empty while movers have something to do, or wait
 * @param problem the last error of a mover; empty when there was none
 * @param rows of the copy, when the move is completed
 * @param bytes of the copy, when the move is completed
 * @param closed how long the tenant was served by no cluster, as the mover measured it that
 *     completed the move
 */
public record MoveRequest(
    TenantId tenant,
    State state,
    String source,
    String target,
    Optional<String> plan,
    String by,
    String reason,
    Instant asked,
    Optional<Instant> ended,
    String problem,
    long rows,
    long bytes,
    Duration closed) {
  public static final int BY_CHARACTERS_MAX = 200;
  public static final int REASON_CHARACTERS_MAX = 500;

  /** Of a plan's id. It has room for the name of a cluster, with a few words around it. */
  public static final int PLAN_BYTES_MAX = QueueLimits.APPLICATION_BYTES_MAX + 32;

  private static final int PROBLEM_CHARACTERS_MAX = 500;
  private static final int NANOS_PER_MICRO = 1_000;

  /** What is to be done, or was done. */
  public enum State {
    /** Movers begin the move, or go on with it. */
    OPEN,
    /** Movers leave the move as it is. */
    PAUSED,
    /** Movers undo the move. */
    REVERTING,
    /** The tenant is on the target. */
    COMPLETED,
    /** The tenant is on the source, as was asked for. */
    REVERTED,
    /** The tenant is on the source: the move cannot be made, and {@code problem} says why. */
    FAILED;

    public boolean hasEnded() {
      return compareTo(COMPLETED) >= 0;
    }
  }

  public MoveRequest {
    Objects.requireNonNull(tenant, "tenant");
    QueueLimits.checkName("target", target, QueueLimits.APPLICATION_BYTES_MAX);
    plan.ifPresent(id -> QueueLimits.checkName("plan", id, PLAN_BYTES_MAX));
    QueueLimits.checkText("by", by, BY_CHARACTERS_MAX);
    QueueLimits.checkText("reason", reason, REASON_CHARACTERS_MAX);
    if (problem.length() > PROBLEM_CHARACTERS_MAX) {
      problem = problem.substring(0, PROBLEM_CHARACTERS_MAX);
    }
  }

  /** A request that was not worked on yet. */
  public static MoveRequest open(
      TenantId tenant, String source, String target, MoveReason why, Instant asked) {
    return new MoveRequest(
        tenant,
        State.OPEN,
        source,
        target,
        why.plan(),
        why.by(),
        why.reason(),
        asked,
        Optional.empty(),
        "",
        0,
        0,
        Duration.ZERO);
  }

  MoveRequest withState(State newState) {
    return with(newState, Optional.empty(), problem, rows, bytes, closed);
  }

  MoveRequest withProblem(String newProblem) {
    return with(state, ended, newProblem, rows, bytes, closed);
  }

  MoveRequest ended(State end, Instant at, String why) {
    return with(end, Optional.of(at), why, rows, bytes, closed);
  }

  MoveRequest completed(Instant at, TenantMoveReport report) {
    return with(
        State.COMPLETED, Optional.of(at), "", report.rows(), report.bytes(), report.closed());
  }

  private MoveRequest with(
      State newState,
      Optional<Instant> newEnded,
      String newProblem,
      long newRows,
      long newBytes,
      Duration newClosed) {
    return new MoveRequest(
        tenant,
        newState,
        source,
        target,
        plan,
        by,
        reason,
        asked,
        newEnded,
        newProblem,
        newRows,
        newBytes,
        newClosed);
  }

  static MoveRequest of(TenantId tenant, StoredMoveRequest stored) {
    return new MoveRequest(
        tenant,
        state(tenant, stored),
        stored.getSource(),
        stored.getTarget(),
        stored.getPlan().isEmpty() ? Optional.empty() : Optional.of(stored.getPlan()),
        stored.getBy(),
        stored.getReason(),
        Instant.ofEpochMilli(stored.getAskedMillis()),
        stored.getEndedMillis() == 0
            ? Optional.empty()
            : Optional.of(Instant.ofEpochMilli(stored.getEndedMillis())),
        stored.getProblem(),
        stored.getRows(),
        stored.getBytes(),
        Duration.ofNanos(stored.getClosedMicros() * NANOS_PER_MICRO));
  }

  private static State state(TenantId tenant, StoredMoveRequest stored) {
    return switch (stored.getState()) {
      case OPEN -> State.OPEN;
      case PAUSED -> State.PAUSED;
      case REVERTING -> State.REVERTING;
      case COMPLETED -> State.COMPLETED;
      case REVERTED -> State.REVERTED;
      case FAILED -> State.FAILED;
      case UNRECOGNIZED -> throw MoveRequestRows.unknownState(tenant, stored.getStateValue());
    };
  }

  StoredMoveRequest toStored() {
    return StoredMoveRequest.newBuilder()
        .setState(StoredMoveRequest.State.valueOf(state.name()))
        .setSource(source)
        .setTarget(target)
        .setPlan(plan.orElse(""))
        .setBy(by)
        .setReason(reason)
        .setAskedMillis(asked.toEpochMilli())
        .setEndedMillis(ended.map(Instant::toEpochMilli).orElse(0L))
        .setProblem(problem)
        .setRows(rows)
        .setBytes(bytes)
        .setClosedMicros(closed.toNanos() / NANOS_PER_MICRO)
        .build();
  }
}
