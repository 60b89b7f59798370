package dev.tenure.record.global;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The secondary keys of a type of record. A key of any other name is refused. */
public final class KeyDefinitions {
  private final Map<String, KeyDefinition> byName = new TreeMap<>();

  /**
   * @throws IllegalArgumentException when two definitions have one name
   */
  public KeyDefinitions(Collection<KeyDefinition> definitions) {
    for (KeyDefinition each : definitions) {
      if (byName.put(each.name(), each) != null) {
        throw new IllegalArgumentException("two definitions of the secondary key " + each.name());
      }
    }
  }

  public static KeyDefinitions of(KeyDefinition... definitions) {
    return new KeyDefinitions(List.of(definitions));
  }

  public Optional<KeyDefinition> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** All definitions, in the order of their names. */
  public List<KeyDefinition> all() {
    return List.copyOf(byName.values());
  }

  /** These definitions with one more. It replaces an earlier definition of the same name. */
  public KeyDefinitions with(KeyDefinition definition) {
    Map<String, KeyDefinition> changed = new TreeMap<>(byName);
    changed.put(definition.name(), definition);
    return new KeyDefinitions(changed.values());
  }

  public KeyDefinitions without(String name) {
    return new KeyDefinitions(
        byName.values().stream().filter(each -> !each.name().equals(name)).toList());
  }

  /** Whether at most one record may own the key. */
  public boolean isUnique(SecondaryKey key) {
    return require(key).unique();
  }

  /**
   * @throws IllegalArgumentException when the key's name is not defined
   */
  public KeyDefinition require(SecondaryKey key) {
    return find(key.name())
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no secondary key "
                        + key.name()
                        + "; defined are "
                        + byName.keySet()));
  }

  /** The key of the index record by which a record is found. */
  public IndexKey indexKey(SecondaryKey key, PrimaryKey owner) {
    return isUnique(key) ? IndexKey.alternate(key) : IndexKey.shared(key, owner);
  }
}
