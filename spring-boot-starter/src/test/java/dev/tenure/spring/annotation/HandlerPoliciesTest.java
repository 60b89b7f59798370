package dev.tenure.spring.annotation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.ItemHandler;
import dev.tenure.consumer.Outcome;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.WorkPolicy.Exhausted;
import dev.tenure.queue.WorkType;
import dev.tenure.spring.HandlerRegistration;
import dev.tenure.spring.LogLines;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** The policy comes from the type, then the annotation, then the properties. */
final class HandlerPoliciesTest {

  static class Post {
    @WorkHandler(
        value = "send",
        inlineRetries = 1,
        backoffInitial = "200ms",
        backoffMax = "1m",
        attemptsMax = 4,
        vanishedMax = 5,
        executionBound = "${bound:30s}",
        concurrency = 6,
        exhausted = "discard",
        ageMax = "1d",
        permanentErrors = NumberFormatException.class)
    void send(String text) {}
  }

  private final ApplicationContextRunner process = MailProcess.with().withBean("post", Post.class);

  private static WorkPolicy policy(ApplicationContext context) {
    return context.getBean(Handlers.class).policy("send").orElseThrow();
  }

  private static WorkPolicy annotated() {
    return WorkPolicy.defaults()
        .withInlineRetries(1)
        .withBackoff(Duration.ofMillis(200), Duration.ofMinutes(1))
        .withAttemptsMax(4)
        .withVanishedMax(5)
        .withExecutionBound(Duration.ofSeconds(30))
        .withConcurrency(6)
        .withExhausted(Exhausted.DISCARD)
        .withAgeMax(Duration.ofDays(1))
        .withPermanentErrors(NumberFormatException.class);
  }

  @Test
  void theAnnotationSetsThePolicy() {
    process.run(context -> assertThat(policy(context)).isEqualTo(annotated()));
  }

  @Test
  void propertiesComeBeforeTheAnnotation() {
    process
        .withPropertyValues(
            "tenure.handlers.send.inline-retries=0",
            "tenure.handlers.send.backoff-initial=2m",
            "tenure.handlers.send.backoff-max=1h",
            "tenure.handlers.send.attempts-max=7",
            "tenure.handlers.send.vanished-max=8",
            "tenure.handlers.send.execution-bound=10s",
            "tenure.handlers.send.concurrency=9",
            "tenure.handlers.send.exhausted=dead-letter",
            "tenure.handlers.send.age-max=2d")
        .run(
            context ->
                assertThat(policy(context))
                    .isEqualTo(
                        annotated()
                            .withInlineRetries(0)
                            .withBackoff(Duration.ofMinutes(2), Duration.ofHours(1))
                            .withAttemptsMax(7)
                            .withVanishedMax(8)
                            .withExecutionBound(Duration.ofSeconds(10))
                            .withConcurrency(9)
                            .withExhausted(Exhausted.DEAD_LETTER)
                            .withAgeMax(Duration.ofDays(2))));
  }

  @Test
  void propertiesAreForEveryHandler() {
    ItemHandler<String> handler = ItemHandler.blocking((text, work) -> Outcome.done());
    MailProcess.with()
        .withBean(
            "registration",
            HandlerRegistration.class,
            () -> HandlerRegistration.of(WorkType.of("Mail.Send", PayloadCodecs.text()), handler))
        .withPropertyValues("tenure.handlers.mailsend.concurrency=3")
        .run(
            context ->
                assertThat(context.getBean(Handlers.class).policy("Mail.Send"))
                    .contains(WorkPolicy.defaults().withConcurrency(3)));
  }

  @Test
  void aNameInBracketsIsTakenAsItIs() {
    HandlersProperties properties =
        new HandlersProperties(Map.of("mail.send", settings(1), "mailsend", settings(2)));
    assertThat(properties.keyOf("mail.send")).contains("mail.send");
    assertThat(properties.keyOf("mailsend")).contains("mailsend");
    assertThat(properties.keyOf("MailSend")).contains("mail.send");
    assertThat(properties.keyOf("send")).isEmpty();
    assertThat(properties.keysBeside(Set.of("mailsend"))).containsExactly("mail.send");
  }

  private static HandlerSettings settings(int attempts) {
    return new HandlerSettings(null, null, null, attempts, null, null, null, null, null);
  }

  @Test
  void aWrongPropertyIsToldByItsName() {
    process
        .withPropertyValues("tenure.handlers.send.attempts-max=-1")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .hasStackTraceContaining(
                        "tenure.handlers.send.attempts-max is -1, it must be 0 to 1000000"));
    process
        .withPropertyValues("tenure.handlers.send.backoff-initial=5m")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .hasStackTraceContaining("tenure.handlers.send.backoff-max is PT1M, it must"));
  }

  @Test
  void aWrongPropertyOfATypeThatIsNotHandledIsToldByItsName() {
    for (ApplicationContextRunner runner : List.of(process, MailProcess.with())) {
      runner
          .withPropertyValues("tenure.handlers.other.attempts-max=-1")
          .run(
              context ->
                  assertThat(context)
                      .getFailure()
                      .hasStackTraceContaining(
                          "tenure.handlers.other.attempts-max is -1, it must be 0 to 1000000"));
      runner
          .withPropertyValues("tenure.handlers.other.backoff-initial=1h")
          .run(context -> assertThat(context).hasNotFailed());
    }
  }

  @Test
  void aMistypedPropertyIsRefused() {
    process
        .withPropertyValues("tenure.handlers.send.atempts-max=3")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .hasStackTraceContaining("tenure.handlers.send.atempts-max")
                    .hasStackTraceContaining("the nearest is tenure.handlers.send.attempts-max"));
  }

  @Test
  void propertiesOfATypeThatIsNotHandledAreWarnedOf() {
    try (LogLines log = LogLines.of(HandlerPolicies.class.getName())) {
      process
          .withPropertyValues("tenure.handlers.sned.concurrency=3")
          .run(context -> assertThat(context).hasNotFailed());
      assertThat(log.lines())
          .containsExactly(
              "WARN tenure.handlers.sned has no effect here: this process handles [send]");
    }
  }
}
