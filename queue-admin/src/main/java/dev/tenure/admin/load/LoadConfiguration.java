package dev.tenure.admin.load;

import dev.tenure.spring.TenureRuntime;
import jakarta.servlet.DispatcherType;
import java.util.EnumSet;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

/** Puts {@link ClientExchange} after the other filters, and starts {@link ConnectionRelief}. */
@Configuration(proxyBeanMethods = false)
class LoadConfiguration {

  @Bean
  static FilterRegistrationBean<ClientExchange> clientExchange() {
    FilterRegistrationBean<ClientExchange> registration =
        new FilterRegistrationBean<>(new ClientExchange());
    registration.setOrder(Ordered.LOWEST_PRECEDENCE);
    registration.setDispatcherTypes(EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC));
    registration.addUrlPatterns("/*");
    return registration;
  }

  @Bean
  static WebServerFactoryCustomizer<TomcatServletWebServerFactory> relievedConnections(
      Reliefs reliefs) {
    return factory -> {
      factory.setProtocol(RelievedProtocol.class.getName());
      factory.addEngineValves(new ClientConnectionValve());
      factory.addConnectorCustomizers(
          connector -> {
            if (connector.getProtocolHandler() instanceof RelievedProtocol protocol) {
              reliefs.begin(protocol);
            }
          });
    };
  }

  @Bean
  static Reliefs connectionReliefs(TenureRuntime runtime) {
    return new Reliefs(runtime);
  }
}
