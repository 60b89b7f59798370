package dev.tenure.campaigns.late;

import dev.tenure.campaigns.commandline.Flags;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The command line of {@link LateCommand}.
 *
 * @param module the directory of the module, whose {@code target/test-classes} has the tests
 * @param seeds how many seeds
 * @param from the first seed
 * @param tests a pattern of the simple names of test classes, in which * stands for any characters
 */
record LateArguments(Path module, int seeds, long from, String tests) {
  private static final String ALL = "*Test";
  private static final int SEEDS_MAX = 999_999_999;

  /**
   * @throws IllegalArgumentException with one sentence that says what is wrong
   */
  static LateArguments parse(String... arguments) {
    @Nullable Path module = null;
    int seeds = 200;
    long from = 1;
    String tests = ALL;
    Flags flags = Flags.of(arguments);
    while (flags.hasNext()) {
      switch (flags.next()) {
        case "--module" -> module = flags.path().toAbsolutePath().normalize();
        case "--seeds" -> seeds = (int) flags.number(1, SEEDS_MAX);
        case "--from" -> from = flags.number(1, SEEDS_MAX);
        case "--test" -> tests = flags.value();
        default -> throw flags.unknown();
      }
    }
    if (module == null) {
      throw new IllegalArgumentException("--module is missing, the directory of a module.");
    }
    LateArguments parsed = new LateArguments(module, seeds, from, tests);
    if (!Files.isDirectory(parsed.classes())) {
      throw new IllegalArgumentException(
          "no directory " + parsed.classes() + ": compile the tests.");
    }
    return parsed;
  }

  Path classes() {
    return module.resolve("target/test-classes");
  }

  String name() {
    return module.getFileName().toString();
  }
}
