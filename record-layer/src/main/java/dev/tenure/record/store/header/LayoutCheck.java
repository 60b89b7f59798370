package dev.tenure.record.store.header;

import dev.tenure.record.definition.FormerIndex;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.proto.StoreLayout;
import dev.tenure.record.proto.StoredDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Compares metadata with the types and indexes in a store's header. A definition that both have
 * must have the same content and key, unless the metadata names the version in which it was
 * changed.
 */
public final class LayoutCheck {
  private final String store;
  private final int storedVersion;
  private final StoreLayout stored;
  private final RecordMetaData metaData;
  private final StoreLayout current;

  /**
   * Throws METADATA_CHANGED when a stored definition differs from the metadata.
   *
   * @param storedVersion the version of the metadata with which the store was last opened
   */
  public LayoutCheck(String store, int storedVersion, StoreLayout stored, StoreMetaData metaData) {
    this.store = store;
    this.storedVersion = storedVersion;
    this.metaData = metaData.metaData();
    this.current = metaData.layout().definitions();
    this.stored = withoutFormer(stored);
    requireSame("record type", current.getRecordTypesList(), this.stored.getRecordTypesList());
    requireSame("index", current.getIndexesList(), this.stored.getIndexesList());
  }

  private StoreLayout withoutFormer(StoreLayout layout) {
    List<StoredDefinition> kept =
        layout.getIndexesList().stream().filter(index -> formerOf(index).isEmpty()).toList();
    return layout.toBuilder().clearIndexes().addAllIndexes(kept).build();
  }

  private Optional<FormerIndex> formerOf(StoredDefinition index) {
    return metaData.formerIndexes().stream()
        .filter(former -> former.subspaceKey() == index.getKey())
        .findFirst();
  }

  private void requireSame(
      String kind, List<StoredDefinition> now, List<StoredDefinition> storedOnes) {
    for (StoredDefinition definition : now) {
      for (StoredDefinition old : storedOnes) {
        boolean sameName = definition.getName().equals(old.getName());
        boolean sameKey = definition.getKey() == old.getKey();
        if (sameName && !(sameKey && (isSame(definition, old) || isModified(kind, definition)))) {
          throw changed(kind, definition, old);
        }
        if (!sameName && sameKey) {
          throw changed(
              kind
                  + " "
                  + definition.getName()
                  + " has key "
                  + definition.getKey()
                  + ", which is "
                  + old.getName()
                  + "'s");
        }
      }
    }
  }

  /** Rules that an index was built under are no part of its definition. */
  private static boolean isSame(StoredDefinition one, StoredDefinition other) {
    return one.getFingerprint() == other.getFingerprint();
  }

  /**
   * The names of indexes that the store has built under other rules of functions, such as
   * collations, than those of this process.
   */
  public List<String> indexesOfOtherRules() {
    return current.getIndexesList().stream()
        .filter(
            index ->
                find(stored.getIndexesList(), index.getName())
                    .filter(old -> !MetaDataLayout.haveSameRules(index, old))
                    .isPresent())
        .map(StoredDefinition::getName)
        .toList();
  }

  private boolean isModified(String kind, StoredDefinition definition) {
    return kind.equals("index")
        && metaData.index(definition.getName()).adjustedVersion() > storedVersion;
  }

  /** The stored layout without former indexes. */
  public StoreLayout stored() {
    return stored;
  }

  /** The indexes that the store does not have yet, or has with another definition. */
  public List<Index> changedIndexes() {
    return metaData.indexes().stream()
        .filter(
            index ->
                index.lastModifiedVersion() > storedVersion
                    || find(stored.getIndexesList(), index.name()).isEmpty())
        .toList();
  }

  /** The subspace keys of indexes that earlier metadata had, and that the store may still have. */
  public List<Integer> formerIndexKeys() {
    return metaData.formerIndexes().stream()
        .filter(former -> former.removedVersion() > storedVersion)
        .map(FormerIndex::subspaceKey)
        .toList();
  }

  /**
   * The subspace keys of all indexes that the store has and the metadata does not have. The store
   * no longer maintains them, so that their entries would be wrong if later metadata had the
   * indexes again.
   */
  public List<Integer> droppedIndexKeys() {
    return stored.getIndexesList().stream()
        .filter(index -> !metaData.hasIndex(index.getName()))
        .map(StoredDefinition::getKey)
        .toList();
  }

  /**
   * Throws METADATA_CHANGED when there are new types or indexes although the version was not
   * raised.
   */
  public void requireNothingAdded() {
    List<String> names = new ArrayList<>();
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

  private RecordLayerException changed(String kind, StoredDefinition now, StoredDefinition old) {
    return changed(
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

  private RecordLayerException changed(String what) {
    return new RecordLayerException(
        RecordLayerException.Code.METADATA_CHANGED, what + " (store " + store + ")");
  }
}
