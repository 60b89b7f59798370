package dev.tenure.admin.mount;

import dev.tenure.admin.AdminApplication;
import dev.tenure.admin.AdminProperties;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.web.servlet.DispatcherServlet;

/**
 * Puts the page into an application with {@code tenure.admin.enabled=true}, below {@code
 * tenure.admin.path}. The application's own filters decide who may reach the page; this class
 * neither opens nor closes a path. It has no effect in the admin server itself.
 */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({DispatcherServlet.class, ServletRegistrationBean.class})
@ConditionalOnMissingBean(AdminApplication.class)
@EnableConfigurationProperties(AdminProperties.class)
public final class AdminMountAutoConfiguration {

  @Bean
  @ConditionalOnBooleanProperty("tenure.admin.enabled")
  static ServletRegistrationBean<AdminServlet> tenureAdminServlet(
      AdminProperties properties, ListableBeanFactory beans) {
    ServletRegistrationBean<AdminServlet> registration =
        new ServletRegistrationBean<>(new AdminServlet(beans), properties.path() + "/*");
    registration.setName("tenureAdmin");
    registration.setLoadOnStartup(1);
    return registration;
  }
}
