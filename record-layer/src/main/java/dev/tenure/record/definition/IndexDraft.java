package dev.tenure.record.definition;

import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.query.QueryPredicate;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The parts of an {@link Index} that is being made from another one. */
final class IndexDraft {
  final String name;
  final String type;
  KeyExpression root;
  @Nullable QueryPredicate predicate;
  SortedMap<String, String> options = new TreeMap<>();
  List<String> recordTypes = List.of();
  List<String> replacedBy = List.of();
  IndexNumbers numbers = IndexNumbers.UNSET;

  IndexDraft(String name, String type, KeyExpression root) {
    this.name = name;
    this.type = type;
    this.root = root;
  }

  static IndexDraft of(Index index) {
    IndexDraft draft = new IndexDraft(index.name(), index.type(), index.root());
    draft.predicate = index.predicate().orElse(null);
    draft.options = new TreeMap<>(index.options());
    draft.recordTypes = index.recordTypes();
    draft.replacedBy = index.replacedBy();
    draft.numbers = index.numbers();
    return draft;
  }
}
