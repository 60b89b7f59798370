package dev.tenure.campaigns.blackbox;

import dev.tenure.campaigns.blackbox.Dependencies.Dependency;
import dev.tenure.campaigns.blackbox.ListAnomaly.Kind;
import dev.tenure.campaigns.blackbox.ListTransaction.Append;
import dev.tenure.campaigns.blackbox.ListTransaction.ListOutcome;
import dev.tenure.campaigns.blackbox.ListTransaction.ListStep;
import dev.tenure.campaigns.blackbox.ListTransaction.Read;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Checks a history of list appends for strict serializability. A transaction whose outcome is unknown counts as committed when a transaction read one of its elements, and as never begun otherwise. So the last transaction of a history should read all lists.
 */
public final class ListAppendCheck {
  private final List<ListTransaction> committed = new ArrayList<>();
  private final Map<Long, ListTransaction> owners = new HashMap<>();
  private final Map<String, List<Long>> orders = new TreeMap<>();
  private final Dependencies dependencies = new Dependencies();
  private final List<ListAnomaly> anomalies = new ArrayList<>();

  private ListAppendCheck() {}

  /**
   * The anomalies of the history. Of cycles, only the most serious one is listed.
   *
   * @return empty when the history is strictly serializable
   */
  public static List<ListAnomaly> check(List<ListTransaction> history) {
    return new ListAppendCheck().run(history);
  }

  private List<ListAnomaly> run(List<ListTransaction> history) {
    history.forEach(this::own);
    history.stream()
        .filter(each -> each.outcome() == ListOutcome.COMMITTED)
        .forEach(each -> reads(each).forEach(this::learnOrder));
    history.stream().filter(this::isCommitted).forEach(committed::add);
    for (ListTransaction each : committed) {
      new ProgramCheck(each, anomalies).check();
      if (each.outcome() == ListOutcome.COMMITTED) {
        reads(each).forEach(read -> checkRead(each, read));
      }
    }
    checkLost();
    if (anomalies.isEmpty()) {
      checkCycles();
    }
    return List.copyOf(anomalies);
  }

  private void own(ListTransaction transaction) {
    for (ListStep step : transaction.steps()) {
      if (step instanceof Append append && owners.put(append.element(), transaction) != null) {
        throw new IllegalArgumentException("element " + append.element() + " is appended twice");
      }
    }
  }

  private static List<Read> reads(ListTransaction transaction) {
    return transaction.steps().stream()
        .filter(Read.class::isInstance)
        .map(Read.class::cast)
        .toList();
  }

  private void learnOrder(Read read) {
    List<Long> known = orders.getOrDefault(read.list(), List.of());
    List<Long> longer = read.elements().size() > known.size() ? read.elements() : known;
    List<Long> shorter = longer == known ? read.elements() : known;
    boolean agree =
        longer.subList(0, shorter.size()).equals(shorter)
            && longer.stream().distinct().count() == longer.size();
    require(agree, Kind.INCOMPATIBLE_ORDER, read.list() + " was " + known + " and " + read);
    orders.put(read.list(), longer);
  }

  private boolean isCommitted(ListTransaction transaction) {
    return transaction.outcome() == ListOutcome.COMMITTED
        || (transaction.outcome() == ListOutcome.UNKNOWN
            && orders.values().stream()
                .flatMap(List::stream)
                .anyMatch(element -> isOf(element, transaction)));
  }

  private boolean isOf(long element, ListTransaction transaction) {
    ListTransaction owner = owners.get(element);
    return owner != null && owner.number() == transaction.number();
  }

  private void checkRead(ListTransaction reader, Read read) {
    for (long element : read.elements()) {
      ListTransaction owner = owners.get(element);
      require(
          owner != null && owner.outcome() != ListOutcome.NOT_COMMITTED,
          Kind.G1A_ABORTED_READ,
          reader + " saw " + element + " of " + owner);
    }
    foreignPart(reader, read)
        .filter(last -> isFollowedByItsOwner(last, read))
        .ifPresent(
            last ->
                require(
                    false,
                    Kind.G1B_INTERMEDIATE_READ,
                    reader + " saw " + read + ", the last of it not the last of its writer"));
  }

  /**
   * The last element that the reader did not append itself.
   */
  private Optional<Long> foreignPart(ListTransaction reader, Read read) {
    int foreign = foreignSize(reader, read);
    return foreign == 0 ? Optional.empty() : Optional.of(read.elements().get(foreign - 1));
  }

  private int foreignSize(ListTransaction reader, Read read) {
    int size = read.elements().size();
    while (size > 0 && isOf(read.elements().get(size - 1), reader)) {
      size--;
    }
    return size;
  }

  private boolean isFollowedByItsOwner(long last, Read read) {
    ListTransaction owner = owners.get(last);
    if (owner == null) {
      return false;
    }
    List<Long> appended =
        owner.steps().stream()
            .filter(Append.class::isInstance)
            .map(Append.class::cast)
            .filter(append -> append.list().equals(read.list()))
            .map(Append::element)
            .toList();
    return appended.indexOf(last) < appended.size() - 1;
  }

  /**
   * A read that begins after an append was acknowledged must contain it.
   */
  private void checkLost() {
    Map<String, Long> lastRead = new HashMap<>();
    for (ListTransaction each : committed) {
      reads(each).forEach(read -> lastRead.merge(read.list(), each.begun(), Math::max));
    }
    for (ListTransaction each : committed) {
      for (ListStep step : each.steps()) {
        if (step instanceof Append append) {
          boolean isRead = each.ended() < lastRead.getOrDefault(append.list(), 0L);
          boolean isThere =
              orders.getOrDefault(append.list(), List.of()).contains(append.element());
          require(isThere || !isRead, Kind.LOST_APPEND, append + " of " + each);
        }
      }
    }
  }

  private void checkCycles() {
    orders.forEach(this::addWrites);
    for (ListTransaction each : committed) {
      if (each.outcome() == ListOutcome.COMMITTED) {
        reads(each).forEach(read -> addReads(each, read));
      }
    }
    dependencies.addRealTime(committed);
    EnumSet<Dependencies.Kind> kinds = EnumSet.noneOf(Dependencies.Kind.class);
    for (Dependencies.Kind kind : Dependencies.Kind.values()) {
      kinds.add(kind);
      Optional<List<Dependency>> cycle = dependencies.cycle(kinds);
      if (cycle.isPresent()) {
        require(false, closedBy(kind), cycle.get().toString());
        return;
      }
    }
  }

  /**
   * The anomaly of a cycle that needs an edge of this kind.
   */
  private static Kind closedBy(Dependencies.Kind kind) {
    return switch (kind) {
      case WRITE_WRITE -> Kind.G0_WRITE_CYCLE;
      case WRITE_READ -> Kind.G1C_CIRCULAR_FLOW;
      case READ_WRITE -> Kind.G2_ANTI_DEPENDENCY;
      case REAL_TIME -> Kind.REAL_TIME_CYCLE;
    };
  }

  private void addWrites(String list, List<Long> order) {
    for (int place = 1; place < order.size(); place++) {
      addEdge(order.get(place - 1), order.get(place));
    }
  }

  private void addEdge(long before, long after) {
    ListTransaction from = owners.get(before);
    ListTransaction to = owners.get(after);
    if (from != null && to != null) {
      dependencies.add(from.number(), to.number(), Dependencies.Kind.WRITE_WRITE);
    }
  }

  private void addReads(ListTransaction reader, Read read) {
    int seen = foreignSize(reader, read);
    List<Long> order = orders.getOrDefault(read.list(), List.of());
    ListTransaction writer = seen == 0 ? null : owners.get(order.get(seen - 1));
    if (writer != null) {
      dependencies.add(writer.number(), reader.number(), Dependencies.Kind.WRITE_READ);
    }
    ListTransaction next = seen == order.size() ? null : owners.get(order.get(seen));
    if (next != null) {
      dependencies.add(reader.number(), next.number(), Dependencies.Kind.READ_WRITE);
    }
  }

  private void require(boolean holds, Kind kind, String otherwise) {
    if (!holds) {
      anomalies.add(new ListAnomaly(kind, otherwise));
    }
  }
}
