package dev.tenure.record.store.header;

import com.google.protobuf.ByteString;
import dev.tenure.record.definition.Index;
import dev.tenure.record.definition.RecordType;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.proto.StoreLayout;
import dev.tenure.record.proto.StoredDefinition;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * The keys and fingerprints of all types and indexes, as store headers keep them to notice metadata
 * that no longer fits what is stored.
 */
public record MetaDataLayout(StoreLayout definitions, ByteString bytes) {

  static MetaDataLayout of(RecordMetaData metaData) {
    return of(
        metaData.recordTypes().stream().map(MetaDataLayout::definition),
        metaData.indexes().stream().map(MetaDataLayout::definition));
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

  /** These definitions and those stored ones whose names are not here any more. */
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

  private static StoredDefinition definition(Index index) {
    return definition(index.subspaceKey(), index.name(), index.toString());
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
