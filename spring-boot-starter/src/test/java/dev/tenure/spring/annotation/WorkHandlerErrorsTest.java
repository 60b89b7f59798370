package dev.tenure.spring.annotation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.consumer.Outcome;
import dev.tenure.spring.TenureConfigurationException;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A method that cannot be called ends the start, by bean, method and reason. */
final class WorkHandlerErrorsTest {

  private static void assertRefused(ApplicationContextRunner process, String... parts) {
    process.run(
        context ->
            assertThat(context)
                .getFailure()
                .satisfies(failure -> assertThat(refusal(failure)).isNotNull())
                .satisfies(failure -> assertThat(refusal(failure)).contains(parts)));
  }

  private static String refusal(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof TenureConfigurationException told) {
        return String.valueOf(told.getMessage());
      }
    }
    return "no TenureConfigurationException in " + failure;
  }

  private static ApplicationContextRunner process(Class<?> bean) {
    return MailProcess.with().withBean("post", bean);
  }

  static class TwoPayloads {
    @WorkHandler("send")
    void send(String text, Integer pages) {}
  }

  @Test
  void aMethodHasOnePayload() {
    assertRefused(
        process(TwoPayloads.class),
        "TwoPayloads.send(String, Integer) of bean post cannot handle work type \"send\": its"
            + " parameters String and Integer are 2 payloads, it may have one");
  }

  static class WrongResult {
    @WorkHandler("send")
    String send(String text) {
      return text;
    }
  }

  static class WrongStage {
    @WorkHandler("send")
    @SuppressWarnings("NullAway")
    CompletionStage<String> send(String text) {
      return null;
    }
  }

  @Test
  void aMethodReturnsAnOutcomeOrNothing() {
    assertRefused(
        process(WrongResult.class),
        "WrongResult.send(String) of bean post",
        "it returns java.lang.String; it may return void, Outcome, CompletionStage<Void> or"
            + " CompletionStage<Outcome>");
    assertRefused(
        process(WrongStage.class), "it returns java.util.concurrent.CompletionStage<java.lang.");
  }

  static class WrongPolicy {
    @WorkHandler(value = "send", attemptsMax = -7)
    void send(String text) {}
  }

  static class WrongDuration {
    @WorkHandler(value = "send", backoffInitial = "soon")
    void send(String text) {}
  }

  static class WrongEnd {
    @WorkHandler(value = "send", exhausted = "keep")
    void send(String text) {}
  }

  static class WrongType {
    @WorkHandler("")
    void send(String text) {}
  }

  @Test
  void attributesAreCheckedByTheirNames() {
    assertRefused(process(WrongPolicy.class), "attemptsMax is -7, it must be 0 to 1000000");
    assertRefused(
        process(WrongDuration.class), "backoffInitial is \"soon\", it must be a duration such as");
    assertRefused(
        process(WrongEnd.class), "exhausted is \"keep\", it must be dead-letter or discard");
    assertRefused(process(WrongType.class), "cannot handle work type \"\": work type");
  }

  static class TwoOfOneType {
    @WorkHandler("send")
    void send(String text) {}

    @WorkHandler("send")
    Outcome sendAgain(String text) {
      return Outcome.done();
    }
  }

  @Test
  void twoMethodsOfOneTypeAreToldByTheirMethods() {
    assertRefused(
        process(TwoOfOneType.class),
        "work type \"send\" has two handlers, it can have one: bean workHandler.post.send"
            + " (TwoOfOneType.send(String)) and bean workHandler.post.sendAgain"
            + " (TwoOfOneType.sendAgain(String))");
  }

  static class Plain {
    @WorkHandler("send")
    void send(Thread.State state) {}
  }

  @Test
  void jacksonIsAskedForWhereItIsNeeded() {
    assertRefused(
        process(Plain.class).withClassLoader(new FilteredClassLoader("tools.jackson.databind")),
        "a payload of java.lang.Thread$State is written as JSON, which needs Jackson: add the"
            + " dependency org.springframework.boot:spring-boot-starter-jackson");
  }

  @Configuration(proxyBeanMethods = false)
  static class Hidden {
    @Bean
    Runnable post() {
      return new HiddenPost();
    }
  }

  static class HiddenPost implements Runnable {
    @Override
    public void run() {}

    @WorkHandler("send")
    void send(String text) {}
  }

  @Test
  void aMethodThatTheDeclaredTypeLacksIsTold() {
    assertRefused(
        MailProcess.with(Hidden.class),
        "HiddenPost.send(String) of bean post has @WorkHandler(\"send\"), but nothing would call"
            + " it: the type by which the bean is declared does not have the method");
  }
}
