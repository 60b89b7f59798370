package dev.tenure.record.definition;

import com.google.protobuf.Message;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The definitions of one version of metadata. Immutable.
 *
 * @param version raised with every change of the definitions
 * @param recordTypes by name, in the order in which they were added
 * @param indexes by name, in the order in which they were added
 * @param formerIndexes in the order of their removal
 */
public record Definitions(
    int version,
    Map<String, RecordType> recordTypes,
    Map<String, Index> indexes,
    List<FormerIndex> formerIndexes) {

  public Definitions {
    recordTypes = Collections.unmodifiableMap(new LinkedHashMap<>(recordTypes));
    indexes = Collections.unmodifiableMap(new LinkedHashMap<>(indexes));
    formerIndexes = List.copyOf(formerIndexes);
  }

  /**
   * These definitions with the prototypes in place of their own, where a prototype has all fields
   * of the message type.
   */
  public Definitions withLocalTypes(List<Message> prototypes) {
    Map<String, RecordType> local = new LinkedHashMap<>(recordTypes);
    for (Message prototype : prototypes) {
      Message empty = prototype.getDefaultInstanceForType();
      local.computeIfPresent(
          empty.getDescriptorForType().getName(), (name, type) -> type.withLocal(empty));
    }
    return new Definitions(version, local, indexes, formerIndexes);
  }

  /**
   * The definition with a name.
   *
   * @param kind "record type" or "index", for the error
   * @throws IllegalArgumentException when there is none
   */
  public static <T> T require(String kind, Map<String, T> all, String name) {
    T found = all.get(name);
    if (found == null) {
      throw new IllegalArgumentException(
          "no " + kind + " " + name + ", the metadata has " + all.keySet());
    }
    return found;
  }
}
