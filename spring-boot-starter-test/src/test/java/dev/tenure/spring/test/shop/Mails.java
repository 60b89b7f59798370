package dev.tenure.spring.test.shop;

import dev.tenure.consumer.ItemHandler;
import dev.tenure.consumer.Outcome;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.WorkType;
import dev.tenure.spring.HandlerRegistration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The application's work: mails about orders. */
@Configuration(proxyBeanMethods = false)
public class Mails {
  public static final WorkType<String> CONFIRM = WorkType.of("confirm-order", PayloadCodecs.text());
  public static final WorkType<String> ASK = WorkType.of("ask-about-order", PayloadCodecs.text());

  @Bean
  static HandlerRegistration<String> confirm(Mailer mailer) {
    return mail(CONFIRM, "your order of a ", mailer);
  }

  @Bean
  static HandlerRegistration<String> ask(Mailer mailer) {
    return mail(ASK, "how do you like your ", mailer);
  }

  private static HandlerRegistration<String> mail(
      WorkType<String> type, String words, Mailer mailer) {
    return HandlerRegistration.of(
        type,
        ItemHandler.blocking(
            (article, context) -> {
              mailer.send(context.tenant().user(), words + article);
              return Outcome.done();
            }));
  }
}
