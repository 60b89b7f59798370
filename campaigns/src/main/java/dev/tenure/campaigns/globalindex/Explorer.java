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
 * take any of its next steps, or crash for good; in a mode with outages, a step may fail. A state
 * is what the shards hold, the local state of each client, and which operation had ended before
 * which began. Interleavings that lead to the same state are walked through once from there on.
 */
final class Explorer {
  private static final int CLIENT_BITS = 20;

  /** States of shards that are kept for the next scenario; each takes about a kilobyte. */
  private static final int STATES_KEPT = 100_000;

  private static final boolean[] BOTH = {false, true};
  private static final boolean[] NO = {false};

  // what a state has besides stored records and clients, as bits of one number
  private static final int ORDER_BITS = 6;
  private static final int CRASHED = ORDER_BITS;
  private static final int BEGUN = CRASHED + 3;
  private static final int LOOSE = BEGUN + 3;
  private static final int OUTAGES = LOOSE + 2;
  private static final int BITS = OUTAGES + Outages.BITS;

  private final FirstStates clients;
  private final int indexOutages;
  private final PairSet probed = new PairSet();
  private ShardsState.Table table = new ShardsState.Table();
  private long states;
  private long ends;
  private int exploration;

  // of the exploration under way
  private Scenario scenario = new Scenario(Mode.REPLACE, Stored.EMPTY, List.of());
  private final PairSet visited = new PairSet();
  private int storedNumbers;
  private int clientNumbers;
  private final Deque<String> path = new ArrayDeque<>();
  private @Nullable FoundViolation finding;

  /**
   * @param indexOutages how many calls of index shards may fail in a mode with outages
   */
  Explorer(FirstStates clients, int indexOutages) {
    this.clients = clients;
    this.indexOutages = indexOutages;
  }

  /** All states walked through so far. */
  long states() {
    return states;
  }

  /** The number of states in which all clients have ended. */
  long ends() {
    return ends;
  }

  Optional<FoundViolation> explore(Scenario next) {
    scenario = next;
    exploration++;
    storedNumbers = 0;
    clientNumbers = 1;
    finding = null;
    visited.clear();
    path.clear();
    if (table.size() > STATES_KEPT) {
      table = new ShardsState.Table();
      clients.clear();
    }
    ClientState[] first = new ClientState[next.operations().size()];
    for (int i = 0; i < first.length; i++) {
      first[i] = clients.start(next.mode(), next.operations().get(i), i);
    }
    int outages = Outages.of(next.mode(), indexOutages, 1);
    visit(table.state(next.before()), first, outages << OUTAGES);
    states += visited.size();
    return Optional.ofNullable(finding);
  }

  /**
   * @param before which operation ended before which began, which clients have crashed, which have
   *     begun and made no call, which keys were ever marked as unindexed, and how many calls may
   *     still fail
   */
  private void visit(ShardsState stored, ClientState[] local, int before) {
    int bits = before | stored.loose << LOOSE;
    if (finding != null || !isNew(stored, local, bits)) {
      return;
    }
    if (stored.broken.isPresent()) {
      fail(stored.broken.get());
      return;
    }
    if (stored.loose != 0 && scenario.mode() != Mode.WRITES_WHILE_DOWN) {
      fail("unindexed: a key is written without an index record, which is not allowed");
      return;
    }
    boolean isEnd = true;
    for (int i = 0; i < local.length; i++) {
      if (isOver(local, bits, i)) {
        continue;
      }
      isEnd = false;
      boolean isBegun = local[i].isStarted() || (bits & 1 << (BEGUN + i)) != 0;
      int began = isBegun ? bits : bits | endedBefore(local, bits, i);
      for (ClientState[] each :
          isBegun ? List.<ClientState[]>of(local) : starts(stored, local, i)) {
        if (!isBegun && mayPauseFirst(local[i])) {
          path.push("client " + i + " begins");
          visit(stored, each, began | 1 << (BEGUN + i));
          path.pop();
          continue;
        }
        for (int place = 0; place < each[i].pending().size(); place++) {
          step(stored, each, began & ~(1 << (BEGUN + i)), i, place);
        }
      }
      if (local[i].isStarted()) {
        path.push("client " + i + " crashes");
        visit(stored, local, bits | 1 << (CRASHED + i));
        path.pop();
      } else if (!local[i].knowsDown() && Outages.mayBeKnown(bits >> OUTAGES)) {
        ClientState[] after = local.clone();
        after[i] = clients.start(scenario.mode(), local[i].operation(), i, true, 0);
        path.push("client " + i + " knows that the index shards are down");
        if (after[i].isRefusable() && !after[i].pending().isEmpty()) {
          fail("outages: a create begins though it knows that it cannot end");
        }
        visit(stored, after, withOutages(began, Outages.afterIndex(bits >> OUTAGES)));
        path.pop();
      }
    }
    if (isEnd) {
      end(stored, local, bits);
    }
  }

  /**
   * Whether a client may pause between its begin and its first call. A create writes first, by what
   * it knew at its begin. Any other operation reads first and then checks its lease, so a pause
   * before that read only makes it fail.
   */
  private boolean mayPauseFirst(ClientState client) {
    return scenario.mode() == Mode.MOVES && client.operation().kind() == Operation.Kind.CREATE;
  }

  /**
   * A client that begins knows one of the phases that a move has then. One that looks for a key may
   * know, too, that the index shards are down, and asks the data shards.
   */
  private List<ClientState[]> starts(ShardsState stored, ClientState[] local, int client) {
    Operation operation = local[client].operation();
    if (!scenario.mode().hasMoves() || operation.kind() == Operation.Kind.MOVE) {
      return List.<ClientState[]>of(local);
    }
    List<ClientState[]> starts = new ArrayList<>();
    for (int phase : stored.stored.moved().known()) {
      boolean mayAskAll = operation.findsByKey() && scenario.mode() == Mode.MOVES;
      for (boolean knowsDown : mayAskAll ? BOTH : NO) {
        ClientState[] start = local.clone();
        start[client] = clients.start(scenario.mode(), operation, client, knowsDown, phase);
        starts.add(start);
      }
    }
    return starts;
  }

  private static int withOutages(int bits, int left) {
    return (bits & ((1 << OUTAGES) - 1)) | left << OUTAGES;
  }

  private void step(ShardsState stored, ClientState[] local, int bits, int client, int place) {
    Request request = local[client].pending().get(place);
    ShardsState.Edge edge = stored.answer(request);
    answered(edge.after(), local, bits, client, place, edge.answer());
    if (bits >> OUTAGES != 0) {
      for (Outages.Failure each : Outages.of(request, bits >> OUTAGES)) {
        ShardsState after = each.isPerformed() ? edge.after() : stored;
        answered(after, local, withOutages(bits, each.left()), client, place, each.answer());
      }
    }
  }

  private void answered(
      ShardsState stored, ClientState[] local, int bits, int client, int place, Object answer) {
    ClientState[] after = local.clone();
    after[client] = local[client].after(place, answer, stored.stored.moved());
    path.push("client " + client + ": " + Texts.step(local[client].pending().get(place), answer));
    OperationResult result = after[client].result();
    if (result != null && result.kind() == OperationResult.Kind.UNEXPECTED) {
      fail("an error that no operation may give: " + result.text());
    }
    visit(stored, after, bits);
    path.pop();
  }

  private static boolean isCrashed(int bits, int client) {
    return (bits & 1 << (CRASHED + client)) != 0;
  }

  private static boolean isOver(ClientState[] local, int bits, int client) {
    return isCrashed(bits, client) || local[client].isEnded();
  }

  /** The bits of the pairs of clients that have ended, and one that begins. */
  private static int endedBefore(ClientState[] local, int bits, int beginning) {
    int ended = 0;
    for (int i = 0; i < local.length; i++) {
      if (i != beginning && isOver(local, bits, i)) {
        ended |= pair(i, beginning);
      }
    }
    return ended;
  }

  /** The bit for: the first client ended before the second began. */
  private static int pair(int first, int second) {
    return 1 << (first * 2 + (second > first ? second - 1 : second));
  }

  /** Gives whether the state was not visited before. */
  private boolean isNew(ShardsState stored, ClientState[] local, int bits) {
    if (stored.exploration != exploration) {
      stored.exploration = exploration;
      stored.number = ++storedNumbers;
    }
    long numbers = 0;
    for (int i = 0; i < local.length; i++) {
      numbers = numbers << CLIENT_BITS | (isCrashed(bits, i) ? 0 : number(local[i]));
    }
    if (clientNumbers >= 1 << CLIENT_BITS) {
      throw new IllegalStateException(clientNumbers + " states of clients are too many");
    }
    return visited.add((long) stored.number << BITS | bits, numbers);
  }

  private int number(ClientState state) {
    if (state.exploration != exploration) {
      state.exploration = exploration;
      state.number = clientNumbers++;
    }
    return state.number;
  }

  private void end(ShardsState stored, ClientState[] local, int bits) {
    ends++;
    List<Linearization.Call> calls = new ArrayList<>();
    for (int i = 0; i < local.length; i++) {
      OperationResult result = local[i].result();
      OperationResult told =
          result == null || isCrashed(bits, i) ? OperationResult.CRASHED : result;
      long before = 0;
      for (int j = 0; j < local.length; j++) {
        before |= j != i && (bits & pair(j, i)) != 0 ? 1L << j : 0;
      }
      calls.add(new Linearization.Call(local[i].operation(), FirstStates.value(i), told, before));
    }
    Model before = Model.of(scenario.before().live());
    Set<String> loose = new HashSet<>();
    for (int i = 0; i < Operation.AKS.size(); i++) {
      if ((bits & 1 << (LOOSE + i)) != 0) {
        loose.add(Operation.AKS.get(i));
      }
    }
    if (!Linearization.exists(before, calls, Model.of(stored.stored.live()), loose)) {
      fail("linearizability: no order explains " + Texts.calls(calls));
    }
    for (int i = 0; i < calls.size(); i++) {
      if (!scenario.mode().hasMoves()
          && calls.get(i).result().kind() != OperationResult.Kind.UNKNOWN
          && leftDummy(stored, i, bits)) {
        fail("dummies: one is left by client " + i + ", which has not crashed");
      }
      if (calls.get(i).result().kind() == OperationResult.Kind.CONFLICT && !isDisturbed(calls, i)) {
        fail("validity: a conflict without a concurrent operation, client " + i);
      }
    }
    if (isNotProbed(stored.stored.normalized())) {
      new Probe(clients, scenario.mode()).failure(stored.stored).ifPresent(this::fail);
    }
  }

  /** By 128 bits of a hash: a state that is like another one only by chance is not to be feared. */
  private boolean isNotProbed(Stored stored) {
    String text = stored.text();
    long first = 1;
    long second = 0;
    for (int i = 0; i < text.length(); i++) {
      first = (first ^ text.charAt(i)) * 0x100000001B3L;
      second = (second + text.charAt(i)) * 0x9E3779B97F4A7C15L;
      second ^= second >>> 29;
    }
    return probed.add(first == 0 ? 1 : first, second);
  }

  /** Whether a dummy of the client is stored, though all data shards have answered. */
  private boolean leftDummy(ShardsState stored, int client, int bits) {
    boolean hasAllAnswers =
        (bits >> OUTAGES & Outages.DATA) == (Outages.of(scenario.mode(), 0, 1) & Outages.DATA);
    return hasAllAnswers
        && stored.stored.data().values().stream()
            .anyMatch(
                each ->
                    each.isDummy()
                        && each.version().generation().equals(FirstStates.generation(client)));
  }

  /**
   * Whether another operation that writes was under way during this one. While a slot moves, a read
   * may put a marker in the place of a dummy.
   */
  private boolean isDisturbed(List<Linearization.Call> calls, int client) {
    for (int i = 0; i < calls.size(); i++) {
      boolean isApart =
          (calls.get(i).before() & 1L << client) != 0
              || (calls.get(client).before() & 1L << i) != 0;
      boolean isWrite = !calls.get(i).operation().isRead() || scenario.mode() == Mode.MOVES;
      if (i != client && !isApart && isWrite) {
        return true;
      }
    }
    return false;
  }

  private void fail(String property) {
    if (finding == null) {
      List<String> steps = new ArrayList<>();
      path.descendingIterator().forEachRemaining(steps::add);
      finding = new FoundViolation(property, scenario, steps);
    }
  }
}
