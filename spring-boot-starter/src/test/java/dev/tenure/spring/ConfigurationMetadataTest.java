package dev.tenure.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Editors complete and explain the properties from this file, which the build writes. */
final class ConfigurationMetadataTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tenure.clusters",
        "tenure.consumer.enabled",
        "tenure.consumer.id",
        "tenure.consumer.managers",
        "tenure.consumer.workers",
        "tenure.consumer.item-lease",
        "tenure.consumer.dequeue-max",
        "tenure.consumer.dequeue-max-alone",
        "tenure.consumer.dequeue-size-max",
        "tenure.consumer.peek-max",
        "tenure.consumer.selection-max",
        "tenure.consumer.selection-fraction",
        "tenure.consumer.target-collision-rate",
        "tenure.consumer.poll-interval",
        "tenure.consumer.heartbeat",
        "tenure.consumer.unknown-type-parked-after",
        "tenure.consumer.stop-timeout",
        "tenure.consumer.keep-alive",
        "tenure.consumer.auto-startup",
        "tenure.consumer.paused",
        "tenure.sampling.interval",
        "tenure.sampling.kept",
        "tenure.sampling.zones",
        "tenure.sampling.answer-max",
        "tenure.external.unique-for",
        "tenure.external.repaired-every",
        "tenure.external.call-timeout",
        "tenure.record.slow-query",
        "tenure.record.slow-transaction",
        "tenure.handlers",
        "tenure.template.time-limit",
        "tenure.tenants.create"
      })
  void explainsEachProperty(String property) throws IOException {
    String metadata = metadata();
    int at = metadata.indexOf("\"name\": \"" + property + "\"");
    assertThat(at).as("metadata names " + property).isPositive();
    assertThat(metadata.substring(at, metadata.indexOf('}', at))).contains("\"description\"");
  }

  /** The metadata of the starter; the compiler writes some for its tests too. */
  private static String metadata() throws IOException {
    StringBuilder all = new StringBuilder();
    for (URL file :
        Collections.list(
            TenureProperties.class
                .getClassLoader()
                .getResources("META-INF/spring-configuration-metadata.json"))) {
      try (InputStream content = file.openStream()) {
        all.append(new String(content.readAllBytes(), StandardCharsets.UTF_8));
      }
    }
    return all.toString();
  }
}
