package dev.tenure.spring.annotation;

import dev.tenure.consumer.WorkContext;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.Type;
import java.util.List;
import java.util.stream.Stream;

/** The kinds of arguments that a parameter of a method can get. */
enum Argument {
  PAYLOAD,
  CONTEXT,
  ITEM,
  TENANT;

  /**
   * The kinds of a method's arguments, in their order.
   *
   * @throws IllegalArgumentException when several parameters could be the payload
   */
  static List<Argument> allOf(Method method) {
    List<Argument> all = Stream.of(method.getParameters()).map(Argument::of).toList();
    List<String> payloads =
        Stream.of(method.getParameters())
            .filter(parameter -> of(parameter) == PAYLOAD)
            .map(parameter -> parameter.getType().getSimpleName())
            .toList();
    if (payloads.size() > 1) {
      throw new IllegalArgumentException(
          "its parameters %s are %d payloads, it may have one; the others can be WorkContext,"
                  .formatted(String.join(" and ", payloads), payloads.size())
              + " WorkItem and TenantId");
    }
    return all;
  }

  /** The Java type of the payload; its bytes for a method that does not take it. */
  static Type payloadOf(Method method) {
    return Stream.of(method.getParameters())
        .filter(parameter -> of(parameter) == PAYLOAD)
        .map(Parameter::getParameterizedType)
        .findFirst()
        .orElse(byte[].class);
  }

  Object value(Object payload, WorkContext context) {
    return switch (this) {
      case PAYLOAD -> payload;
      case CONTEXT -> context;
      case ITEM -> context.item();
      case TENANT -> context.tenant();
    };
  }

  private static Argument of(Parameter parameter) {
    Class<?> type = parameter.getType();
    if (type == WorkContext.class) {
      return CONTEXT;
    }
    if (type == WorkItem.class) {
      return ITEM;
    }
    return type == TenantId.class ? TENANT : PAYLOAD;
  }
}
