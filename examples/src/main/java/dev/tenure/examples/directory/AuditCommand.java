package dev.tenure.examples.directory;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

@Command(
    name = "audit",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Compares the directory with the clusters, and ends with 1 when they differ.")
final class AuditCommand implements Callable<Integer> {
  @Mixin private final AdminOption admin = new AdminOption();

  @Mixin private final MostOption most = new MostOption();

  @Override
  public Integer call() throws AdminException {
    List<JsonNode> found = admin.rows(List.of("audit"), Map.of(), most.rows());
    found.forEach(each -> admin.out().println(Lines.difference(each)));
    admin.out().println(found.size() == 1 ? "1 difference" : found.size() + " differences");
    if (!found.isEmpty()) {
      return DirectoryCommand.EXIT_FAILED;
    }
    return 0;
  }
}
