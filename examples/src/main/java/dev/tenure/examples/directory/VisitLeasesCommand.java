package dev.tenure.examples.directory;

import java.util.ArrayList;
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

/** {@code ./tenure visit-leases}. */
@Command(
    name = "./tenure visit-leases",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Shows leases of visits on a cluster, and switches them on or off, through the admin"
            + " server. Stores that have got such leases are refused by earlier releases for good,"
            + " also after they are switched off.")
public final class VisitLeasesCommand implements Callable<Integer> {
  @Mixin private final AdminOption admin = new AdminOption("clusters");

  @Parameters(paramLabel = "CLUSTER", description = "the name of the cluster")
  private String cluster = "";

  @ArgGroup private @Nullable Change change;

  @Mixin private final ReasonOption reason = new ReasonOption();

  /** What is to be done; without either the switch is shown. */
  static final class Change {
    @Option(
        names = "--on",
        description =
            "switches them on; refused while a live consumer is of a release that does not know"
                + " them. Upgrade producers before")
    private boolean on;

    @Option(names = "--off", description = "switches them off; leases that exist end as they would")
    private boolean off;

    /** Only one of them can be given. */
    boolean isOn() {
      return on && !off;
    }
  }

  /** The command line's entry. */
  public static void main(String[] arguments) {
    System.exit(execute(arguments));
  }

  /** Runs the command and returns its exit code. */
  static int execute(String... arguments) {
    return new CommandLine(new VisitLeasesCommand())
        .setExecutionExceptionHandler(CommandFailures.of("visit-leases"))
        .execute(arguments);
  }

  @Override
  public Integer call() throws AdminException {
    List<String> path = List.of(cluster, "visit-leases");
    JsonNode told =
        change == null
            ? admin.get(path, Map.of())
            : admin.post(path, reason.body(Map.of("on", change.isOn())));
    boolean on = told.get("on").asBoolean();
    admin.out().println("leases of visits on " + cluster + ": " + (on ? "on" : "off"));
    List<String> unable = new ArrayList<>();
    told.get("unable").forEach(id -> unable.add(id.asString()));
    if (!unable.isEmpty()) {
      admin.out().println("live consumers that do not know them: " + String.join(", ", unable));
    }
    return 0;
  }
}
