package dev.tenure.spring.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method of a bean that runs the items of a work type, as an {@code ItemHandler} would.
 *
 * <p><b>Parameters</b>, in any order: at most one for the payload, and any of {@code WorkContext},
 * {@code WorkItem} and {@code TenantId}. The payload's codec is that of the {@code WorkType} bean
 * of the type, or else follows from the parameter's Java type: {@code byte[]} and {@code String}
 * unchanged, protobuf messages as protobuf, and all others as JSON by Jackson.
 *
 * <p><b>Return type</b>: {@code void} and {@code Outcome} for methods that may block; they run on
 * the consumer's worker executor. {@code CompletionStage<Outcome>} and {@code
 * CompletionStage<Void>}, subtypes included, for methods that return at once. {@code void} and
 * {@code Void} mean {@code Outcome.done()}. An exception is a failed attempt.
 *
 * <p><b>Policy</b>: an attribute that is not given leaves the value of the type's {@code
 * WorkPolicy}, which explains each one. A property such as {@code
 * tenure.handlers.send.attempts-max} takes precedence over the attribute.
 *
 * <p>The bean's declared type must have the method: a {@code @Bean} method returns the class and
 * not an interface of it. A text may have placeholders, {@code ${mail.type}}.
 */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface WorkHandler {
  /** Leaves the value of the work type. */
  int UNSET = -1;

  /** The name of the work type. */
  String value();

  /** {@code WorkPolicy.inlineRetries}. */
  int inlineRetries() default UNSET;

  /** {@code WorkPolicy.backoffInitial}, such as {@code 1s}. */
  String backoffInitial() default "";

  /** {@code WorkPolicy.backoffMax}, such as {@code 10m}. */
  String backoffMax() default "";

  /** {@code WorkPolicy.attemptsMax}; 0 for no limit. */
  int attemptsMax() default UNSET;

  /** {@code WorkPolicy.vanishedMax}; 0 for no limit. */
  int vanishedMax() default UNSET;

  /** {@code WorkPolicy.executionBound}, such as {@code 5m}. The lease is extended meanwhile. */
  String executionBound() default "";

  /** {@code WorkPolicy.concurrency}; 0 leaves only the limit of the consumer. */
  int concurrency() default UNSET;

  /** {@code WorkPolicy.exhausted}: {@code dead-letter} or {@code discard}. */
  String exhausted() default "";

  /** {@code WorkPolicy.ageMax}, such as {@code 1d}; 0 for no limit. */
  String ageMax() default "";

  /** {@code WorkPolicy.permanentErrors}; an empty array leaves those of the work type. */
  Class<? extends Throwable>[] permanentErrors() default {};
}
