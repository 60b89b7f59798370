package dev.tenure.examples.classscheduling;

import dev.tenure.consumer.ItemHandler;
import dev.tenure.examples.classscheduling.proto.Mail;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.spring.HandlerRegistration;
import dev.tenure.spring.TenureRuntime;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/**
 * The application of the class scheduling tutorial as a process of a fleet, on the single cluster
 * under {@code tenure.clusters}. The process consumes until it is stopped. With the property {@code
 * school.students}, it lets that many students act and then ends. Its exit code is 0 when all their
 * work is done and every rule is kept, otherwise 1.
 */
@SpringBootApplication(proxyBeanMethods = false)
public class ClassSchedulingApplication {
  static final String STUDENTS = "school.students";

  private static final Map<String, Object> DEFAULTS =
      Map.of(
          "spring.application.name",
          "class-scheduling",
          "management.endpoints.web.exposure.include",
          "health,prometheus",
          "logging.level.dev.tenure",
          "info",
          "logging.level.org.springframework.boot",
          "info");

  /** The process's entry; takes properties. */
  public static void main(String[] arguments) {
    SpringApplication application = new SpringApplication(ClassSchedulingApplication.class);
    application.setDefaultProperties(DEFAULTS);
    ConfigurableApplicationContext context = application.run(arguments);
    if (context.getEnvironment().containsProperty(STUDENTS)) {
      System.exit(SpringApplication.exit(context));
    }
  }

  @Bean
  static TenantSchemas schemas() {
    return TenantSchemas.same(ClassSchema.metaData());
  }

  @Bean
  static MailSender mails() {
    return new LoggedMails();
  }

  @Bean
  static HandlerRegistration<String> seatHandler() {
    return HandlerRegistration.of(ClassSchema.SEAT, ClassHandlers::seat);
  }

  @Bean
  static HandlerRegistration<Mail> mailHandler(MailSender mails) {
    ItemHandler<Mail> handler = new ClassHandlers(mails)::mail;
    return HandlerRegistration.of(ClassSchema.MAIL, handler);
  }

  @Bean
  @ConditionalOnProperty(STUDENTS)
  static ApplicationRunner term(
      Deployment deployment, TenureRuntime runtime, Environment environment) {
    Term term =
        new Term(
            new Registrar(deployment.clusters().get(0)),
            environment.getRequiredProperty(STUDENTS, Integer.class),
            runtime.secrets(),
            new PrintStream(System.out, true, StandardCharsets.UTF_8));
    return arguments -> term.run();
  }
}
