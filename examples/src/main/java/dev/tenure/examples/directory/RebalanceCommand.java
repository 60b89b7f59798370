package dev.tenure.examples.directory;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** {@code ./tenure rebalance}. */
@Command(
    name = "./tenure rebalance",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Plans moves of many tenants between clusters: prints what would be moved; with --start,"
            + " asks for it.")
public final class RebalanceCommand implements Callable<Integer> {
  private static final double BYTES_PER_MB = 1e6;

  @Mixin private final AdminOption admin = new AdminOption();

  @ArgGroup(multiplicity = "1")
  private Action action = new Action();

  @Option(
      names = "--percent",
      paramLabel = "N",
      defaultValue = "10",
      description =
          "with --by-size and --by-load: by which clusters may differ, of the mean, 1 to 100"
              + " (default: ${DEFAULT-VALUE})")
  private int percent;

  @Option(
      names = "--loads",
      paramLabel = "FILE",
      description =
          "with --by-load, the load of tenants, where the server's process runs no consumer: lines of"
              + " application, tab, user, tab, number of items. Lines of one tenant are added up")
  private @Nullable Path loads;

  @Option(
      names = "--most",
      paramLabel = "N",
      defaultValue = "1000",
      description = "the most moves of the plan, 1 to 20000 (default: ${DEFAULT-VALUE})")
  private int most;

  @Option(
      names = "--start",
      paramLabel = "PLAN",
      description = "starts the plan with this id; without it, nothing is changed")
  private @Nullable String start;

  @Mixin private final ReasonOption reason = new ReasonOption();

  /** What is to be done; one of them. */
  static final class Action {
    @Option(names = "--drain", paramLabel = "CLUSTER", description = "moves all tenants off it")
    private @Nullable String drain;

    @Option(names = "--by-size", description = "evens clusters out by their bytes")
    private boolean bySize;

    @Option(
        names = "--by-load",
        description =
            "evens clusters out by the items that consumers in the server's process have started,"
                + " or by --loads")
    private boolean byLoad;

    @Option(names = "--list", description = "prints all plans")
    private boolean list;

    @Option(names = "--show", paramLabel = "PLAN", description = "prints what has become of it")
    private @Nullable String show;

    @Option(names = "--follow", paramLabel = "PLAN", description = "prints that until it has ended")
    private @Nullable String follow;

    @Option(names = "--pause", paramLabel = "PLAN", description = "has its moves rest")
    private @Nullable String pause;

    @Option(names = "--resume", paramLabel = "PLAN", description = "goes on with them")
    private @Nullable String resume;

    @Option(
        names = "--undo",
        paramLabel = "PLAN",
        description = "reverts its moves, and makes those the other way round that were completed")
    private @Nullable String undo;

    @Option(names = "--forget", paramLabel = "PLAN", description = "forgets a plan that has ended")
    private @Nullable String forget;
  }

  /** The command line's entry. */
  public static void main(String[] arguments) {
    System.exit(execute(arguments));
  }

  /** Runs the command and returns its exit code. */
  static int execute(String... arguments) {
    return new CommandLine(new RebalanceCommand())
        .setExecutionExceptionHandler(CommandFailures.of("rebalance"))
        .execute(arguments);
  }

  @Override
  public Integer call() throws AdminException {
    if (loads != null && !action.byLoad) {
      throw new IllegalArgumentException("--loads is of use with --by-load alone");
    }
    if (action.list) {
      admin.get(List.of("plans"), Map.of()).forEach(plan -> admin.out().println(told(plan)));
      return 0;
    }
    if (action.show != null) {
      admin.out().println(PlanFollower.told(admin.get(List.of("plans", action.show), Map.of())));
      return 0;
    }
    if (action.follow != null) {
      return new PlanFollower(admin, action.follow).follow();
    }
    if (action.drain != null || action.bySize || action.byLoad) {
      return plan();
    }
    change("pause", action.pause);
    change("resume", action.resume);
    change("undo", action.undo);
    change("forget", action.forget);
    return 0;
  }

  private void change(String change, @Nullable String plan) throws AdminException {
    if (plan != null) {
      JsonNode done = admin.post(List.of("plans", plan, change), reason.body(Map.of()));
      admin
          .out()
          .println(
              done.has("goal")
                  ? told(done)
                  : change + " " + plan + ": " + Lines.moves(done.get("moves").asLong()));
    }
  }

  private static String told(JsonNode plan) {
    return plan.get("id").asString()
        + ": "
        + plan.get("goal").asString()
        + ", "
        + Lines.moves(plan.get("moves").asLong());
  }

  private int plan() throws AdminException {
    Map<String, Object> body = new LinkedHashMap<>();
    if (action.drain != null) {
      body.put("goal", "DRAIN");
      body.put("cluster", action.drain);
    } else {
      body.put("goal", action.bySize ? "SIZE" : "LOAD");
      body.put("percent", percent);
    }
    if (loads != null) {
      body.put("loads", TenantLoads.read(loads));
    }
    body.put("movesMax", most);
    if (start != null) {
      body.put("plan", start);
      admin.out().println(told(admin.post(List.of("plans"), reason.body(body))));
      return 0;
    }
    print(admin.post(List.of("plans", "preview"), body));
    return 0;
  }

  private void print(JsonNode plan) {
    for (JsonNode move : plan.get("moves")) {
      admin
          .out()
          .printf(
              Locale.ROOT,
              "%-40s from %-16s to %-16s %s%n",
              Lines.tenant(move),
              move.get("source").asString(),
              move.get("target").asString(),
              weight(move.get("weight").asLong()));
    }
    plan.get("before")
        .properties()
        .forEach(
            each ->
                admin
                    .out()
                    .println(
                        each.getKey()
                            + ": "
                            + weight(each.getValue().asLong())
                            + ", then "
                            + weight(plan.get("after").get(each.getKey()).asLong())));
    admin
        .out()
        .println(
            Lines.moves(plan.get("movesInAll").asLong())
                + (plan.get("complete").asBoolean() ? "" : ", and more would be needed")
                + "; nothing was changed, --start PLAN asks for them");
  }

  private String weight(long weight) {
    return action.byLoad
        ? weight + " items"
        : String.format(Locale.ROOT, "%.1f MB", weight / BYTES_PER_MB);
  }
}
