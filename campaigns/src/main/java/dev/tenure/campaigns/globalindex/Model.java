package dev.tenure.campaigns.globalindex;

import dev.tenure.record.global.DataRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The sequential meaning of the operations: records by primary key, each alternate key with at most
 * one owner. Immutable.
 */
record Model(SortedMap<String, Row> rows) {

  /** A record as applications see it. */
  record Row(String pk, List<String> aks, String value) {}

  static Model of(Collection<DataRecord> live) {
    SortedMap<String, Row> rows = new TreeMap<>();
    live.forEach(each -> rows.put(each.key().value(), OperationResult.row(each)));
    return new Model(rows);
  }

  /**
   * The models that an operation may leave which ended so; none when it cannot end so here. Where
   * several reasons forbid an operation, it may report any of them.
   *
   * @param value what the operation writes
   * @param loose keys that may have several owners, since they were written while their index shard
   *     was down; a write may be refused for them or not, and a read by them may miss an owner
   */
  List<Model> after(Operation operation, String value, OperationResult result, Set<String> loose) {
    return switch (result.kind()) {
      case CONFLICT, DOWN -> List.of(this);
      case UNKNOWN -> {
        List<Model> possible = new ArrayList<>(List.of(this));
        possible.addAll(
            ended(operation, value, OperationResult.of(OperationResult.Kind.DONE), loose));
        yield possible;
      }
      case VIOLATED -> isLoose(operation, loose) ? List.of(this) : List.of();
      case DONE, ABSENT, EXISTS, TAKEN, UNEXPECTED -> ended(operation, value, result, loose);
    };
  }

  private List<Model> ended(
      Operation operation, String value, OperationResult result, Set<String> loose) {
    boolean exists = rows.containsKey(operation.pk());
    return switch (operation.kind()) {
      case CREATE -> written(operation, value, result, !exists, loose);
      case UPDATE -> written(operation, value, result, exists, loose);
      case REPAIR -> repaired(operation, result, loose);
      case DELETE, DELETE_BY_KEY -> deleted(operation, result, loose);
      case READ, READ_BY_KEY -> read(operation, result, loose);
      case CLEAN, MOVE -> List.of(this);
    };
  }

  private List<Model> written(
      Operation operation,
      String value,
      OperationResult result,
      boolean isPossible,
      Set<String> loose) {
    boolean isTaken =
        operation.aks().stream()
            .filter(ak -> !loose.contains(ak))
            .flatMap(ak -> owners(ak).stream())
            .anyMatch(row -> !row.pk().equals(operation.pk()));
    return switch (result.kind()) {
      case DONE ->
          isPossible && !isTaken
              ? List.of(with(new Row(operation.pk(), operation.aks(), value)))
              : List.of();
      case EXISTS, ABSENT -> unchangedIf(!isPossible);
      case TAKEN -> unchangedIf(isTaken || operation.aks().stream().anyMatch(loose::contains));
      case CONFLICT, DOWN, UNKNOWN, VIOLATED, UNEXPECTED -> List.of();
    };
  }

  private List<Model> repaired(Operation operation, OperationResult result, Set<String> loose) {
    Optional<Row> row = Optional.ofNullable(rows.get(operation.pk()));
    return switch (result.kind()) {
      case DONE -> unchangedIf(row.isPresent());
      case ABSENT -> unchangedIf(row.isEmpty());
      case TAKEN ->
          unchangedIf(row.isPresent() && row.get().aks().stream().anyMatch(loose::contains));
      case EXISTS, CONFLICT, DOWN, UNKNOWN, VIOLATED, UNEXPECTED -> List.of();
    };
  }

  private List<Model> deleted(Operation operation, OperationResult result, Set<String> loose) {
    List<Row> targets = targets(operation);
    return switch (result.kind()) {
      case DONE -> targets.stream().map(each -> without(each.pk())).toList();
      case ABSENT -> unchangedIf(targets.isEmpty() || isLoose(operation, loose));
      case EXISTS, TAKEN, CONFLICT, DOWN, UNKNOWN, VIOLATED, UNEXPECTED -> List.of();
    };
  }

  private List<Model> read(Operation operation, OperationResult result, Set<String> loose) {
    boolean isKnown =
        result.kind() == OperationResult.Kind.DONE || result.kind() == OperationResult.Kind.ABSENT;
    List<Row> found = result.found().stream().toList();
    List<Row> targets = targets(operation);
    return unchangedIf(
        isKnown
            && (isLoose(operation, loose) ? targets.containsAll(found) : targets.equals(found)));
  }

  private List<Model> unchangedIf(boolean isSo) {
    return isSo ? List.of(this) : List.of();
  }

  private static boolean isLoose(Operation operation, Set<String> loose) {
    return operation.pk().isEmpty() && loose.contains(operation.ak());
  }

  /** The records that a read or a delete may mean. */
  private List<Row> targets(Operation operation) {
    return operation.pk().isEmpty()
        ? owners(operation.ak())
        : Optional.ofNullable(rows.get(operation.pk())).stream().toList();
  }

  /** More than one only where keys were written while their index shard was down. */
  List<Row> owners(String ak) {
    return rows.values().stream().filter(row -> row.aks().contains(ak)).toList();
  }

  private Model with(Row row) {
    SortedMap<String, Row> after = new TreeMap<>(rows);
    after.put(row.pk(), row);
    return new Model(after);
  }

  private Model without(String pk) {
    SortedMap<String, Row> after = new TreeMap<>(rows);
    after.remove(pk);
    return new Model(after);
  }
}
