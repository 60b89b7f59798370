package dev.tenure.record.metadata;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.tenure.record.error.StoredPlace;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The message types in stored protobuf files, by their full names. */
final class StoredFiles {
  private final StoredPlace place;
  private final Map<String, FileDescriptor> files = new LinkedHashMap<>();
  private final Map<String, Descriptor> messages = new LinkedHashMap<>();

  private StoredFiles(StoredPlace place) {
    this.place = place;
  }

  /** Decodes the files. A file must come after the files that it imports. */
  static StoredFiles read(List<ByteString> stored, StoredPlace place) {
    if (stored.size() > MetaDataCodec.FILES_MAX) {
      throw place.damaged(
          "has " + stored.size() + " files, the limit is " + MetaDataCodec.FILES_MAX);
    }
    StoredFiles all = new StoredFiles(place);
    stored.forEach(all::add);
    return all;
  }

  private void add(ByteString stored) {
    FileDescriptorProto proto = parse(stored);
    FileDescriptor file = build(proto);
    if (files.putIfAbsent(file.getName(), file) != null) {
      throw place.damaged("has the file " + file.getName() + " twice");
    }
    Deque<Descriptor> open = new ArrayDeque<>(file.getMessageTypes());
    while (!open.isEmpty()) {
      Descriptor message = open.pop();
      messages.put(message.getFullName(), message);
      open.addAll(message.getNestedTypes());
    }
  }

  private FileDescriptorProto parse(ByteString stored) {
    try {
      return FileDescriptorProto.parseFrom(stored);
    } catch (InvalidProtocolBufferException e) {
      throw place.damaged("has a file that is no FileDescriptorProto: " + e.getMessage(), e);
    }
  }

  private FileDescriptor build(FileDescriptorProto proto) {
    List<FileDescriptor> imported =
        proto.getDependencyList().stream().map(name -> imported(name, proto)).toList();
    try {
      return FileDescriptor.buildFrom(proto, imported.toArray(FileDescriptor[]::new));
    } catch (DescriptorValidationException | RuntimeException e) {
      throw place.damaged("has the file " + proto.getName() + ", which cannot be: " + e, e);
    }
  }

  private FileDescriptor imported(String name, FileDescriptorProto by) {
    FileDescriptor file = files.get(name);
    if (file == null) {
      throw place.damaged(
          "has the file " + by.getName() + " and not before it " + name + ", which it imports");
    }
    return file;
  }

  /** The message type with a full name. */
  Descriptor message(String fullName) {
    Descriptor message = messages.get(fullName);
    if (message == null) {
      throw place.damaged("has no message type " + fullName + " in its files " + files.keySet());
    }
    return message;
  }
}
