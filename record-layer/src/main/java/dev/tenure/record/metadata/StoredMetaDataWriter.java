package dev.tenure.record.metadata;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.FileDescriptor;
import dev.tenure.record.definition.FormerIndex;
import dev.tenure.record.definition.Index;
import dev.tenure.record.definition.RecordType;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.key.KeyExpressionCodec;
import dev.tenure.record.proto.StoredFormerIndex;
import dev.tenure.record.proto.StoredIndex;
import dev.tenure.record.proto.StoredIndexOption;
import dev.tenure.record.proto.StoredMetaData;
import dev.tenure.record.proto.StoredRecordType;
import dev.tenure.record.query.PredicateCodec;
import dev.tenure.record.serialize.MessageNesting;
import dev.tenure.record.serialize.MessageStrings;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes the message of metadata. */
final class StoredMetaDataWriter {
  private StoredMetaDataWriter() {}

  static StoredMetaData write(RecordMetaData metaData) {
    return StoredMetaData.newBuilder()
        .setVersion(metaData.version())
        .addAllFiles(files(metaData.recordTypes()))
        .addAllRecordTypes(metaData.recordTypes().stream().map(StoredMetaDataWriter::type).toList())
        .addAllIndexes(metaData.indexes().stream().map(StoredMetaDataWriter::index).toList())
        .addAllFormerIndexes(
            metaData.formerIndexes().stream().map(StoredMetaDataWriter::former).toList())
        .build();
  }

  /** The files of the types, each behind the files that it imports. */
  private static List<ByteString> files(List<RecordType> types) {
    Map<String, FileDescriptor> files = new LinkedHashMap<>();
    types.forEach(type -> addFile(type.descriptor().getFile(), files));
    if (files.size() > MetaDataCodec.FILES_MAX) {
      throw new IllegalArgumentException(
          "message types come from "
              + files.size()
              + " files, with all that these import; the limit is "
              + MetaDataCodec.FILES_MAX);
    }
    return files.values().stream().map(StoredMetaDataWriter::bytes).toList();
  }

  /** Files may import one another in a chain of any length, so that this must not recurse. */
  private static void addFile(FileDescriptor file, Map<String, FileDescriptor> files) {
    Deque<FileDescriptor> open = new ArrayDeque<>(List.of(file));
    Set<String> entered = new HashSet<>();
    while (!open.isEmpty()) {
      FileDescriptor next = open.peek();
      FileDescriptor known = files.get(next.getName());
      if (known != null) {
        requireSame(known, next);
        open.pop();
      } else if (entered.add(next.getName())) {
        List<FileDescriptor> imported = next.getDependencies();
        for (int i = imported.size() - 1; i >= 0; i--) {
          open.push(imported.get(i));
        }
      } else {
        files.put(next.getName(), next);
        open.pop();
      }
    }
  }

  private static void requireSame(FileDescriptor known, FileDescriptor other) {
    if (known != other && !bytes(known).equals(bytes(other))) {
      throw new IllegalArgumentException(
          "record types come from two versions of "
              + other.getName()
              + ", of "
              + bytes(known).size()
              + " and of "
              + bytes(other).size()
              + " bytes: give all messages of the file together");
    }
  }

  /** Refuses what would not be read again: message types may be declared inside one another. */
  private static ByteString bytes(FileDescriptor file) {
    FileDescriptorProto proto = file.toProto();
    try {
      var unused = MessageNesting.require(proto);
    } catch (RecordLayerException e) {
      throw new IllegalArgumentException("file " + file.getName() + ": " + e.getMessage(), e);
    }
    MessageStrings.require(proto);
    return proto.toByteString();
  }

  private static StoredRecordType type(RecordType type) {
    return StoredRecordType.newBuilder()
        .setMessage(type.descriptor().getFullName())
        .setPrimaryKey(KeyExpressionCodec.toMessage(type.primaryKey()))
        .setLayout(
            switch (type.layout()) {
              case SINGLE_KEY -> StoredRecordType.Layout.SINGLE_KEY;
              case SPLIT -> StoredRecordType.Layout.SPLIT;
            })
        .setTypeKey(type.typeKey())
        .setRecordBytesMax(type.recordBytesMax())
        .setSinceVersion(type.sinceVersion())
        .setVersioned(type.isVersioned())
        .setTimestamped(type.isTimestamped())
        .setInSharedExtent(type.isInSharedExtent())
        .build();
  }

  private static StoredIndex index(Index index) {
    StoredIndex.Builder stored =
        StoredIndex.newBuilder()
            .setName(index.name())
            .setType(index.type())
            .addAllRecordTypes(index.recordTypes())
            .setRoot(KeyExpressionCodec.toMessage(index.root()))
            .addAllReplacedBy(index.replacedBy())
            .setSubspaceKey(index.subspaceKey())
            .setAddedVersion(index.addedVersion())
            .setLastModifiedVersion(index.lastModifiedVersion())
            .setAdjustedVersion(index.adjustedVersion());
    index.predicate().ifPresent(where -> stored.setPredicate(PredicateCodec.toMessage(where)));
    index
        .options()
        .forEach(
            (name, value) ->
                stored.addOptions(StoredIndexOption.newBuilder().setName(name).setValue(value)));
    return stored.build();
  }

  private static StoredFormerIndex former(FormerIndex former) {
    return StoredFormerIndex.newBuilder()
        .setName(former.name())
        .setSubspaceKey(former.subspaceKey())
        .setAddedVersion(former.addedVersion())
        .setRemovedVersion(former.removedVersion())
        .build();
  }
}
