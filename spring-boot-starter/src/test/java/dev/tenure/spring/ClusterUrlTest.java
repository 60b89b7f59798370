package dev.tenure.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ClusterUrlTest {

  @Test
  void knowsThreeKindsOfCluster() {
    assertThat(ClusterUrl.parse("embedded:./data/a"))
        .isEqualTo(new ClusterUrl.Embedded(Path.of("./data/a")));
    assertThat(ClusterUrl.parse("memory:a")).isEqualTo(new ClusterUrl.Memory("a"));
    assertThat(ClusterUrl.parse("fdb:/etc/foundationdb/fdb.cluster"))
        .isEqualTo(new ClusterUrl.FoundationDb(Path.of("/etc/foundationdb/fdb.cluster")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"embedded:./data/a", "memory:a", "fdb:/etc/foundationdb/fdb.cluster"})
  void readsBackWhatItPrints(String url) {
    assertThat(ClusterUrl.parse(url)).hasToString(url);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "jdbc:h2:mem:a", "Memory:a", " memory:a"})
  void refusesOtherKindsAndNamesTheKnownOnes(String url) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ClusterUrl.parse(url))
        .withMessage(
            "cluster URL \"%s\" is none of embedded:<directory>, memory:<name>, fdb:<cluster file>",
            url);
  }

  @ParameterizedTest
  @ValueSource(strings = {"memory:", "embedded:  ", "fdb:"})
  void refusesAUrlThatNamesNothing(String url) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ClusterUrl.parse(url))
        .withMessageContaining("names nothing");
  }

  @ParameterizedTest
  @ValueSource(strings = {"memory:a\u0007", "fdb:a\nb", "embedded:\u007fa"})
  void refusesAControlCharacter(String url) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ClusterUrl.parse(url))
        .withMessageContaining("?")
        .withMessageContaining("has a control character");
  }

  @Test
  void refusesAPathThatIsNone() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ClusterUrl.parse("embedded:a\0b"))
        .withMessageContaining("has a control character");
  }
}
