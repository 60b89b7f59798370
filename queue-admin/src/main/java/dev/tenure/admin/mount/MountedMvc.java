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
 * JSON, static files and errors as the admin server has them, and the rules of every request. Not a
 * component, which the admin server would find.
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
