package dev.tenure.record.store.header;

import com.google.protobuf.ByteString;
import dev.tenure.record.definition.RecordType;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.proto.StoreLayout;
import dev.tenure.record.proto.StoredDefinition;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * The keys and fingerprints of all types and indexes. Store headers keep them, so that metadata
 * which does not match the stored data is noticed.
 */
public record MetaDataLayout(StoreLayout definitions, ByteString bytes) {

  static MetaDataLayout of(RecordMetaData metaData) {
    return of(
        metaData.recordTypes().stream().map(MetaDataLayout::definition),
        metaData.bound().indexes().stream().map(MetaDataLayout::definition));
  }

  private static MetaDataLayout of(
      Stream<StoredDefinition> types, Stream<StoredDefinition> indexes) {
    Comparator<StoredDefinition> byKey = Comparator.comparingInt(StoredDefinition::getKey);
    StoreLayout layout =
        StoreLayout.newBuilder()
            .addAllRecordTypes(types.sorted(byKey).toList())
            .addAllIndexes(indexes.sorted(byKey).toList())
            .build();
    return new MetaDataLayout(layout, layout.toByteString());
  }

  /** These definitions, together with the stored ones whose names are not among them. */
  public MetaDataLayout mergedInto(StoreLayout stored) {
    return of(
        merged(definitions.getRecordTypesList(), stored.getRecordTypesList()),
        merged(definitions.getIndexesList(), stored.getIndexesList()));
  }

  private static Stream<StoredDefinition> merged(
      List<StoredDefinition> current, List<StoredDefinition> stored) {
    Stream<StoredDefinition> former =
        stored.stream()
            .filter(old -> current.stream().noneMatch(def -> def.getName().equals(old.getName())));
    return Stream.concat(current.stream(), former);
  }

  private static StoredDefinition definition(RecordType type) {
    return definition(type.typeKey(), type.name(), type.toString());
  }

  private static StoredDefinition definition(BoundIndex index) {
    StoredDefinition plain =
        definition(index.subspaceKey(), index.name(), index.index().toString());
    OptionalInt rules = index.rulesFingerprint();
    return rules.isEmpty() ? plain : plain.toBuilder().setRules(rules.getAsInt()).build();
  }

  /** Whether both were built under the same rules of functions, such as collations. */
  static boolean haveSameRules(StoredDefinition one, StoredDefinition other) {
    return one.hasRules() == other.hasRules() && one.getRules() == other.getRules();
  }

  /**
   * The stored layout with the rules of these definitions for one index; empty when it has them
   * already.
   *
   * @param key the subspace key of the index
   */
  public Optional<ByteString> withRules(StoreLayout stored, int key) {
    for (StoredDefinition current : definitions.getIndexesList()) {
      for (int i = 0; current.getKey() == key && i < stored.getIndexesCount(); i++) {
        StoredDefinition old = stored.getIndexes(i);
        if (old.getKey() == key && !haveSameRules(old, current)) {
          return Optional.of(stored.toBuilder().setIndexes(i, current).build().toByteString());
        }
      }
    }
    return Optional.empty();
  }

  private static StoredDefinition definition(int key, String name, String text) {
    CRC32C crc = new CRC32C();
    crc.update(text.getBytes(StandardCharsets.UTF_8));
    return StoredDefinition.newBuilder()
        .setKey(key)
        .setName(name)
        .setFingerprint((int) crc.getValue())
        .build();
  }
}
