package dev.tenure.spring.test;

import dev.tenure.spring.annotation.WorkHandlerAutoConfiguration;
import dev.tenure.spring.autoconfigure.TenureAutoConfiguration;
import dev.tenure.spring.autoconfigure.TenureConsumerAutoConfiguration;
import dev.tenure.spring.payload.PayloadAutoConfiguration;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.test.context.TestPropertySource;

/**
 * Puts the clusters of a test's context into memory, with any {@code tenure.clusters}, and gives
 * the test control of the time. The application's consumer is not started: items run only when the
 * test calls the {@link TenureTester}. After each test method, the cluster is reset to its state
 * after the start of the context. For use together with {@code @SpringBootTest}; {@link TenureTest}
 * includes it.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ImportAutoConfiguration({
  TenureTestAutoConfiguration.class,
  PayloadAutoConfiguration.class,
  WorkHandlerAutoConfiguration.class,
  TenureAutoConfiguration.class,
  TenureConsumerAutoConfiguration.class
})
@TestPropertySource(
    properties = {"tenure.consumer.auto-startup=false", "tenure.sampling.interval=10m"})
public @interface AutoConfigureTenureTest {}
