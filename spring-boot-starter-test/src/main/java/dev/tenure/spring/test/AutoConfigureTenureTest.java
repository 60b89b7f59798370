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
 * Puts the clusters of a test's context into memory, whatever {@code tenure.clusters} says, and
 * time into the hands of the test. The application's consumer is not started: items run when the
 * {@link TenureTester} is told to run them. After each test method the cluster is as it was after
 * the start of the context. For use beside {@code @SpringBootTest}; {@link TenureTest} has it.
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
