package dev.tenure.bench.text;

import dev.tenure.record.text.TextQuery;
import dev.tenure.record.text.Tokenizers;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The table in appendix A of the Record Layer paper, and the same table measured here for the same
 * book.
 */
@Command(
    name = "text",
    mixinStandardHelpOptions = true,
    description =
        "Compares the size of text indexes with the paper's, and queries with full scans.")
public final class TextBench implements Callable<Integer> {
  private static final int DOCUMENTS = 233;
  private static final int RUNS = 41;
  private static final String LINE = "%-34s %9s %6s %10s %10s %10s%n";

  @CommandLine.Spec private CommandLine.Model.@Nullable CommandSpec spec;

  @Option(
      names = "--data",
      paramLabel = "FILE",
      description = "JSON lines with a field text (default ../shared/data/moby-dick.jsonl)")
  private @Nullable Path data;

  @Override
  public Integer call() throws Exception {
    Book book = Book.read(file(), DOCUMENTS);
    PrintStream out = System.out;
    out.printf(
        "%d documents of %,d bytes; bytes of the index for each%n",
        DOCUMENTS, book.bytes() / DOCUMENTS);
    out.printf(LINE, "", "keys", "fill", "key bytes", "val. bytes", "together");
    out.printf(LINE, "paper, bunches of 1 (reckoned)", "", "1.0", "9,413", "1,295", "10,700");
    out.printf(LINE, "paper, bunches of 20 (reckoned)", "", "20.0", "432", "2,159", "2,600");
    out.printf(LINE, "paper, bunches of 20 (measured)", "", "4.7", "", "", "4,900");
    size(out, book, Tokenizers.WHITESPACE, 1, false);
    size(out, book, Tokenizers.WHITESPACE, 20, false);
    size(out, book, Tokenizers.WHITESPACE, 20, true);
    size(out, book, Tokenizers.DEFAULT, 1, false);
    size(out, book, Tokenizers.DEFAULT, 20, false);
    size(out, book, Tokenizers.DEFAULT, 20, true);
    queries(out, book);
    return 0;
  }

  private Path file() throws URISyntaxException {
    Path given = data;
    Path file = given == null ? besideCheckout() : given;
    if (!Files.isRegularFile(file)) {
      String message = "no file " + file + ": --data FILE names one";
      throw spec == null
          ? new IllegalArgumentException(message)
          : new CommandLine.ParameterException(spec.commandLine(), message);
    }
    return file;
  }

  /** From the folder of the classes, benchmarks/target/classes. */
  private static Path besideCheckout() throws URISyntaxException {
    Path classes =
        Path.of(TextBench.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    return classes.resolve("../../../../shared/data/moby-dick.jsonl").normalize();
  }

  private static void size(
      PrintStream out, Book book, String tokenizer, int bunchSize, boolean across) {
    try (TextFixture fixture = new TextFixture(tokenizer, bunchSize, across)) {
      fixture.fill(book);
      TextFixture.Size size = fixture.size();
      out.printf(
          LINE,
          tokenizer + ", bunches of " + bunchSize + (across ? " across" : ""),
          String.format(Locale.ROOT, "%,d", size.keys()),
          String.format(Locale.ROOT, "%.1f", (double) size.entries() / size.keys()),
          each(size.keyBytes()),
          each(size.valueBytes()),
          each(size.keyBytes() + size.valueBytes()));
    }
  }

  private static String each(long bytes) {
    return String.format(Locale.ROOT, "%,d", bytes / DOCUMENTS);
  }

  private static void queries(PrintStream out, Book book) {
    out.printf("%n%-34s %9s %12s %12s %8s%n", "", "found", "query, us", "scan, us", "ratio");
    try (TextFixture fixture = new TextFixture(Tokenizers.DEFAULT, 20, false)) {
      fixture.fill(book);
      query(out, fixture, "Queequeg", TextQuery.token("Queequeg"), word("Queequeg"));
      query(
          out,
          fixture,
          "\"the white whale\"",
          TextQuery.phrase("the white whale"),
          matching("\\bthe\\W+white\\W+whale\\b"));
      query(out, fixture, "leviath*", TextQuery.prefix("leviath"), matching("\\bleviath"));
      query(
          out,
          fixture,
          "Starbuck and doubloon",
          TextQuery.all("Starbuck doubloon"),
          word("doubloon").and(word("Starbuck")));
    }
  }

  private static Predicate<String> word(String word) {
    return matching("\\b" + word + "\\b");
  }

  private static Predicate<String> matching(String pattern) {
    return Pattern.compile(pattern, Pattern.CASE_INSENSITIVE).asPredicate();
  }

  private static void query(
      PrintStream out,
      TextFixture fixture,
      String name,
      TextQuery query,
      Predicate<String> wanted) {
    int found = fixture.find(query);
    int seen = fixture.look(wanted);
    if (found != seen) {
      throw new IllegalStateException(name + " finds " + found + ", a look finds " + seen);
    }
    double queried = median(() -> fixture.find(query));
    double looked = median(() -> fixture.look(wanted));
    out.printf(
        Locale.ROOT,
        "%-34s %9d %12.0f %12.0f %8.1f%n",
        name,
        found,
        queried,
        looked,
        looked / queried);
  }

  /** Microseconds of a run. */
  private static double median(Runnable run) {
    double[] times = new double[RUNS];
    for (int i = 0; i < RUNS; i++) {
      long begin = System.nanoTime();
      run.run();
      times[i] = (System.nanoTime() - begin) / 1_000.0;
    }
    Arrays.sort(times);
    return times[RUNS / 2];
  }
}
