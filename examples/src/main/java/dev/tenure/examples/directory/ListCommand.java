package dev.tenure.examples.directory;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Lists the entries of tenants, without personal data.")
final class ListCommand implements Callable<Integer> {
  @Mixin private final AdminOption admin = new AdminOption();

  @Option(
      names = "--application",
      paramLabel = "NAME",
      description = "only tenants of this application")
  private @Nullable String application;

  @Option(
      names = "--state",
      paramLabel = "STATE",
      description = "only tenants in this state: ACTIVE, SUSPENDED, CREATING or DELETING")
  private @Nullable String state;

  @Option(names = "--cluster", paramLabel = "NAME", description = "only tenants on this cluster")
  private @Nullable String cluster;

  @Mixin private final MostOption most = new MostOption();

  @Override
  public Integer call() throws AdminException {
    Map<String, String> filter = new LinkedHashMap<>();
    put(filter, "application", application);
    put(filter, "state", state);
    put(filter, "cluster", cluster);
    Lines.entries(admin.rows(List.of("tenants"), filter, most.rows()), admin.out());
    return 0;
  }

  private static void put(Map<String, String> filter, String name, @Nullable String value) {
    if (value != null) {
      filter.put(name, value);
    }
  }
}
