package dev.tenure.campaigns.globalindex;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * One operation of a client.
 *
 * @param pk the primary key; empty where the operation has none
 * @param aks the alternate keys: those of the new content, or the one that is looked up
 */
record Operation(Kind kind, String pk, List<String> aks) implements Comparable<Operation> {
  enum Kind {
    CREATE,
    UPDATE,
    REPAIR,
    DELETE,
    DELETE_BY_KEY,
    READ,
    READ_BY_KEY,
    CLEAN,
    /** A run of the library that moves a slot, in a mode in which one moves. */
    MOVE
  }

  static final List<String> PKS = List.of("1", "2");
  static final List<String> AKS = List.of("a", "b");

  /** All operations over two primary and two alternate keys; repairs where they differ. */
  static List<Operation> all(Mode mode) {
    List<Operation> all = new ArrayList<>();
    for (String pk : PKS) {
      for (List<String> aks : List.of(List.<String>of(), List.of("a"), List.of("b"), AKS)) {
        all.add(new Operation(Kind.CREATE, pk, aks));
        all.add(new Operation(Kind.UPDATE, pk, aks));
      }
      all.add(new Operation(Kind.DELETE, pk, List.of()));
      all.add(new Operation(Kind.READ, pk, List.of()));
      if (mode == Mode.WRITES_WHILE_DOWN) {
        all.add(new Operation(Kind.REPAIR, pk, List.of()));
      }
    }
    for (String ak : AKS) {
      all.add(new Operation(Kind.DELETE_BY_KEY, "", List.of(ak)));
      all.add(new Operation(Kind.READ_BY_KEY, "", List.of(ak)));
      all.add(new Operation(Kind.CLEAN, "", List.of(ak)));
    }
    return all;
  }

  static Operation move() {
    return new Operation(Kind.MOVE, "", List.of());
  }

  String ak() {
    return aks.get(0);
  }

  /** Whether it writes nothing, and so disturbs nobody. */
  boolean isRead() {
    return kind == Kind.READ || kind == Kind.READ_BY_KEY;
  }

  boolean findsByKey() {
    return kind == Kind.READ_BY_KEY || kind == Kind.DELETE_BY_KEY;
  }

  Operation renamed(Renaming renaming) {
    TreeSet<String> renamed = new TreeSet<>();
    aks.forEach(ak -> renamed.add(renaming.ak(ak)));
    return new Operation(kind, renaming.pk(pk), List.copyOf(renamed));
  }

  @Override
  public int compareTo(Operation other) {
    return toString().compareTo(other.toString());
  }

  @Override
  public String toString() {
    return kind
        + "("
        + pk
        + (pk.isEmpty() || aks.isEmpty() ? "" : ",")
        + String.join("+", aks)
        + ")";
  }
}
