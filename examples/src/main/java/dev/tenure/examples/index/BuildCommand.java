package dev.tenure.examples.index;

import dev.tenure.examples.commandline.DurationConverter;
import dev.tenure.examples.commandline.TerminalLine;
import dev.tenure.record.async.Pace;
import dev.tenure.record.build.BuildPolicy;
import dev.tenure.record.build.BuildResult;
import dev.tenure.record.build.OnlineIndexer;
import dev.tenure.record.index.IndexState;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./tenure index build}. */
@Command(
    name = "build",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Builds indexes of a record store while other processes write to it.",
      "After it was killed or ended by --limit, the next run continues the build. Several",
      "processes may run it at once; they share the work.",
      "Exit code 0 when the indexes are readable, 1 when a part of a build is left."
    })
final class BuildCommand implements Callable<Integer> {
  @Mixin private final StorePlace place = new StorePlace();

  @Option(
      names = "--index",
      paramLabel = "NAME",
      required = true,
      split = ",",
      description = "the index to build; several indexes are built in one scan")
  private List<String> indexes = List.of();

  @Option(
      names = "--from",
      paramLabel = "INDEX",
      description = "scans the entries of this index instead of the records")
  private @Nullable String source;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "0",
      description = "the most records a second (default: no limit)")
  private double rate;

  @Option(
      names = "--pause",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      defaultValue = "PT0S",
      description = "the pause between two transactions, such as PT0.1S (default: none)")
  private Duration pause = Duration.ZERO;

  @Option(
      names = "--limit",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description = "stops after this time, such as PT10M; the next run continues")
  private @Nullable Duration limit;

  @Option(
      names = "--rebuild",
      description = "builds from the beginning, even if an index is readable or partly built")
  private boolean rebuild;

  @Option(names = "--exclusive", description = "fails if another process is building these indexes")
  private boolean exclusive;

  @Override
  public Integer call() {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    BuildLines lines = new BuildLines(out, TerminalLine.columns());
    Pace pace = pace();
    return place.open(
        (database, threads) -> {
          OnlineIndexer.Builder builder =
              OnlineIndexer.builder(database, place.options(database))
                  .pace(pace)
                  .policy(rebuild ? BuildPolicy.rebuild() : BuildPolicy.defaults())
                  .name("tenure index, process " + ProcessHandle.current().pid())
                  .listener(lines);
          BuildResult result = database.join(configured(builder).build().run());
          lines.end(result);
          return isReadable(result) ? 0 : IndexCommand.EXIT_FAILED;
        });
  }

  /** Checked before the cluster is opened. */
  private Pace pace() {
    StorePlace.requireNotNegative("--limit", limit == null ? Duration.ZERO : limit);
    return StorePlace.pace(rate, pause);
  }

  private OnlineIndexer.Builder configured(OnlineIndexer.Builder builder) {
    indexes.forEach(builder::index);
    if (source != null) {
      builder.fromIndex(source);
    }
    if (limit != null) {
      builder.timeMax(limit);
    }
    return exclusive ? builder.exclusive() : builder;
  }

  private static boolean isReadable(BuildResult result) {
    return result.states().values().stream().allMatch(IndexState.READABLE::equals);
  }
}
