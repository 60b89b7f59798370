package dev.tenure.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.spring.autoconfigure.TenureAutoConfiguration;
import dev.tenure.spring.autoconfigure.TenureConsumerAutoConfiguration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** What is wrong with a property is told by its name, its value and the limit. */
final class TenurePropertiesTest {
  private static final String TOO_LONG = "n".repeat(65);

  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  TenureAutoConfiguration.class, TenureConsumerAutoConfiguration.class))
          .withPropertyValues("tenure.clusters[0].name=a", "tenure.clusters[0].url=memory:a");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "shards=0 | tenure.clusters[0].shards is 0, it must be 1 to 256",
        "shards=257 | tenure.clusters[0].shards is 257, it must be 1 to 256",
        "min-inactive=1ms | tenure.clusters[0].min-inactive is PT0.001S, it must be PT0.1S to",
        "transaction-timeout=9ms | tenure.clusters[0].transaction-timeout is PT0.009S, it must be",
        "transaction-timeout=6m | tenure.clusters[0].transaction-timeout is PT6M, it must be PT1S"
            + " to",
        "min-inactive=2d | tenure.clusters[0].min-inactive is PT48H, it must be PT0.1S to PT24H",
        "leasing=sometimes | Failed to bind properties under 'tenure.clusters[0].leasing' to",
        "leasing=sometimes | PointerLeasing.sometimes",
        "visit-leases=sometimes | Failed to bind properties under 'tenure.clusters[0].visit-leases'"
            + " to boolean",
        "root=a\u0000b | tenure.clusters[0].root",
        "url=h2:a | tenure.clusters[0].url: cluster URL \"h2:a\" is none of",
        "shard=4 | tenure.clusters[0].shard, from test, is not a property of Tenure; the nearest is"
            + " tenure.clusters[0].shards",
      })
  void refusesAClusterPropertyThatCannotBeUsed(String property, String told) {
    refuses("tenure.clusters[0]." + property, told);
  }

  @Test
  void refusesANameThatIsTooLong() {
    refuses(
        "tenure.clusters[0].name=" + TOO_LONG,
        "tenure.clusters[0].name is 65 bytes, it must have 1 to 64");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "name=a,url=memory:b | [1].name is \"a\", which is already that of tenure.clusters[0]",
        "name=b,url=memory:a | [1].url is \"memory:a\", which is already that of tenure.clusters",
        "name=b | [1].url is missing",
        "url=memory:b | [1].name is missing",
      })
  void refusesASecondClusterThatIsNotOneOfItsOwn(String properties, String told) {
    String[] values = properties.split(",");
    for (int index = 0; index < values.length; index++) {
      values[index] = "tenure.clusters[1]." + values[index];
    }
    runner
        .withPropertyValues(values)
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .hasMessageContaining("tenure.clusters" + told));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "west.shards=2 | tenure.clusters.west.url is missing",
        "west.url=memory:w,west.shards=0 | tenure.clusters.west.shards is 0, it must be 1 to 256",
        "west.url=memory:a | tenure.clusters.west.url is \"memory:a\", which is already that of"
            + " tenure.clusters[0]; each cluster needs its own",
        "a.shards=2 | tenure.clusters.a.url is missing: cluster a is written as tenure.clusters[0],"
            + " an element of a list; write tenure.clusters.a.url and the other properties by the"
            + " name, or set those of tenure.clusters[0]",
        "west.url=memory:w,west.name=a | tenure.clusters.west.name is \"a\", which is already that"
            + " of tenure.clusters[0]; each cluster needs its own",
      })
  void refusesAClusterByNameThatCannotBeUsed(String properties, String told) {
    runner
        .withPropertyValues(
            Stream.of(properties.split(","))
                .map(property -> "tenure.clusters." + property)
                .toArray(String[]::new))
        .run(context -> assertThat(context).getFailure().rootCause().hasMessage(told));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tenure.sampling.interval=1ms | tenure.sampling.interval is PT0.001S, it must be",
        "tenure.sampling.kept=1 | tenure.sampling.kept is 1, it must be 2 to 10000",
        "tenure.sampling.answer-max=1h | tenure.sampling.answer-max is PT1H, it must be",
      })
  void refusesSamplingThatCannotBeDone(String property, String told) {
    refuses(property, told);
  }

  @Test
  void refusesAMistypedPropertyOfSampling() {
    runner
        .withPropertyValues("tenure.sampling.intervall=1s")
        .run(context -> assertThat(context).hasFailed());
  }

  @Test
  void asksForAClusterWhenNoneIsNamed() {
    new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(TenureAutoConfiguration.class))
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .hasMessageStartingWith("tenure.clusters is empty"));
  }

  private void refuses(String property, String told) {
    runner
        .withPropertyValues(property)
        .run(context -> assertThat(context).getFailure().hasStackTraceContaining(told));
  }
}
