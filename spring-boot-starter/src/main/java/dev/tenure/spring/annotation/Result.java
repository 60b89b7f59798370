package dev.tenure.spring.annotation;

import dev.tenure.consumer.Outcome;
import java.lang.reflect.Method;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;

/**
 * The kind of a method's result.
 *
 * @param isStage whether the method returns a stage that gives the result
 * @param isOutcome whether the result is an {@link Outcome}; without one the item is done
 */
record Result(boolean isStage, boolean isOutcome) {

  /**
   * The kind of a method's result.
   *
   * @throws IllegalArgumentException naming the return type and the allowed ones
   */
  static Result of(Method method) {
    ResolvableType type = ResolvableType.forMethodReturnType(method);
    boolean isStage = CompletionStage.class.isAssignableFrom(type.toClass());
    ResolvableType result = isStage ? type.as(CompletionStage.class).getGeneric(0) : type;
    Class<?> plain = result.resolve(Object.class);
    boolean isOutcome = Outcome.class.isAssignableFrom(plain);
    if (!isOutcome && plain != (isStage ? Void.class : void.class)) {
      throw new IllegalArgumentException(
          "it returns %s; it may return void, Outcome, CompletionStage<Void> or"
                  .formatted(method.getGenericReturnType().getTypeName())
              + " CompletionStage<Outcome>");
    }
    return new Result(isStage, isOutcome);
  }

  /** The outcome of a call; a null outcome is a failed attempt. */
  @SuppressWarnings("NullAway") // the consumer takes null for a failed attempt
  Outcome outcome(@Nullable Object returned) {
    return isOutcome ? (Outcome) returned : Outcome.done();
  }
}
