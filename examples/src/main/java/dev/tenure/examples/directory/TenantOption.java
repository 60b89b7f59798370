package dev.tenure.examples.directory;

import dev.tenure.queue.TenantId;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Parameters;

/** The tenant that a command is about. */
final class TenantOption {
  @Parameters(index = "0", paramLabel = "APPLICATION/USER", description = "the tenant")
  private String tenant = "";

  /** The path of the tenant's entry, with further segments. */
  List<String> path(String... more) {
    return pathOf(tenant, more);
  }

  /** As {@link #path(String...)}, of a tenant that a command takes otherwise. */
  static List<String> pathOf(String tenant, String... more) {
    int slash = tenant.indexOf('/');
    if (slash < 1) {
      throw new IllegalArgumentException(
          "the tenant is \"" + tenant + "\"; expected is APPLICATION/USER, as in notes/alice");
    }
    TenantId id = new TenantId(tenant.substring(0, slash), tenant.substring(slash + 1));
    List<String> path = new ArrayList<>(List.of("tenants", segment(id.application())));
    path.add(segment(id.user()));
    path.addAll(List.of(more));
    return path;
  }

  /** One leading ~ of a segment is dropped by the server, which names so what no path can. */
  private static String segment(String name) {
    return name.startsWith("~") || name.equals(".") || name.equals("..") ? "~" + name : name;
  }

  @Override
  public String toString() {
    return tenant;
  }
}
