package dev.tenure.spring.payload;

import dev.tenure.queue.PayloadCodec;
import dev.tenure.queue.WorkType;
import dev.tenure.spring.ItemFactory;
import dev.tenure.spring.JacksonCodec;
import dev.tenure.spring.autoconfigure.TenureAutoConfiguration;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.util.ClassUtils;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * Makes the codecs of payloads by their Java type, with the application's JSON mapper if it has
 * one.
 */
@AutoConfiguration(before = TenureAutoConfiguration.class)
public final class PayloadAutoConfiguration {
  private static final String JACKSON = "tools.jackson.databind.json.JsonMapper";

  @Bean
  @ConditionalOnMissingBean({PayloadTypes.class, ItemFactory.class})
  static PayloadTypes tenurePayloadTypes(
      ObjectProvider<WorkType<?>> types, ConfigurableListableBeanFactory beans) {
    List<WorkType<?>> declared = new ArrayList<>();
    types.orderedStream().forEach(declared::add);
    boolean jackson = ClassUtils.isPresent(JACKSON, beans.getBeanClassLoader());
    return new PayloadTypes(
        declared, jackson ? Jackson.codecs(beans) : PayloadAutoConfiguration::refuse);
  }

  private static PayloadCodec<?> refuse(Type payload) {
    throw new IllegalArgumentException(
        "a payload of %s is written as JSON, which needs Jackson: add the dependency"
                .formatted(payload.getTypeName())
            + " org.springframework.boot:spring-boot-starter-jackson");
  }

  /** Apart, so that Jackson's classes are loaded only where they exist. */
  private static final class Jackson {
    private Jackson() {}

    static Function<Type, PayloadCodec<?>> codecs(ConfigurableListableBeanFactory beans) {
      Supplier<JsonMapper> mapper =
          () -> beans.getBeanProvider(JsonMapper.class).getIfAvailable(JsonMapper::shared);
      return type -> JacksonCodec.of(reference(type), mapper.get());
    }

    private static TypeReference<Object> reference(Type type) {
      return new TypeReference<>() {
        @Override
        public Type getType() {
          return type;
        }
      };
    }
  }
}
