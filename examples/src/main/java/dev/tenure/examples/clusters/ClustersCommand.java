package dev.tenure.examples.clusters;

import dev.tenure.examples.directory.AdminException;
import dev.tenure.examples.directory.AdminOption;
import dev.tenure.examples.directory.CommandFailures;
import dev.tenure.examples.directory.ReasonOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./tenure clusters}. */
@Command(
    name = "./tenure clusters",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Shows the list of clusters that each cluster of a deployment stores, and changes it. A"
            + " change that was interrupted ends when the same command is given again.")
public final class ClustersCommand implements Callable<Integer> {
  @Mixin private final AdminOption admin = new AdminOption("cluster-list");

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description =
          "opens the clusters of this configuration file, such as config/application-foundationdb.yaml, in"
              + " place of asking an admin server. Needed to add a cluster, since no process starts"
              + " with clusters that are not in the list")
  private @Nullable Path file;

  @ArgGroup private @Nullable Change change;

  @Mixin private final ReasonOption reason = new ReasonOption();

  /** What is to be done; without either the list is shown. */
  static final class Change {
    @Option(
        names = "--add",
        paramLabel = "NAME",
        description = "adds a cluster; then start processes that know it")
    private @Nullable String add;

    @Option(
        names = "--remove",
        paramLabel = "NAME",
        description =
            "removes a cluster; refused while it has tenants or a part of the tenant directory")
    private @Nullable String remove;

    List<String> of(List<String> clusters) {
      List<String> changed = new ArrayList<>(clusters);
      if (add != null) {
        changed.add(add);
      }
      changed.removeIf(name -> name.equals(remove));
      return changed.stream().distinct().sorted().toList();
    }
  }

  /** The command line's entry. */
  public static void main(String[] arguments) {
    System.exit(execute(arguments));
  }

  /** Runs the command and returns its exit code. */
  static int execute(String... arguments) {
    return new CommandLine(new ClustersCommand())
        .setExecutionExceptionHandler(CommandFailures.of("clusters"))
        .execute(arguments);
  }

  @Override
  public Integer call() throws AdminException {
    try (ClusterLists lists =
        file == null ? new ListsOfServer(admin, reason) : ListsOfFile.open(file)) {
      ClusterLists.Listed list = lists.read();
      if (change == null) {
        admin.out().println(list);
        return 0;
      }
      if (list.version() == 0) {
        throw new IllegalArgumentException(list.toString());
      }
      List<String> wanted = change.of(list.clusters());
      if (list.changingTo().isEmpty() && wanted.equals(list.clusters())) {
        admin.out().println(list + "; nothing to change");
        return 0;
      }
      admin.out().println(lists.change(list.version(), wanted));
      return 0;
    }
  }
}
