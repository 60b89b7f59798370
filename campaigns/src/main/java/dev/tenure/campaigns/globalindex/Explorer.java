package dev.tenure.campaigns.globalindex;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Walks through all states that the clients of a scenario can reach. In each state, each client may
 * take any of its next steps, or crash for good. A state is what the shards hold, the local state
 * of each client, and which operation had ended before which began. Interleavings that lead to the
 * same state are walked through once from there on.
 */
final class Explorer {
  private static final int CLIENT_BITS = 20;
  private static final int ORDER_BITS = 6;

  private final Clients clients;
  private final Set<Stored> probed = new HashSet<>();
  private StoredState.Table table = new StoredState.Table();
  private long states;
  private long ends;
  private int exploration;

  // of the exploration under way
  private Scenario scenario = new Scenario(Mode.REPLACE, Stored.EMPTY, List.of());
  private final PairSet visited = new PairSet();
  private int storedNumbers;
  private int clientNumbers;
  private final Deque<String> path = new ArrayDeque<>();
  private @Nullable Finding finding;

  Explorer(Clients clients) {
    this.clients = clients;
  }

  /** All states walked through so far. */
  long states() {
    return states;
  }

  /** Those in which all clients have ended. */
  long ends() {
    return ends;
  }

  Optional<Finding> explore(Scenario next) {
    scenario = next;
    exploration++;
    storedNumbers = 0;
    clientNumbers = 1;
    finding = null;
    visited.clear();
    path.clear();
    if (table.size() > 1_000_000) {
      table = new StoredState.Table();
    }
    ClientState[] first = new ClientState[next.operations().size()];
    for (int i = 0; i < first.length; i++) {
      first[i] = clients.start(next.mode(), next.operations().get(i), i);
    }
    visit(table.state(next.before()), first, 0, 0);
    states += visited.size();
    return Optional.ofNullable(finding);
  }

  /**
   * @param crashed a bit for each client
   * @param order a bit for each pair of clients of which one ended before the other began
   */
  private void visit(StoredState stored, ClientState[] local, int crashed, int order) {
    if (finding != null || !isNew(stored, local, crashed, order)) {
      return;
    }
    if (stored.broken.isPresent()) {
      fail(stored.broken.get());
      return;
    }
    boolean isEnd = true;
    for (int i = 0; i < local.length; i++) {
      if (isOver(local, crashed, i)) {
        continue;
      }
      isEnd = false;
      int began = local[i].isStarted() ? order : order | endedBefore(local, crashed, i);
      for (int place = 0; place < local[i].pending().size(); place++) {
        step(stored, local, crashed, began, i, place);
      }
      if (local[i].isStarted()) {
        path.push("client " + i + " crashes");
        visit(stored, local, crashed | 1 << i, order);
        path.pop();
      }
    }
    if (isEnd) {
      end(stored, local, crashed, order);
    }
  }

  private void step(
      StoredState stored, ClientState[] local, int crashed, int order, int client, int place) {
    Request request = local[client].pending().get(place);
    StoredState.Edge edge = stored.answer(request);
    ClientState[] after = local.clone();
    after[client] = local[client].after(place, edge.answer());
    path.push("client " + client + ": " + Texts.step(request, edge.answer()));
    Result result = after[client].result();
    if (result != null && result.kind() == Result.Kind.UNEXPECTED) {
      fail("an error that no operation may give: " + result.text());
    }
    visit(edge.after(), after, crashed, order);
    path.pop();
  }

  private static boolean isOver(ClientState[] local, int crashed, int client) {
    return (crashed & 1 << client) != 0 || local[client].isEnded();
  }

  /** The bits of the pairs of clients that have ended, and one that begins. */
  private static int endedBefore(ClientState[] local, int crashed, int beginning) {
    int bits = 0;
    for (int i = 0; i < local.length; i++) {
      if (i != beginning && isOver(local, crashed, i)) {
        bits |= pair(i, beginning);
      }
    }
    return bits;
  }

  /** The bit for: the first client ended before the second began. */
  private static int pair(int first, int second) {
    return 1 << (first * 2 + (second > first ? second - 1 : second));
  }

  /** Gives whether the state was not visited before. */
  private boolean isNew(StoredState stored, ClientState[] local, int crashed, int order) {
    if (stored.exploration != exploration) {
      stored.exploration = exploration;
      stored.number = ++storedNumbers;
    }
    long numbers = 0;
    for (int i = 0; i < local.length; i++) {
      numbers = numbers << CLIENT_BITS | ((crashed & 1 << i) != 0 ? 0 : number(local[i]));
    }
    if (clientNumbers >= 1 << CLIENT_BITS) {
      throw new IllegalStateException(clientNumbers + " states of clients are too many");
    }
    return visited.add((long) stored.number << ORDER_BITS | order, numbers);
  }

  private int number(ClientState state) {
    if (state.exploration != exploration) {
      state.exploration = exploration;
      state.number = clientNumbers++;
    }
    return state.number;
  }

  private void end(StoredState stored, ClientState[] local, int crashed, int order) {
    ends++;
    List<Linearization.Call> calls = new ArrayList<>();
    for (int i = 0; i < local.length; i++) {
      Result result = local[i].result();
      Result told = result == null || (crashed & 1 << i) != 0 ? Result.CRASHED : result;
      long before = 0;
      for (int j = 0; j < local.length; j++) {
        before |= j != i && (order & pair(j, i)) != 0 ? 1L << j : 0;
      }
      calls.add(new Linearization.Call(local[i].operation(), Clients.value(i), told, before));
    }
    Model before = Model.of(scenario.before().live());
    if (!Linearization.exists(before, calls, Model.of(stored.stored.live()))) {
      fail("linearizability: no order explains " + Texts.calls(calls));
    }
    for (int i = 0; i < calls.size(); i++) {
      if (calls.get(i).result().kind() == Result.Kind.CONFLICT && !isDisturbed(calls, i)) {
        fail("validity: a conflict without a concurrent operation, client " + i);
      }
    }
    if (probed.add(stored.stored.normalized())) {
      new Probe(clients, scenario.mode()).failure(stored.stored).ifPresent(this::fail);
    }
  }

  /** Whether another operation that writes was under way during this one. */
  private static boolean isDisturbed(List<Linearization.Call> calls, int client) {
    for (int i = 0; i < calls.size(); i++) {
      boolean isApart =
          (calls.get(i).before() & 1L << client) != 0
              || (calls.get(client).before() & 1L << i) != 0;
      if (i != client && !isApart && !calls.get(i).operation().isRead()) {
        return true;
      }
    }
    return false;
  }

  private void fail(String property) {
    if (finding == null) {
      List<String> steps = new ArrayList<>();
      path.descendingIterator().forEachRemaining(steps::add);
      finding = new Finding(property, scenario, steps);
    }
  }
}
