package dev.tenure.spring.annotation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.StringValue;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.PermanentException;
import dev.tenure.consumer.WorkContext;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.zone.DeadLetter;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.spring.HandlerRegistration;
import dev.tenure.spring.TenureTemplate;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.autoproxy.BeanNameAutoProxyCreator;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;

/** What the methods of a bean are given, and what becomes of the items they handle. */
final class WorkHandlerTest {

  /** A payload without any annotation. */
  record Letter(String to, int pages) {}

  /** What the methods were called with. */
  static class Heard {
    final Queue<String> lines = new ConcurrentLinkedQueue<>();

    void add(Object... parts) {
      lines.add(List.of(parts).toString());
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Base {
    @Bean
    Heard heard() {
      return new Heard();
    }
  }

  /** Payloads of all kinds. */
  record Payloads(Heard heard) {
    @WorkHandler("record")
    void letter(Letter letter) {
      heard.add(letter.to(), letter.pages());
    }

    @WorkHandler("list")
    void letters(List<Letter> letters) {
      heard.add(letters.get(0).to(), letters.get(1).pages());
    }

    @WorkHandler("text")
    void text(String text) {
      heard.add(text);
    }

    @WorkHandler("bytes")
    void bytes(byte[] bytes) {
      heard.add(new String(bytes, StandardCharsets.UTF_8));
    }

    @WorkHandler("message")
    void message(StringValue message) {
      heard.add(message.getValue());
    }

    @WorkHandler("ignored")
    void without() {
      heard.add("no payload");
    }
  }

  private static void run(ApplicationContext context, String type, Object payload) {
    TenureTemplate tenure = context.getBean(TenureTemplate.class);
    var unused = tenure.enqueue(MailProcess.ALICE, tenure.item(type, payload));
  }

  private static void eventuallyHeard(ApplicationContext context, String line) {
    Heard heard = context.getBean(Heard.class);
    await().atMost(Duration.ofMinutes(2)).until(() -> heard.lines.contains(line));
  }

  private static void eventuallyEmpty(ApplicationContext context) {
    await().atMost(Duration.ofMinutes(2)).until(() -> counts(context).isEmpty());
  }

  private static Map<String, Long> counts(ApplicationContext context) {
    return context
        .getBean(TenureTemplate.class)
        .execute(MailProcess.ALICE, tx -> tx.zone().countByType());
  }

  @Test
  void aPayloadIsDecodedByTheTypeOfTheParameter() {
    MailProcess.with(Base.class, Payloads.class)
        .run(
            context -> {
              run(context, "record", new Letter("Ahab", 3));
              run(context, "list", List.of(new Letter("Ahab", 1), new Letter("Starbuck", 2)));
              run(context, "text", "plain");
              run(context, "bytes", "raw".getBytes(StandardCharsets.UTF_8));
              run(context, "message", StringValue.of("proto"));
              run(context, "ignored", "anything");
              eventuallyEmpty(context);
              assertThat(context.getBean(Heard.class).lines)
                  .containsExactlyInAnyOrder(
                      "[Ahab, 3]", "[Ahab, 2]", "[plain]", "[raw]", "[proto]", "[no payload]");
            });
  }

  /** Parameters besides the payload. */
  record Contexts(Heard heard) {
    @WorkHandler("send")
    void send(TenantId tenant, WorkItem item, String text, WorkContext context) {
      heard.add(tenant, item.type(), text, context.zone(), context.attempt());
    }
  }

  @Test
  void theContextIsGivenInAnyOrder() {
    MailProcess.with(Base.class, Contexts.class)
        .run(
            context -> {
              run(context, "send", "hello");
              eventuallyHeard(context, "[mail/alice, send, hello, default, 1]");
            });
  }

  /** All that a method may return, and what it may throw. */
  record Results(Heard heard) {
    @WorkHandler("outcome")
    Outcome outcome(String text) {
      return text.equals("bad") ? Outcome.deadLetter("it is bad") : Outcome.done();
    }

    @WorkHandler("effects")
    CompletionStage<Outcome> effects(String text) {
      return CompletableFuture.completedFuture(
          Outcome.done(tx -> tx.zone().enqueue(NewItem.of(NEXT, text)).thenApply(done -> null)));
    }

    @WorkHandler("next")
    CompletableFuture<Void> next(String text) {
      heard.add("next", text);
      return CompletableFuture.completedFuture(null);
    }

    @WorkHandler("throws")
    void fails(String text) {
      if (heard.lines.add("called")) {
        throw new PermanentException("cannot " + text);
      }
    }

    @WorkHandler(value = "no-stage", attemptsMax = 1)
    @SuppressWarnings("NullAway")
    CompletableFuture<Outcome> nothing(String text) {
      return null;
    }
  }

  private static final WorkType<String> NEXT = WorkType.of("next", PayloadCodecs.text());

  @Test
  void theResultDecidesWhatBecomesOfTheItem() {
    MailProcess.with(Base.class, Results.class)
        .run(
            context -> {
              run(context, "effects", "one");
              eventuallyHeard(context, "[next, one]");
              run(context, "outcome", "good");
              run(context, "outcome", "bad");
              run(context, "throws", "do it");
              run(context, "no-stage", "you");
              eventuallyEmpty(context);
              assertThat(reasons(context))
                  .hasSize(3)
                  .anyMatch(reason -> reason.contains("it is bad"))
                  .anyMatch(reason -> reason.contains("cannot do it"))
                  .anyMatch(
                      reason ->
                          reason.contains(
                              "Results.nothing(String) returned null instead of a stage"));
            });
  }

  private static List<String> reasons(ApplicationContext context) {
    return context
        .getBean(TenureTemplate.class)
        .execute(
            MailProcess.ALICE,
            tx ->
                tx.zone()
                    .scanDeadLetters(Continuation.START, ScanOptions.defaults())
                    .asList()
                    .thenApply(found -> found.stream().map(DeadLetter::reason).toList()));
  }

  /** With a codec, a schema version and a policy of their own. */
  @Configuration(proxyBeanMethods = false)
  static class OwnType {
    @Bean
    WorkType<String> shouted() {
      return WorkType.of(
              "shout",
              PayloadCodecs.<String>json(
                  text -> "\"" + text.toUpperCase(Locale.ROOT) + "\"",
                  json -> json.substring(1, json.length() - 1)))
          .withSchemaVersion(3);
    }

    @Bean
    Shouting shouting(Heard heard) {
      return new Shouting(heard);
    }
  }

  /** Handles a declared type. */
  record Shouting(Heard heard) {
    @WorkHandler("shout")
    void shout(String text, WorkItem item) {
      heard.add(text, item.schemaVersion());
    }
  }

  @Test
  void aTypeThatIsABeanHasItsOwnCodecAndVersion() {
    MailProcess.with(Base.class, OwnType.class)
        .run(
            context -> {
              run(context, "shout", "hello");
              eventuallyHeard(context, "[HELLO, 3]");
            });
  }

  /** A new object for each item. */
  @Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
  static class Fresh {
    private final Heard heard;
    private int calls;

    Fresh(Heard heard) {
      this.heard = heard;
    }

    @WorkHandler("${mail.type}")
    void handle(String text) {
      calls++;
      heard.add(text, calls);
    }
  }

  @Test
  void aPrototypeIsMadeForEachItemAndATypeMayBeAPlaceholder() {
    MailProcess.with(Base.class, Fresh.class)
        .withPropertyValues("mail.type=fresh")
        .run(
            context -> {
              run(context, "fresh", "first");
              run(context, "fresh", "second");
              eventuallyHeard(context, "[first, 1]");
              eventuallyHeard(context, "[second, 1]");
            });
  }

  /** What a proxy stands before. */
  static class Guarded {
    private final Heard heard;

    Guarded(Heard heard) {
      this.heard = heard;
    }

    @WorkHandler("guarded")
    public void handle(String text) {
      heard.add(text);
    }
  }

  /** A proxy by class, as for an annotation such as Transactional. */
  @Configuration(proxyBeanMethods = false)
  static class Proxies {
    @Bean
    static BeanNameAutoProxyCreator proxies() {
      BeanNameAutoProxyCreator creator = new BeanNameAutoProxyCreator();
      creator.setBeanNames("guarded");
      creator.setInterceptorNames("guard");
      creator.setProxyTargetClass(true);
      return creator;
    }

    @Bean
    MethodInterceptor guard(Heard heard) {
      return call -> {
        heard.add("guard of", call.getMethod().getName());
        return call.proceed();
      };
    }

    @Bean
    Guarded guarded(Heard heard) {
      return new Guarded(heard);
    }
  }

  @Test
  void aProxyOfTheBeanIsCalled() {
    MailProcess.with(Base.class, Proxies.class)
        .run(
            context -> {
              run(context, "guarded", "hello");
              eventuallyHeard(context, "[hello]");
              eventuallyHeard(context, "[guard of, handle]");
            });
  }

  @Test
  void nothingIsConsumedWithoutAnAnnotatedMethod() {
    MailProcess.with(Base.class)
        .run(context -> assertThat(context).doesNotHaveBean("tenureConsumerLifecycle"));
  }

  @Test
  void aRegistrationIsNamedByBeanAndMethod() {
    MailProcess.with(Base.class, Contexts.class)
        .run(
            context ->
                assertThat(context.getBeansOfType(HandlerRegistration.class).keySet())
                    .singleElement()
                    .asString()
                    .startsWith("workHandler.")
                    .endsWith("Contexts.send"));
  }
}
