package dev.tenure.queue.external.store;

import dev.tenure.queue.QueueLimits;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The name of an external zone: {@code external:STORE/ZONE} where pointers, settings and views name
 * it, and {@code ZONE} in its store.
 *
 * @param store 1 to 16 lower-case letters, digits and hyphens
 * @param zone so long that the whole name has at most 64 bytes of UTF-8
 */
public record ExternalZoneName(String store, String zone) {
  private static final String PREFIX = "external:";
  private static final Pattern STORE = Pattern.compile("[a-z0-9-]{1,16}");

  public ExternalZoneName {
    requireStore(store);
    QueueLimits.checkName("zone", zone, QueueLimits.ZONE_BYTES_MAX);
    QueueLimits.checkName("zone", text(store, zone), QueueLimits.ZONE_BYTES_MAX);
  }

  /** Returns the name of a store if it is well formed. */
  public static String requireStore(String store) {
    if (!STORE.matcher(store).matches()) {
      throw new IllegalArgumentException(
          "the external store is named \""
              + store
              + "\"; it must be 1 to 16 lower-case letters, digits and hyphens");
    }
    return store;
  }

  public static boolean isExternal(String zone) {
    return zone.startsWith(PREFIX);
  }

  /** The parts of a zone's name; empty for a zone in FoundationDB. */
  public static Optional<ExternalZoneName> parse(String name) {
    if (!isExternal(name)) {
      return Optional.empty();
    }
    int slash = name.indexOf('/');
    if (slash < 0) {
      throw new IllegalArgumentException(
          "the external zone \"" + name + "\" is not named external:STORE/ZONE");
    }
    return Optional.of(
        new ExternalZoneName(name.substring(PREFIX.length(), slash), name.substring(slash + 1)));
  }

  /** The whole name. */
  public String text() {
    return text(store, zone);
  }

  private static String text(String store, String zone) {
    return PREFIX + store + "/" + zone;
  }
}
