package dev.tenure.campaigns.globalindex;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The local state of a client, known by its operation and the answers it got. The library's code is
 * deterministic, so a state is computed once, by running the operation on the same answers again.
 */
final class ClientState {
  private final Start start;
  private final List<Given> given;
  private final List<Request> pending;
  private final @Nullable OperationResult result;
  private final Map<Given, ClientState> next = new HashMap<>();

  /** The number of this state in the exploration with the number {@code exploration}. */
  int number;

  int exploration = -1;

  /**
   * @param knowsDown whether the client knows when it begins that the index shards are down
   * @param phase of a move that the client knows when it begins
   */
  record Start(Mode mode, Operation operation, int client, boolean knowsDown, int phase) {}

  private record Given(int place, Object answer, boolean isFresh) {}

  private ClientState(Start start, List<Given> given) {
    this.start = start;
    this.given = given;
    ClientRun run =
        new ClientRun(start, FirstStates.generation(start.client), FirstStates.value(start));
    given.forEach(each -> run.answer(each.place, each.answer, each.isFresh));
    this.pending = run.pending();
    this.result = run.result();
    if (pending.isEmpty() == (result == null)) {
      throw new IllegalStateException(
          start.operation + " ended as " + result + " and still waits for " + pending);
    }
  }

  static ClientState of(Start start) {
    return new ClientState(start, List.of());
  }

  /** The state after the answer of one of the pending requests, at a time of a move. */
  ClientState after(int place, Object answer, Moved moved) {
    return next.computeIfAbsent(
        new Given(place, answer, moved.isFresh(start.phase)),
        added -> {
          List<Given> longer = new ArrayList<>(given);
          longer.add(added);
          return new ClientState(start, List.copyOf(longer));
        });
  }

  int phase() {
    return start.phase;
  }

  boolean knowsDown() {
    return start.knowsDown;
  }

  /** Whether it fails at once when the index shards are known to be down. */
  boolean isRefusable() {
    return start.mode == Mode.OUTAGES
        && start.operation.kind() == Operation.Kind.CREATE
        && !start.operation.aks().isEmpty();
  }

  boolean isStarted() {
    return !given.isEmpty();
  }

  boolean isEnded() {
    return result != null;
  }

  List<Request> pending() {
    return pending;
  }

  @Nullable OperationResult result() {
    return result;
  }

  Operation operation() {
    return start.operation;
  }
}
