package dev.tenure.record;

import dev.tenure.record.proto.StoreLayout;
import dev.tenure.record.proto.StoredDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Compares metadata with what a store's header says of the types and indexes stored: what both have
 * must be the same, under the same keys.
 */
final class LayoutCheck {
  private final String store;
  private final StoreLayout stored;
  private final RecordMetaData metaData;

  /** Throws METADATA_CHANGED when a stored definition is not as the metadata says. */
  LayoutCheck(String store, StoreLayout stored, RecordMetaData metaData) {
    this.store = store;
    this.stored = stored;
    this.metaData = metaData;
    StoreLayout current = metaData.layout().definitions();
    requireSame("record type", current.getRecordTypesList(), stored.getRecordTypesList());
    requireSame("index", current.getIndexesList(), stored.getIndexesList());
  }

  private void requireSame(
      String kind, List<StoredDefinition> current, List<StoredDefinition> storedOnes) {
    for (StoredDefinition now : current) {
      for (StoredDefinition old : storedOnes) {
        boolean sameName = now.getName().equals(old.getName());
        if (sameName && !now.equals(old)) {
          throw changed(
              String.format(
                  "%s %s is stored under key %d with definition %08x, the metadata has key %d with"
                      + " definition %08x",
                  kind,
                  old.getName(),
                  old.getKey(),
                  old.getFingerprint(),
                  now.getKey(),
                  now.getFingerprint()));
        }
        if (!sameName && now.getKey() == old.getKey()) {
          throw changed(
              kind
                  + " "
                  + now.getName()
                  + " has key "
                  + now.getKey()
                  + ", which is "
                  + old.getName()
                  + "'s");
        }
      }
    }
  }

  /** The indexes that the store does not have yet. */
  List<CompiledIndex> addedIndexes() {
    return added(metaData.layout().definitions().getIndexesList(), stored.getIndexesList()).stream()
        .map(metaData::compiledIndex)
        .toList();
  }

  /** Throws METADATA_CHANGED when there are new types or indexes: the version was not raised. */
  void requireNothingAdded() {
    List<String> names = new ArrayList<>();
    StoreLayout current = metaData.layout().definitions();
    names.addAll(added(current.getRecordTypesList(), stored.getRecordTypesList()));
    names.addAll(added(current.getIndexesList(), stored.getIndexesList()));
    if (!names.isEmpty()) {
      throw changed(
          names
              + " were added without raising the metadata version, which is "
              + metaData.version()
              + " as in the store");
    }
  }

  private static List<String> added(
      List<StoredDefinition> current, List<StoredDefinition> storedOnes) {
    return current.stream()
        .map(StoredDefinition::getName)
        .filter(name -> find(storedOnes, name).isEmpty())
        .toList();
  }

  private static Optional<StoredDefinition> find(List<StoredDefinition> all, String name) {
    return all.stream().filter(definition -> definition.getName().equals(name)).findFirst();
  }

  private RecordLayerException changed(String what) {
    return new RecordLayerException(
        RecordLayerException.Code.METADATA_CHANGED, what + " (store " + store + ")");
  }
}
