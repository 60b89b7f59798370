package dev.tenure.queue.directory;

import dev.tenure.queue.QueueLimits;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.limit.Surrogates;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The display name, alternate keys and attributes of a tenant. All of them may be personal data:
 * {@link #toString} gives the kinds of the keys and the names of the attributes alone. Texts have
 * no unpaired surrogate, which could not be stored.
 *
 * @param displayName up to 1,000 bytes; may be empty
 * @param attributes up to 50 attributes that the application defines, such as a region; names have
 *     1 to 64 bytes, values up to 1,000 bytes
 * @param keys up to 20 alternate keys; each has at most one owner over all clusters
 */
public record TenantDetails(
    String displayName, Map<String, String> attributes, Set<SecondaryKey> keys) {
  /** Details without name, attributes and keys. */
  public static final TenantDetails NONE = new TenantDetails("", Map.of(), Set.of());

  private static final int VALUE_BYTES_MAX = 1_000;
  private static final int ATTRIBUTES_MAX = 50;
  private static final int KEYS_MAX = 20;

  public TenantDetails {
    attributes = Collections.unmodifiableMap(new TreeMap<>(attributes));
    keys = Collections.unmodifiableSet(new TreeSet<>(keys));
    QueueLimits.checkBetween("attributes of a tenant", attributes.size(), 0, ATTRIBUTES_MAX);
    QueueLimits.checkBetween("alternate keys of a tenant", keys.size(), 0, KEYS_MAX);
    checkText("display name", displayName);
    attributes.forEach(
        (name, value) -> {
          QueueLimits.checkName("attribute", name, QueueLimits.APPLICATION_BYTES_MAX);
          checkText("attribute " + name, value);
        });
    keys.forEach(TenantDetails::check);
  }

  /** Checks an alternate key that is stored or looked for. */
  static void check(SecondaryKey key) {
    checkText("alternate key " + key.name(), key.value());
  }

  /** Errors give the length and not the value, which may be personal data. */
  private static void checkText(String what, String value) {
    var unused = Surrogates.requireNone(what, value);
    int bytes = value.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > VALUE_BYTES_MAX) {
      throw new IllegalArgumentException(
          what + " is " + bytes + " bytes, the limit is " + VALUE_BYTES_MAX);
    }
  }

  public TenantDetails withDisplayName(String newName) {
    return new TenantDetails(newName, attributes, keys);
  }

  public TenantDetails withAttribute(String name, String value) {
    Map<String, String> changed = new TreeMap<>(attributes);
    changed.put(name, value);
    return new TenantDetails(displayName, changed, keys);
  }

  /** The same details with one key in the place of all keys of its kind. */
  public TenantDetails withKey(String kind, String value) {
    Set<SecondaryKey> changed = new TreeSet<>(withoutKey(kind).keys());
    changed.add(new SecondaryKey(kind, value));
    return new TenantDetails(displayName, attributes, changed);
  }

  /** The same details without the keys of a kind. */
  public TenantDetails withoutKey(String kind) {
    Set<SecondaryKey> changed = new TreeSet<>(keys);
    changed.removeIf(key -> key.name().equals(kind));
    return new TenantDetails(displayName, attributes, changed);
  }

  @Override
  public String toString() {
    return "keys " + keys + ", attributes " + attributes.keySet();
  }
}
