package dev.tenure.spring.payload;

import com.google.protobuf.MessageLite;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.PayloadCodec;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.WorkType;
import dev.tenure.spring.ItemFactory;
import dev.tenure.spring.TenureConfigurationException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The work types of an application. If a {@link WorkType} bean has the type's name, its codec,
 * schema version and upgraders apply. Every other type has schema version 1 and a codec that
 * follows from the payload's Java type:
 *
 * <ul>
 *   <li>{@code byte[]}: the bytes;
 *   <li>{@link String}: text in UTF-8;
 *   <li>a generated protobuf message: protobuf;
 *   <li>all others: JSON.
 * </ul>
 *
 * <p>Thread-safe.
 */
public final class PayloadTypes implements ItemFactory {
  private final Map<String, WorkType<?>> declared = new TreeMap<>();
  private final Map<Type, PayloadCodec<?>> codecs = new ConcurrentHashMap<>();
  private final Function<Type, PayloadCodec<?>> json;

  /**
   * @param declared the types of {@code WorkType} beans, whose names differ
   * @param json gives the JSON codec of a Java type
   * @throws TenureConfigurationException when two types have one name
   */
  public PayloadTypes(Collection<WorkType<?>> declared, Function<Type, PayloadCodec<?>> json) {
    for (WorkType<?> type : declared) {
      if (this.declared.putIfAbsent(type.name(), type) != null) {
        throw new TenureConfigurationException(
            "work type \"%s\" has two WorkType beans, it can have one".formatted(type.name()),
            "Remove one of the beans.",
            null);
      }
    }
    this.json = json;
  }

  /**
   * The work type with a name.
   *
   * @param payload the Java type of its payload
   * @throws IllegalArgumentException when the name is too long, or there is no codec of the payload
   */
  public WorkType<?> type(String name, Type payload) {
    WorkType<?> own = declared.get(name);
    return own != null ? own : WorkType.of(name, codec(payload));
  }

  @Override
  public NewItem item(String type, Object payload) {
    return encoded(type(type, payload.getClass()), payload);
  }

  /** The codec is that of the payload's class, or was declared for it. */
  @SuppressWarnings("unchecked")
  private static <P> NewItem encoded(WorkType<P> type, Object payload) {
    try {
      return NewItem.of(type, (P) payload);
    } catch (ClassCastException e) {
      throw new IllegalArgumentException(
          "payload of work type \"%s\" is a %s, which the codec of its WorkType bean does not take"
              .formatted(type.name(), payload.getClass().getName()),
          e);
    }
  }

  private PayloadCodec<?> codec(Type payload) {
    return codecs.computeIfAbsent(payload, this::choose);
  }

  private PayloadCodec<?> choose(Type payload) {
    if (payload == byte[].class) {
      return PayloadCodecs.bytes();
    }
    if (payload == String.class) {
      return PayloadCodecs.text();
    }
    return payload instanceof Class<?> type && MessageLite.class.isAssignableFrom(type)
        ? PayloadCodecs.protobuf(prototype(type).getParserForType())
        : json.apply(payload);
  }

  private static MessageLite prototype(Class<?> message) {
    try {
      return (MessageLite) message.getMethod("getDefaultInstance").invoke(null);
    } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
      throw new IllegalArgumentException(
          message.getName() + " is not a generated protobuf message, so that it has no parser", e);
    }
  }
}
