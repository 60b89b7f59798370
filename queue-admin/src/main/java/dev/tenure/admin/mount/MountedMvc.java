package dev.tenure.admin.mount;

import dev.tenure.admin.AdminProperties;
import dev.tenure.admin.guard.MountedGuard;
import dev.tenure.spring.TenureRuntime;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Sets up JSON, static files and errors as in the admin server, and the checks of every request. It
 * is not a component, because the admin server would find it.
 */
@ImportAutoConfiguration({
  JacksonAutoConfiguration.class,
  HttpMessageConvertersAutoConfiguration.class,
  WebMvcAutoConfiguration.class
})
final class MountedMvc implements WebMvcConfigurer {
  private final AdminProperties properties;
  private final TenureRuntime runtime;

  MountedMvc(AdminProperties properties, TenureRuntime runtime) {
    this.properties = properties;
    this.runtime = runtime;
  }

  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry.addInterceptor(new MountedGuard(properties.readOnly(), runtime.clock()));
    registry.addInterceptor(new CsrfHandover());
  }
}
