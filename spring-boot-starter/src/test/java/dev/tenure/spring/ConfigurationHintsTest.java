package dev.tenure.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.spring.annotation.HandlersProperties;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Editors offer these values: each is of a property that exists, and is accepted. */
final class ConfigurationHintsTest {
  private static final String FILE = "META-INF/additional-spring-configuration-metadata.json";
  private static final String KEYS = ".keys";

  /** The records that the starter binds, by their prefix. */
  private static final Map<String, Class<? extends Record>> BOUND =
      new TreeMap<>(
          Map.of(
              "tenure.consumer", ConsumerProperties.class,
              "tenure.external", ExternalProperties.class,
              "tenure.record", RecordProperties.class,
              "tenure.sampling", SamplingProperties.class,
              "tenure.template", TemplateProperties.class,
              "tenure.tenants", TenantProperties.class));

  static Stream<JsonNode> hints() throws IOException {
    try (InputStream file =
        Objects.requireNonNull(TenureProperties.class.getClassLoader().getResourceAsStream(FILE))) {
      return JsonMapper.shared().readTree(file).get("hints").valueStream().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("hints")
  void everyValueIsThatOfAPropertyAndSaysWhatItDoes(JsonNode hint) {
    String name = hint.get("name").asString();
    for (JsonNode value : hint.get("values")) {
      assertThat(value.get("description").asString()).as(name).endsWith(".");
      if (name.endsWith(KEYS)) {
        assertThat(componentOf("tenure", name.substring(0, name.length() - KEYS.length())))
            .as(name)
            .hasValueSatisfying(
                map -> assertThat(map.getGenericType()).isInstanceOf(ParameterizedType.class));
      } else {
        assertAccepted(name, value.get("value").asString());
      }
    }
    assertThat(hint.get("providers").get(0).get("name").asString()).isEqualTo("any");
  }

  private static void assertAccepted(String name, String value) {
    String prefix = name.substring(0, name.lastIndexOf('.'));
    Class<? extends Record> type = BOUND.get(prefix);
    assertThat(type).as("a record is bound to " + prefix).isNotNull();
    assertThat(component(Objects.requireNonNull(type), name.substring(prefix.length() + 1)))
        .as(name)
        .isPresent();
    Record bound =
        new Binder(new MapConfigurationPropertySource(Map.of(name, value)))
            .bind(prefix, Bindable.of(type))
            .get();
    if (bound instanceof ConsumerProperties consumer) {
      assertThat(consumer.options("hint")).isNotNull();
    }
  }

  private static Optional<RecordComponent> componentOf(String prefix, String name) {
    return Stream.of(TenureProperties.class, HandlersProperties.class)
        .flatMap(type -> component(type, name.substring(prefix.length() + 1)).stream())
        .findFirst();
  }

  private static Optional<RecordComponent> component(Class<?> type, String kebab) {
    return Stream.of(type.getRecordComponents())
        .filter(
            each ->
                each.getName()
                    .replaceAll("([a-z])([A-Z])", "$1-$2")
                    .toLowerCase(Locale.ROOT)
                    .equals(kebab))
        .findFirst();
  }
}
