package dev.tenure.examples.directory;

import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Moves all tenants to one cluster, part after part, and verifies it at the end. */
final class AllMoved {
  private static final int PART = 20_000;

  private final AdminOption admin;
  private final String cluster;

  AllMoved(AdminOption admin, String cluster) {
    this.admin = admin;
    this.cluster = cluster;
  }

  /** Returns the exit code: 0 when every tenant is on the cluster, and an audit finds nothing. */
  int run(ReasonOption reason, boolean noWait) throws AdminException {
    for (int part = 1; ; part++) {
      String plan = "all-to-" + cluster + "-" + part;
      JsonNode preview =
          admin.post(List.of("plans", "preview"), Map.of("goal", "GATHER", "cluster", cluster));
      if (preview.get("movesInAll").asLong() == 0) {
        return verify();
      }
      JsonNode started =
          admin.post(
              List.of("plans"),
              reason.body(
                  Map.of("goal", "GATHER", "cluster", cluster, "movesMax", PART, "plan", plan)));
      admin.out().println(plan + ": " + started.get("moves").asLong() + " tenants move");
      if (noWait) {
        return 0;
      }
      if (new PlanFollower(admin, plan).follow() != 0) {
        admin.out().println("not all tenants have moved; ./tenure move --list --ended tells why");
        return DirectoryCommand.EXIT_FAILED;
      }
    }
  }

  private int verify() throws AdminException {
    long elsewhere = 0;
    for (JsonNode each : admin.rows(List.of("tenants"), Map.of(), Integer.MAX_VALUE)) {
      elsewhere += each.get("cluster").asString().equals(cluster) ? 0 : 1;
    }
    List<JsonNode> differences = admin.rows(List.of("audit"), Map.of(), Integer.MAX_VALUE);
    differences.forEach(each -> admin.out().println(Lines.difference(each)));
    admin
        .out()
        .println(
            "verified: "
                + elsewhere
                + " tenants are elsewhere than on "
                + cluster
                + ", an audit finds "
                + differences.size()
                + " differences");
    return elsewhere == 0 && differences.isEmpty() ? 0 : DirectoryCommand.EXIT_FAILED;
  }
}
