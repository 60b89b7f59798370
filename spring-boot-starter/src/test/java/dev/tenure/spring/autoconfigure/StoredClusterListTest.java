package dev.tenure.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.queue.cluster.Deployment;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The start of a process compares its list of clusters with the one that the clusters have. */
final class StoredClusterListTest {
  private @TempDir Path directory;

  private ApplicationContextRunner process(String... names) {
    ApplicationContextRunner runner =
        new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(TenureAutoConfiguration.class));
    for (int i = 0; i < names.length; i++) {
      String at = "tenure.clusters[" + i + "].";
      runner =
          runner.withPropertyValues(
              at + "name=" + names[i], at + "url=embedded:" + directory.resolve(names[i]));
    }
    return runner;
  }

  @Test
  void processWithAnotherListDoesNotStartAndTellsBoth() {
    process("a", "b").run(context -> assertThat(context).hasSingleBean(Deployment.class));
    process("a", "b", "c")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .hasMessage(
                        "this process knows the clusters [a, b, c], cluster a has stored [a, b]"
                            + " (version 1)"));
    process("b", "a").run(context -> assertThat(context).hasSingleBean(Deployment.class));
  }
}
