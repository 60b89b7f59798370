package dev.tenure.admin.mount;

import dev.tenure.admin.AdminDefaults;
import dev.tenure.admin.AdminProperties;
import dev.tenure.admin.Mounted;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.spring.ConsumerStatusSource;
import dev.tenure.spring.SamplingProperties;
import dev.tenure.spring.TenureRuntime;
import dev.tenure.spring.observe.ClusterSampler;
import jakarta.servlet.ServletContext;
import java.util.List;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.PropertiesPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.web.context.WebApplicationContext;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.web.context.support.StandardServletEnvironment;

/**
 * The application context of a page inside an application. It contains the few beans of the
 * application that the page needs. It has no parent, since a servlet also uses the handler
 * mappings, advices and interceptors of its context's parents.
 */
final class MountedContext {
  private static final String ROOT = "dev.tenure.admin.";

  private static final List<Class<?>> GIVEN =
      List.of(
          Deployment.class,
          ClusterSampler.class,
          TenureRuntime.class,
          SamplingProperties.class,
          AdminProperties.class);

  private MountedContext() {}

  /** Starts a context, which the caller closes. */
  static WebApplicationContext start(ListableBeanFactory application, ServletContext servlets) {
    AnnotationConfigWebApplicationContext context = new AnnotationConfigWebApplicationContext();
    context.setClassLoader(MountedContext.class.getClassLoader());
    context.setServletContext(servlets);
    context.setEnvironment(environment());
    context.register(MountedMvc.class);
    context.scan(ROOT + "overview", ROOT + "problem", ROOT + "rest");
    context.addBeanFactoryPostProcessor(beans -> give(application, beans));
    context.refresh();
    return context;
  }

  private static void give(ListableBeanFactory application, ConfigurableListableBeanFactory to) {
    for (Class<?> type : GIVEN) {
      to.registerSingleton(type.getName(), application.getBean(type));
    }
    application
        .getBeanProvider(TenantDirectory.class)
        .ifAvailable(found -> to.registerSingleton(TenantDirectory.class.getName(), found));
    application
        .getBeansOfType(ConsumerStatusSource.class)
        .forEach((name, source) -> to.registerSingleton("application." + name, source));
    to.registerSingleton(Mounted.class.getName(), new Mounted());
  }

  /** The settings of the page are those of the admin server, whatever the application's are. */
  private static ConfigurableEnvironment environment() {
    StandardServletEnvironment environment = new StandardServletEnvironment();
    environment.setConversionService(new ApplicationConversionService());
    MutablePropertySources sources = environment.getPropertySources();
    sources.remove(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME);
    sources.remove(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME);
    sources.addLast(new PropertiesPropertySource("adminDefaults", AdminDefaults.properties()));
    ConfigurationPropertySources.attach(environment);
    return environment;
  }
}
