package dev.tenure.record.metadata;

import com.google.protobuf.Descriptors.Descriptor;
import dev.tenure.record.definition.FormerIndex;
import dev.tenure.record.definition.Index;
import dev.tenure.record.definition.RecordLayout;
import dev.tenure.record.definition.RecordType;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.StoredPlace;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.KeyExpressionCodec;
import dev.tenure.record.key.KeyFunctions;
import dev.tenure.record.proto.StoredFormerIndex;
import dev.tenure.record.proto.StoredIndex;
import dev.tenure.record.proto.StoredIndexOption;
import dev.tenure.record.proto.StoredKeyExpression;
import dev.tenure.record.proto.StoredMetaData;
import dev.tenure.record.proto.StoredRecordType;
import dev.tenure.record.query.PredicateCodec;

/** Reads metadata from a message, which may have any content. */
record StoredMetaDataReader(StoredPlace place, KeyFunctions functions, IndexTypes indexTypes) {

  RecordMetaData read(StoredMetaData stored) {
    place.requireKnown(stored);
    StoredFiles files = StoredFiles.read(stored.getFilesList(), place);
    try {
      RecordMetaData.Builder builder =
          RecordMetaData.builder()
              .functions(functions)
              .indexTypes(indexTypes)
              .version(stored.getVersion());
      stored.getRecordTypesList().forEach(type -> add(type, files, builder));
      stored.getIndexesList().forEach(index -> add(index, builder));
      stored.getFormerIndexesList().forEach(former -> add(former, builder));
      return builder.build();
    } catch (RecordLayerException e) {
      throw e;
    } catch (RuntimeException e) {
      throw place.damaged("cannot be: " + e.getMessage(), e);
    }
  }

  private void add(StoredRecordType stored, StoredFiles files, RecordMetaData.Builder builder) {
    place.requireKnown(stored);
    Descriptor message = files.message(stored.getMessage());
    requireWritten(stored.getTypeKey(), "type key of record type " + stored.getMessage());
    requireWritten(stored.getSinceVersion(), "since-version of " + stored.getMessage());
    builder.recordType(message, type -> define(stored, type));
  }

  private void define(StoredRecordType stored, RecordType.Builder type) {
    type.primaryKey(key(stored.hasPrimaryKey(), stored.getPrimaryKey()))
        .layout(layout(stored))
        .typeKey(stored.getTypeKey())
        .recordBytesMax(stored.getRecordBytesMax())
        .sinceVersion(stored.getSinceVersion());
    if (stored.getVersioned()) {
      type.versioned();
    }
    if (stored.getTimestamped()) {
      type.timestamped();
    }
    if (stored.getInSharedExtent()) {
      type.inSharedExtent();
    }
  }

  private RecordLayout layout(StoredRecordType stored) {
    return switch (stored.getLayout()) {
      case SINGLE_KEY -> RecordLayout.SINGLE_KEY;
      case SPLIT -> RecordLayout.SPLIT;
      case LAYOUT_UNKNOWN -> throw place.damaged(stored.getMessage() + " has no layout");
      case UNRECOGNIZED -> throw place.unknown(stored.getMessage() + " has an unknown layout");
    };
  }

  private void add(StoredIndex stored, RecordMetaData.Builder builder) {
    place.requireKnown(stored);
    if (!indexTypes.isKnown(stored.getType())) {
      throw place.unknown(
          "has the index " + stored.getName() + " of the unknown type " + stored.getType());
    }
    Index index =
        Index.of(stored.getName(), stored.getType(), key(stored.hasRoot(), stored.getRoot()))
            .replacedBy(stored.getReplacedByList().toArray(String[]::new))
            .subspaceKey(stored.getSubspaceKey())
            .addedVersion(stored.getAddedVersion())
            .lastModifiedVersion(stored.getLastModifiedVersion())
            .adjustedVersion(stored.getAdjustedVersion());
    if (stored.hasPredicate()) {
      index = index.where(PredicateCodec.fromMessage(stored.getPredicate(), place.where()));
    }
    for (StoredIndexOption option : stored.getOptionsList()) {
      place.requireKnown(option);
      if (index.options().containsKey(option.getName())) {
        throw place.damaged(
            "has the option " + option.getName() + " of index " + index.name() + " twice");
      }
      index = index.option(option.getName(), option.getValue());
    }
    if (stored.getRecordTypesList().isEmpty()) {
      builder.universalIndex(index);
    } else {
      builder.index(stored.getRecordTypesList(), index);
    }
  }

  private void add(StoredFormerIndex stored, RecordMetaData.Builder builder) {
    place.requireKnown(stored);
    builder.formerIndex(
        new FormerIndex(
            stored.getName(),
            stored.getSubspaceKey(),
            stored.getAddedVersion(),
            stored.getRemovedVersion()));
  }

  private KeyExpression key(boolean isSet, StoredKeyExpression stored) {
    if (!isSet) {
      throw place.damaged("lacks a key expression");
    }
    return KeyExpressionCodec.fromMessage(stored, place.where());
  }

  private void requireWritten(int number, String what) {
    if (number < 1) {
      throw place.damaged("has " + number + " as " + what + ", the least is 1");
    }
  }
}
