package dev.tenure.examples.directory;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

@Command(
    name = "audit",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Compares the directory with the clusters and its entries with their keys; ends with 1 when"
            + " a difference is left.")
final class AuditCommand implements Callable<Integer> {
  @Mixin private final AdminOption admin = new AdminOption();

  @Mixin private final MostOption most = new MostOption();

  @Option(
      names = "--repair",
      description = "repairs what needs no decision, and notes keys that several tenants own")
  private boolean repair;

  @Mixin private final ReasonOption reason = new ReasonOption();

  @Override
  public Integer call() throws AdminException {
    List<JsonNode> found =
        repair ? repaired() : admin.rows(List.of("audit"), Map.of(), most.rows());
    found.forEach(each -> admin.out().println(Lines.difference(each)));
    admin.out().println(found.size() == 1 ? "1 difference" : found.size() + " differences");
    return found.stream().allMatch(each -> each.get("repaired").asBoolean())
        ? 0
        : DirectoryCommand.EXIT_FAILED;
  }

  /** All pages, since a repair that stops somewhere is none. */
  private List<JsonNode> repaired() throws AdminException {
    return admin.rows(
        (continuation, limit) -> {
          Map<String, Object> body = new LinkedHashMap<>(reason.body(Map.of("limit", limit)));
          continuation.ifPresent(from -> body.put("continuation", from));
          return admin.post(List.of("audit"), body);
        },
        Integer.MAX_VALUE);
  }
}
