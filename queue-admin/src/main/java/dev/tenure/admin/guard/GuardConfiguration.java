package dev.tenure.admin.guard;

import dev.tenure.admin.AdminProperties;
import dev.tenure.admin.problem.ProblemReportValve;
import dev.tenure.spring.TenureConfigurationException;
import dev.tenure.spring.TenureRuntime;
import jakarta.servlet.Filter;
import java.net.InetAddress;
import org.apache.catalina.core.StandardHost;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

/** Puts the guards before all other filters, and makes Tomcat pass identifiers on unchanged. */
@Configuration(proxyBeanMethods = false)
class GuardConfiguration {

  @Bean
  static FilterRegistrationBean<SecurityHeaders> securityHeaders(TenureRuntime runtime) {
    return first(new SecurityHeaders(runtime.clock()), 0);
  }

  @Bean
  static FilterRegistrationBean<RequestGuard> requestGuard(
      AdminProperties properties, ServerProperties server) {
    refuseOpenDoor(properties, server.getAddress());
    AllowedHosts hosts = new AllowedHosts(properties.allowedHosts());
    return first(new RequestGuard(hosts, properties.readOnly()), 1);
  }

  /** Makes Tomcat keep encoded slashes and backslashes, which are parts of identifiers. */
  @Bean
  static WebServerFactoryCustomizer<TomcatServletWebServerFactory> identifiersAsTheyAre() {
    return factory -> {
      factory.addConnectorCustomizers(
          connector -> {
            connector.setEncodedSolidusHandling("passthrough");
            connector.setEncodedReverseSolidusHandling("passthrough");
          });
      factory.addContextCustomizers(
          context ->
              ((StandardHost) context.getParent())
                  .setErrorReportValveClass(ProblemReportValve.class.getName()));
    };
  }

  /** Requires the names of allowed hosts when other machines can reach the server. */
  private static void refuseOpenDoor(
      AdminProperties properties, @org.jspecify.annotations.Nullable InetAddress address) {
    boolean loopback = address != null && address.isLoopbackAddress();
    if (!loopback && properties.allowedHosts().isEmpty()) {
      throw new TenureConfigurationException(
          "server.address is "
              + (address == null ? "not set" : address.getHostAddress())
              + ", which other machines can reach, and tenure.admin.allowed-hosts is empty; name"
              + " the hosts by which browsers reach the page, and put a proxy with a login in front"
              + " of it");
    }
  }

  private static <F extends Filter> FilterRegistrationBean<F> first(F filter, int order) {
    FilterRegistrationBean<F> registration = new FilterRegistrationBean<>(filter);
    registration.setOrder(Ordered.HIGHEST_PRECEDENCE + order);
    registration.addUrlPatterns("/*");
    return registration;
  }
}
