package dev.tenure.admin.guard;

import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The host names under which this server answers, on any port. Immutable. */
final class AllowedHosts {
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  private final Set<String> names = new TreeSet<>(LOOPBACK);

  /** The names of loopback and the given ones. */
  AllowedHosts(Collection<String> others) {
    others.forEach(other -> names.add(other.toLowerCase(Locale.ROOT)));
  }

  /** Whether a Host header names this server; false for a missing header. */
  boolean allow(@Nullable String host) {
    return host != null && names.contains(withoutPort(host).toLowerCase(Locale.ROOT));
  }

  Set<String> names() {
    return names;
  }

  private static String withoutPort(String host) {
    int colon = host.lastIndexOf(':');
    boolean port = colon >= 0 && colon > host.lastIndexOf(']');
    return port ? host.substring(0, colon) : host;
  }
}
