package dev.tenure.campaigns.globalindex;

import dev.tenure.record.global.Generation;
import java.util.HashMap;
import java.util.Map;

/** The first states of all clients and operations, each computed once. */
final class FirstStates {
  private final Map<ClientState.Start, ClientState> starts = new HashMap<>();

  ClientState start(Mode mode, Operation operation, int client) {
    return start(mode, operation, client, false, 0);
  }

  /** As {@link ClientState.Start}; a mover goes through the phases by itself. */
  ClientState start(Mode mode, Operation operation, int client, boolean knowsDown, int phase) {
    int known = operation.kind() == Operation.Kind.MOVE ? Mover.phase(mode) : phase;
    return starts.computeIfAbsent(
        new ClientState.Start(mode, operation, client, knowsDown, known), ClientState::of);
  }

  /** A generation that is in no normalized state: the timestamps of those are 0. */
  /** Forgets all states, so that they take no memory any more. */
  void clear() {
    starts.clear();
  }

  static Generation generation(int client) {
    return new Generation(1, client);
  }

  static String value(ClientState.Start start) {
    return value(start.client());
  }

  static String value(int client) {
    return "by" + client;
  }
}
