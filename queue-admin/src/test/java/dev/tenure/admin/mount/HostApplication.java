package dev.tenure.admin.mount;

import dev.tenure.admin.Fixture;
import dev.tenure.admin.Http;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;

/** An application that runs, on a port of its own, over a cluster in memory. */
final class HostApplication implements AutoCloseable {
  static final TenantId ALICE = new TenantId("shop", "alice");

  private final ServletWebServerApplicationContext context;

  private HostApplication(ServletWebServerApplicationContext context) {
    this.context = context;
  }

  /** Greets at /hello. No component, which admin servers of other tests would find. */
  @EnableAutoConfiguration
  static class Plain {
    @Bean
    static RouterFunction<ServerResponse> hello() {
      return RouterFunctions.route()
          .GET("/hello", request -> ServerResponse.ok().body("hello"))
          .build();
    }
  }

  /** Lets operators alone reach the page, and everybody the rest. */
  @EnableWebSecurity
  static class Secured extends Plain {
    @Bean
    static SecurityFilterChain chain(HttpSecurity http) {
      return http.authorizeHttpRequests(
              requests ->
                  requests
                      .requestMatchers("/tenure/**")
                      .hasRole("OPERATOR")
                      .anyRequest()
                      .permitAll())
          .httpBasic(Customizer.withDefaults())
          .build();
    }

    /** As Boot's auto-configuration of Spring Security registers it. */
    @Bean
    static FilterRegistrationBean<Filter> everywhere(
        @Qualifier("springSecurityFilterChain") Filter chain) {
      FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>(chain);
      registration.setDispatcherTypes(EnumSet.allOf(DispatcherType.class));
      return registration;
    }

    @Bean
    static UserDetailsService users() {
      User.UserBuilder user = User.builder().password("{noop}secret");
      return new InMemoryUserDetailsManager(
          user.username("ann").roles("OPERATOR").build(),
          user.username("bob").roles("CUSTOMER").build());
    }
  }

  /** An application with the page, and properties of its own. */
  static HostApplication start(Class<?> configuration, String... properties) {
    List<String> all =
        new ArrayList<>(
            List.of("--server.port=0", "--tenure.clusters.a.url=memory:a", "--debug=false"));
    Arrays.stream(properties).map(property -> "--" + property).forEach(all::add);
    SpringApplication application = new SpringApplication(configuration);
    application.setRegisterShutdownHook(false);
    return new HostApplication(
        (ServletWebServerApplicationContext) application.run(all.toArray(String[]::new)));
  }

  static HostApplication withPage(String... properties) {
    List<String> all = new ArrayList<>(List.of("tenure.admin.enabled=true"));
    all.addAll(Arrays.asList(properties));
    return start(Plain.class, all.toArray(String[]::new));
  }

  Http http() {
    WebServer server = context.getWebServer();
    if (server == null) {
      throw new IllegalStateException("the application has no web server");
    }
    return new Http(server.getPort());
  }

  /** Puts an item into the zone {@code z} of Alice. */
  void enqueue(String id) {
    Deployment deployment = context.getBean(Deployment.class);
    deployment.createTenant(ALICE).join();
    deployment.run(ALICE, tx -> tx.zone("z").enqueue(Fixture.mail(id))).join();
  }

  /** The filters of the web server, by name. */
  Set<String> filters() {
    ServletContext servlets = Objects.requireNonNull(context.getServletContext());
    return servlets.getFilterRegistrations().keySet();
  }

  @Override
  public void close() {
    context.close();
  }
}
