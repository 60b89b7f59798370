package dev.tenure.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenure.consumer.Outcome;
import dev.tenure.spring.HandlerRegistration;
import dev.tenure.spring.Notes;
import dev.tenure.spring.TenureTemplate;
import dev.tenure.spring.consumer.ConsumerLifecycle;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The endpoint of an application with a web server. */
final class TenureEndpointTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final HttpClient client = HttpClient.newHttpClient();

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Producer {}

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Application {
    @Bean
    static HandlerRegistration<String> notes() {
      return HandlerRegistration.of(
          Notes.NOTE,
          (text, work) ->
              CompletableFuture.completedFuture(
                  text.equals("bad") ? Outcome.deadLetter("it is bad") : Outcome.done()));
    }
  }

  private static ConfigurableApplicationContext start(Class<?> application, String... more) {
    return new SpringApplicationBuilder(application)
        .web(WebApplicationType.SERVLET)
        .properties(
            "server.port=0",
            "tenure.clusters.a.url=memory:a",
            "tenure.clusters.b.url=memory:b",
            "tenure.consumer.id=c",
            "tenure.sampling.interval=100ms",
            "management.endpoints.web.exposure.include=health,tenure",
            "management.endpoint.health.show-details=always")
        .properties(more)
        .run();
  }

  private HttpResponse<String> send(
      ConfigurableApplicationContext context, String path, String body)
      throws IOException, InterruptedException {
    URI uri =
        URI.create(
            "http://localhost:"
                + context.getEnvironment().getProperty("local.server.port")
                + "/actuator/"
                + path);
    HttpRequest.Builder request = HttpRequest.newBuilder(uri);
    if (!body.isEmpty()) {
      request
          .header("Content-Type", "application/json")
          .POST(HttpRequest.BodyPublishers.ofString(body));
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private JsonNode read(ConfigurableApplicationContext context, String path) throws Exception {
    return JSON.readTree(send(context, path, "").body());
  }

  private static ConditionFactory eventually() {
    return await().atMost(Duration.ofMinutes(2));
  }

  @Test
  void tellsClustersConsumersAndHandlers() {
    try (ConfigurableApplicationContext context = start(Application.class)) {
      TenureTemplate template = context.getBean(TenureTemplate.class);
      Notes.enqueue(template, "good");
      Notes.enqueue(template, "bad");
      eventually()
          .untilAsserted(
              () -> {
                JsonNode told = read(context, "tenure");
                assertThat(told.at("/clusters/a/open").asBoolean()).isTrue();
                assertThat(told.at("/clusters/b/reachable").asBoolean()).isTrue();
                assertThat(told.at("/consumers/0/state").asString()).isEqualTo("RUNNING");
                assertThat(told.at("/consumers/0/id").asString()).isEqualTo("c");
                assertThat(told.at("/consumers/0/items/completed").asInt()).isEqualTo(1);
                assertThat(told.at("/consumers/0/items/deadLettered").asInt()).isEqualTo(1);
                assertThat(told.at("/handlers/note/attemptsMax").asInt()).isEqualTo(25);
              });
    }
  }

  @Test
  void pausesAndResumes() throws Exception {
    try (ConfigurableApplicationContext context = start(Application.class)) {
      ConsumerLifecycle consumer = context.getBean(ConsumerLifecycle.class);
      assertThat(send(context, "tenure", "{\"paused\": true}").statusCode()).isEqualTo(200);
      assertThat(consumer.isPaused()).isTrue();
      JsonNode told = read(context, "tenure");
      assertThat(told.at("/consumers/0/state").asString()).isEqualTo("paused");
      assertThat(told.at("/consumers/0/paused").asBoolean()).isTrue();

      assertThat(send(context, "tenure", "{\"paused\": false}").statusCode()).isEqualTo(200);
      assertThat(consumer.isPaused()).isFalse();
      eventually().until(() -> consumer.status().isPresent());
    }
  }

  @Test
  void aProcessWithoutAConsumerCannotBePaused() throws Exception {
    try (ConfigurableApplicationContext context = start(Producer.class)) {
      assertThat(send(context, "tenure", "{\"paused\": true}").statusCode()).isEqualTo(400);
      assertThat(read(context, "tenure").at("/handlers").size()).isZero();
    }
  }

  @Test
  void eachClusterIsAComponentOfHealth() {
    try (ConfigurableApplicationContext context = start(Application.class)) {
      eventually()
          .untilAsserted(
              () ->
                  assertThat(read(context, "health/tenureClusters/b").at("/status").asString())
                      .isEqualTo("UP"));
    }
  }

  @Test
  void isNotThereUnlessItIsExposed() throws Exception {
    try (ConfigurableApplicationContext context =
        start(Application.class, "management.endpoints.web.exposure.include=health")) {
      assertThat(send(context, "tenure", "").statusCode()).isEqualTo(404);
      assertThat(context.getBeansOfType(TenureEndpoint.class)).isEmpty();
    }
  }
}
