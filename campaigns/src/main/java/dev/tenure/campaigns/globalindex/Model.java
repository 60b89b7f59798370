package dev.tenure.campaigns.globalindex;

import dev.tenure.record.global.DataRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    live.forEach(each -> rows.put(each.key().value(), Result.row(each)));
    return new Model(rows);
  }

  /**
   * The model after an operation that ended so; empty when it cannot end so here. Where several
   * reasons forbid an operation, it may report any of them.
   *
   * @param value what the operation writes
   */
  Optional<Model> after(Operation operation, String value, Result result) {
    if (result.kind() == Result.Kind.CONFLICT || result.kind() == Result.Kind.DOWN) {
      return Optional.of(this);
    }
    String pk = operation.pk();
    return switch (operation.kind()) {
      case CREATE -> written(operation, value, result, !rows.containsKey(pk));
      case UPDATE -> written(operation, value, result, rows.containsKey(pk));
      case DELETE -> deleted(Optional.ofNullable(rows.get(pk)), result);
      case DELETE_BY_KEY -> deleted(owner(operation.ak()), result);
      case READ -> read(Optional.ofNullable(rows.get(pk)), result);
      case READ_BY_KEY -> read(owner(operation.ak()), result);
      case CLEAN -> Optional.of(this);
    };
  }

  private Optional<Model> written(
      Operation operation, String value, Result result, boolean isPossible) {
    boolean isTaken =
        operation.aks().stream()
            .anyMatch(ak -> owner(ak).filter(row -> !row.pk().equals(operation.pk())).isPresent());
    return switch (result.kind()) {
      case DONE ->
          isPossible && !isTaken
              ? Optional.of(with(new Row(operation.pk(), operation.aks(), value)))
              : Optional.empty();
      case EXISTS, ABSENT -> isPossible ? Optional.empty() : Optional.of(this);
      case TAKEN -> isTaken ? Optional.of(this) : Optional.empty();
      case CONFLICT, DOWN, UNKNOWN, UNEXPECTED -> Optional.empty();
    };
  }

  private Optional<Model> deleted(Optional<Row> row, Result result) {
    return switch (result.kind()) {
      case DONE -> row.map(each -> without(each.pk()));
      case ABSENT -> row.isEmpty() ? Optional.of(this) : Optional.empty();
      case EXISTS, TAKEN, CONFLICT, DOWN, UNKNOWN, UNEXPECTED -> Optional.empty();
    };
  }

  private Optional<Model> read(Optional<Row> row, Result result) {
    boolean isKnown = result.kind() == Result.Kind.DONE || result.kind() == Result.Kind.ABSENT;
    return isKnown && row.equals(result.found()) ? Optional.of(this) : Optional.empty();
  }

  Optional<Row> owner(String ak) {
    return rows.values().stream().filter(row -> row.aks().contains(ak)).findFirst();
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

  /** A model that an operation may have left when nobody knows how it ended. */
  List<Model> afterUnknown(Operation operation, String value) {
    List<Model> possible = new ArrayList<>(List.of(this));
    after(operation, value, Result.of(Result.Kind.DONE)).ifPresent(possible::add);
    return possible;
  }

  Map<String, Row> asMap() {
    return rows;
  }
}
