package dev.tenure.spring.annotation;

import dev.tenure.consumer.ItemHandler;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.WorkContext;
import dev.tenure.queue.WorkType;
import dev.tenure.spring.HandlerRegistration;
import dev.tenure.spring.TenureConfigurationException;
import dev.tenure.spring.payload.PayloadTypes;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ReflectionUtils;

/** One annotated method as a handler. Thread-safe if the bean is. */
final class HandlerMethod implements ItemHandler<Object> {
  private final Supplier<Object> bean;
  private final Method method;
  private final List<Argument> arguments;
  private final Result result;

  private HandlerMethod(
      Supplier<Object> bean, Method method, List<Argument> arguments, Result result) {
    this.bean = bean;
    this.method = method;
    this.arguments = arguments;
    this.result = result;
  }

  /**
   * The registration of an annotated method.
   *
   * @throws TenureConfigurationException naming bean, method and reason, when it cannot be called
   */
  static HandlerRegistration<?> register(
      ConfigurableListableBeanFactory beans, String bean, Method method, WorkHandler work) {
    try {
      Supplier<Object> instance = instance(beans, bean);
      Class<?> type = beans.isSingleton(bean) ? instance.get().getClass() : beans.getType(bean);
      Method callable = AopUtils.selectInvocableMethod(method, type);
      ReflectionUtils.makeAccessible(callable);
      HandlerMethod handler =
          new HandlerMethod(instance, callable, Argument.allOf(method), Result.of(method));
      WorkType<Object> workType = workType(beans, method, work);
      return HandlerRegistration.of(
          workType.withPolicy(
              AnnotatedPolicy.of(workType.policy(), work, beans::resolveEmbeddedValue)),
          handler);
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw new TenureConfigurationException(
          "%s of bean %s cannot handle work type \"%s\": %s"
              .formatted(HandlerMethods.described(method), bean, work.value(), e.getMessage()),
          "Change the method or its @WorkHandler annotation.",
          e);
    }
  }

  /** Its codec decodes what the method's parameter takes. */
  @SuppressWarnings("unchecked")
  private static WorkType<Object> workType(
      ConfigurableListableBeanFactory beans, Method method, WorkHandler work) {
    String name = String.valueOf(beans.resolveEmbeddedValue(work.value()));
    return (WorkType<Object>)
        beans.getBean(PayloadTypes.class).type(name, Argument.payloadOf(method));
  }

  private static Supplier<Object> instance(ConfigurableListableBeanFactory beans, String bean) {
    if (!beans.isSingleton(bean)) {
      return () -> beans.getBean(bean);
    }
    Object singleton = beans.getBean(bean);
    return () -> singleton;
  }

  @Override
  public CompletionStage<Outcome> handle(Object payload, WorkContext context) {
    return result.isStage()
        ? stage(payload, context)
        : context.runBlocking(() -> result.outcome(invoke(payload, context)));
  }

  private CompletionStage<Outcome> stage(Object payload, WorkContext context) {
    try {
      CompletionStage<?> stage =
          (CompletionStage<?>) Objects.requireNonNull(invoke(payload, context), this::isNull);
      return stage.thenApply(result::outcome);
    } catch (Exception e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private String isNull() {
    return HandlerMethods.described(method) + " returned null instead of a stage";
  }

  private @Nullable Object invoke(Object payload, WorkContext context) throws Exception {
    Object[] values = arguments.stream().map(each -> each.value(payload, context)).toArray();
    try {
      return method.invoke(bean.get(), values);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }
}
