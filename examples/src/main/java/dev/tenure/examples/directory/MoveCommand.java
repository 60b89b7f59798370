package dev.tenure.examples.directory;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code ./tenure move}. */
@Command(
    name = "./tenure move",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Moves a tenant with its queue to another cluster while it is in use, through the admin"
            + " server; ends with 1 when the tenant has not moved.")
public final class MoveCommand implements Callable<Integer> {
  @Mixin private final AdminOption admin = new AdminOption();

  @Parameters(
      arity = "0..1",
      paramLabel = "APPLICATION/USER",
      description = "the tenant; not with --list")
  private @Nullable String tenant;

  @ArgGroup(multiplicity = "1")
  private Action action = new Action();

  @Option(
      names = "--all",
      description =
          "with --to: moves all tenants there, a plan of its own, and verifies the directory and"
              + " the clusters at the end")
  private boolean all;

  @Option(
      names = "--no-wait",
      description = "with --to: returns when the move was asked for, not when it has ended")
  private boolean noWait;

  @Option(names = "--ended", description = "with --list: moves that ended within a day")
  private boolean ended;

  @Mixin private final MostOption most = new MostOption();
  @Mixin private final ReasonOption reason = new ReasonOption();

  /** What is to be done; one of them. */
  static final class Action {
    @Option(names = "--to", paramLabel = "CLUSTER", description = "moves the tenant there")
    private @Nullable String to;

    @Option(names = "--show", description = "prints the move of the tenant, and its progress")
    private boolean show;

    @Option(names = "--pause", description = "has the move rest; the source serves the tenant")
    private boolean pause;

    @Option(names = "--resume", description = "goes on with a move that was paused")
    @SuppressWarnings("UnusedVariable") // what is left when it is none of the others
    private boolean resume;

    @Option(names = "--revert", description = "undoes the move, unless the tenant has arrived")
    private boolean revert;

    @Option(names = "--list", description = "prints all moves that have not ended")
    private boolean list;
  }

  /** The command line's entry. */
  public static void main(String[] arguments) {
    System.exit(execute(arguments));
  }

  /** Runs the command and returns its exit code. */
  static int execute(String... arguments) {
    return new CommandLine(new MoveCommand())
        .setExecutionExceptionHandler(CommandFailures.of("move"))
        .execute(arguments);
  }

  @Override
  public Integer call() throws AdminException {
    if (action.list) {
      return list();
    }
    if (action.show) {
      admin.out().println(MoveLines.of(admin.get(path(), Map.of())));
      return 0;
    }
    if (action.to != null) {
      return all ? new AllMoved(admin, action.to).run(reason, noWait) : move(action.to);
    }
    String change = action.revert ? "revert" : action.pause ? "pause" : "resume";
    admin.out().println(MoveLines.of(admin.post(path(change), reason.body(Map.of()))));
    return 0;
  }

  private int list() throws AdminException {
    Map<String, String> filter = new LinkedHashMap<>();
    if (ended) {
      filter.put("ended", "true");
    }
    List<JsonNode> rows = admin.rows(List.of("moves"), filter, most.rows());
    rows.forEach(row -> admin.out().println(MoveLines.of(row)));
    admin.out().println(Lines.moves(rows.size()));
    return 0;
  }

  private int move(String to) throws AdminException {
    JsonNode asked = admin.post(path(), reason.body(Map.of("cluster", to)));
    if (noWait) {
      admin.out().println(MoveLines.of(asked));
      return 0;
    }
    JsonNode end = new MoveFollower(admin, path(), admin.out()).follow(asked);
    return end.get("state").asString().equals("COMPLETED") ? 0 : DirectoryCommand.EXIT_FAILED;
  }

  private List<String> path(String... more) {
    if (tenant == null) {
      throw new IllegalArgumentException(
          "the tenant is missing; expected is APPLICATION/USER, as in notes/alice");
    }
    List<String> path = new ArrayList<>(TenantOption.pathOf(tenant, "move"));
    path.addAll(List.of(more));
    return path;
  }
}
