package dev.tenure.record.metadata;

import dev.tenure.record.key.KeyExpression;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The parts of an {@link Index} while one is being made from another. */
final class IndexDraft {
  final String name;
  final String type;
  KeyExpression root;
  SortedMap<String, String> options = new TreeMap<>();
  List<String> recordTypes = List.of();
  List<String> replacedBy = List.of();
  int subspaceKey;
  int addedVersion = 1;
  int lastModifiedVersion = 1;

  IndexDraft(String name, String type, KeyExpression root) {
    this.name = name;
    this.type = type;
    this.root = root;
  }

  static IndexDraft of(Index index) {
    IndexDraft draft = new IndexDraft(index.name(), index.type(), index.root());
    draft.options = new TreeMap<>(index.options());
    draft.recordTypes = index.recordTypes();
    draft.replacedBy = index.replacedBy();
    draft.subspaceKey = index.subspaceKey();
    draft.addedVersion = index.addedVersion();
    draft.lastModifiedVersion = index.lastModifiedVersion();
    return draft;
  }
}
