package dev.tenure.campaigns.globalindex;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The protocol without one of its phases, conditions or orderings: the checker finds it. */
class GlobalIndexMutationsTest {
  private static final Path ROOT = Path.of(System.getProperty("tenure.root", ".."));

  static List<Mutation> mutations() {
    return Mutation.all();
  }

  @ParameterizedTest
  @MethodSource("mutations")
  void theCheckerFindsWhatIsLeftOut(Mutation mutation, @TempDir Path folder)
      throws IOException, ReflectiveOperationException {
    String printed = MutantLoader.run(ROOT, folder, mutation, mutation.arguments().split(" ", -1));
    assertTrue(
        printed.matches(
            "(?s)1\n(uniqueness|missing|linearizability|validity|an error|outages|unindexed|dummies"
                + "|repair|placement|outcome|versions|generations|shared key).*"),
        printed);
  }
}
