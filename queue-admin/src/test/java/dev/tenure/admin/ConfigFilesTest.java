package dev.tenure.admin;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.PermanentException;
import dev.tenure.queue.TenantId;
import dev.tenure.spring.ConsumerProperties;
import dev.tenure.spring.HandlerRegistration;
import dev.tenure.spring.SamplingProperties;
import dev.tenure.spring.TenureProperties;
import dev.tenure.spring.TenureTemplate;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.bind.BindResult;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.FileSystemResource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The files to deploy with say what the code says. */
final class ConfigFilesTest {
  private static final Path CONFIG = Path.of(System.getProperty("tenure.root", ".."), "config");
  private static final Path FLEET_PAGE =
      Path.of(System.getProperty("tenure.root", ".."), "docs/operating-a-fleet.md");
  private static final Pattern ALERT = Pattern.compile("\\*\\*(Tenure[A-Za-z]+)\\*\\*");
  private static final Pattern METER = Pattern.compile("`(tenure(?:\\.[a-z]+){2,})`");
  private static final Pattern METRIC = Pattern.compile("\\btenure_[a-z0-9_]+");
  private static final Set<String> METERS_LIKE_PROPERTIES =
      Set.of("tenure.consumer.workers", "tenure.consumer.managers");
  private static final Pattern ROW = Pattern.compile("^\\| `(tenure\\.[^`]+)` \\| ([^|]*) \\|");

  @ParameterizedTest
  @ValueSource(strings = {"application-embedded.yaml", "application-foundationdb.yaml"})
  void namesOnlyPropertiesThatExist(String file) throws IOException {
    Set<String> known = metadata().keySet();
    for (String property : properties(file).getPropertyNames()) {
      assertThat(known).contains(plain(property));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"application-embedded.yaml", "application-foundationdb.yaml"})
  void givesValuesThatCanBeUsed(String file) throws IOException {
    Binder binder = new Binder(ConfigurationPropertySources.from(properties(file)));
    assertThat(binder.bind("tenure", TenureProperties.class).get().clusters()).isNotEmpty();
    for (BindResult<?> bound :
        List.of(
            binder.bind("tenure.consumer", ConsumerProperties.class),
            binder.bind("tenure.sampling", SamplingProperties.class),
            binder.bind("tenure.admin", AdminProperties.class))) {
      assertThat(bound.isBound()).isTrue();
    }
  }

  @Test
  void listsEveryPropertyWithItsDefault() throws IOException {
    Map<String, String> documented = new TreeMap<>();
    for (String line : Files.readAllLines(CONFIG.resolve("README.md"))) {
      Matcher row = ROW.matcher(line);
      if (row.find() && !isMap(row.group(1))) {
        documented.put(row.group(1), row.group(2).strip());
      }
    }
    Map<String, String> real = new TreeMap<>();
    metadata()
        .forEach(
            (name, value) -> {
              if (name.startsWith("tenure.") && !isMap(name)) {
                real.put(name, value);
              }
            });
    assertThat(documented.keySet()).isEqualTo(real.keySet());
    real.forEach(
        (name, value) -> {
          if (!value.isEmpty()) {
            assertThat(documented.get(name)).as(name).isEqualTo(value);
          }
        });
  }

  /** What lies below a name of the user's choice is described by its own documents. */
  private static boolean isMap(String property) {
    return property.startsWith("tenure.clusters") || property.startsWith("tenure.handlers");
  }

  private static EnumerablePropertySource<?> properties(String file) throws IOException {
    List<PropertySource<?>> loaded =
        new YamlPropertySourceLoader().load(file, new FileSystemResource(CONFIG.resolve(file)));
    assertThat(loaded).hasSize(1);
    return (EnumerablePropertySource<?>) loaded.get(0);
  }

  /** {@code tenure.clusters.main.url} is part of the property {@code tenure.clusters}. */
  private static String plain(String property) {
    int index = property.indexOf('[');
    String unlisted = index < 0 ? property : property.substring(0, index);
    return unlisted.startsWith("tenure.clusters.") ? "tenure.clusters" : unlisted;
  }

  /** All properties of all jars, and their defaults where they have any. */
  private static Map<String, String> metadata() throws IOException {
    Map<String, String> found = new TreeMap<>();
    for (URL file :
        Collections.list(
            ConfigFilesTest.class
                .getClassLoader()
                .getResources("META-INF/spring-configuration-metadata.json"))) {
      try (InputStream content = file.openStream()) {
        for (JsonNode property : JsonMapper.shared().readTree(content).get("properties")) {
          JsonNode value = property.path("defaultValue");
          found.put(property.get("name").asString(), value.isValueNode() ? value.asString("") : "");
        }
      }
    }
    return found;
  }

  @Test
  void alertsOnMetricsThatExist() throws IOException {
    Set<String> used = new TreeSet<>();
    Matcher names =
        METRIC.matcher(Files.readString(CONFIG.resolve("prometheus/tenure-rules.yaml")));
    while (names.find()) {
      used.add(names.group());
    }
    assertThat(used).isNotEmpty();
    used.addAll(metersOfTheFleetPage());
    try (ConfigurableApplicationContext context = consumingServer()) {
      TenureTemplate template = context.getBean(TenureTemplate.class);
      TenantId tenant = new TenantId("notes", "alice");
      template.createTenant(tenant);
      template.execute(tenant, tx -> tx.zone().enqueue(Fixture.mail("m")));
      WebServer server = ((WebServerApplicationContext) context).getWebServer();
      int port = Objects.requireNonNull(server).getPort();
      await()
          .atMost(Duration.ofMinutes(2))
          .untilAsserted(
              () ->
                  assertThat(new Http(port).get("/actuator/prometheus").body())
                      .contains(used.toArray(String[]::new)));
    }
  }

  /** As Prometheus names them, but for what it adds to the end. */
  private static List<String> metersOfTheFleetPage() throws IOException {
    Set<String> properties = metadata().keySet();
    List<String> meters =
        METER
            .matcher(Files.readString(FLEET_PAGE))
            .results()
            .map(name -> name.group(1))
            .filter(name -> METERS_LIKE_PROPERTIES.contains(name) || !properties.contains(name))
            .map(name -> name.replace('.', '_'))
            .toList();
    assertThat(meters).contains("tenure_clock_skew", "tenure_consumer_workers");
    return meters;
  }

  @Test
  void tellsWhatToDoAboutEachAlertOfAPromise() throws IOException {
    String rules = Files.readString(CONFIG.resolve("prometheus/tenure-rules.yaml"));
    Set<String> explained = alerts(ALERT, Files.readString(FLEET_PAGE));
    Pattern rule = Pattern.compile("- alert: (\\w+)");
    assertThat(alerts(rule, rules)).containsAll(explained);
    assertThat(explained)
        .containsAll(alerts(rule, rules.substring(rules.indexOf("name: tenure-promises"))));
  }

  private static Set<String> alerts(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(found -> found.group(1)).collect(toSet());
  }

  /** The admin server as a process of its own that also has a handler. */
  private static ConfigurableApplicationContext consumingServer() {
    SpringApplication application = AdminApplication.application();
    application.setRegisterShutdownHook(false);
    application.addInitializers(
        context ->
            ((GenericApplicationContext) context)
                .registerBean(
                    HandlerRegistration.class,
                    () ->
                        HandlerRegistration.of(
                            Fixture.MAIL,
                            (payload, work) ->
                                CompletableFuture.<Outcome>failedFuture(
                                    new PermanentException("no such address")))));
    return application.run(
        "--server.port=0", "--tenure.clusters.a.url=memory:a", "--tenure.sampling.interval=100ms");
  }

  @Test
  void scrapesWhereTheServerAnswers() throws IOException {
    String scrape = Files.readString(CONFIG.resolve("prometheus/prometheus.yaml"));
    String port = AdminDefaults.properties().getProperty("server.port");
    assertThat(scrape).contains("metrics_path: /actuator/prometheus").contains("127.0.0.1:" + port);
  }
}
