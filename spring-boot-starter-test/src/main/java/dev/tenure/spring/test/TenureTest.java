package dev.tenure.spring.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.autoconfigure.OverrideAutoConfiguration;
import org.springframework.boot.test.context.filter.annotation.TypeExcludeFilters;
import org.springframework.test.context.BootstrapWith;
import org.springframework.test.context.junit.jupiter.SpringExtension;

/**
 * A test of an application's work items without the rest of the application. The context has
 * Tenure's auto-configuration on a cluster in memory, a JSON mapper where Jackson is there, and a
 * {@link TenureTester} to inject. Of the classes that the application's component scan finds, it
 * has only those that make handlers. These are classes with a {@code @WorkHandler} method, classes
 * with a {@code @Bean} method for a handler registration or the tenants' schemas, and handlers
 * themselves. Other beans are added with {@code @Import} or a nested configuration.
 *
 * <p>Items do not run by themselves: see {@link AutoConfigureTenureTest}.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@BootstrapWith(TenureTestContextBootstrapper.class)
@ExtendWith(SpringExtension.class)
@OverrideAutoConfiguration(enabled = false)
@TypeExcludeFilters(HandlersOnlyFilter.class)
@AutoConfigureTenureTest
@ImportAutoConfiguration
public @interface TenureTest {

  /** Properties of the context in the form {@code key=value}. */
  String[] properties() default {};
}
