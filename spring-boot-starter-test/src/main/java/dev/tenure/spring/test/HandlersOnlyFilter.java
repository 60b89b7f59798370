package dev.tenure.spring.test;

import dev.tenure.consumer.BlockingHandler;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.ItemHandler;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.spring.HandlerRegistration;
import dev.tenure.spring.annotation.WorkHandler;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.TypeExcludeFilter;
import org.springframework.context.annotation.Bean;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.core.type.MethodMetadata;
import org.springframework.core.type.classreading.MetadataReader;
import org.springframework.core.type.classreading.MetadataReaderFactory;

/**
 * Lets the component scan of a {@link TenureTest} find classes that make handlers, and no others.
 */
final class HandlersOnlyFilter extends TypeExcludeFilter {
  private static final Set<String> MADE =
      Set.of(
          HandlerRegistration.class.getName(),
          Handlers.class.getName(),
          TenantSchemas.class.getName());
  private static final Set<String> HANDLERS =
      Set.of(ItemHandler.class.getName(), BlockingHandler.class.getName());

  @Override
  public boolean match(MetadataReader reader, MetadataReaderFactory readers) {
    AnnotationMetadata type = reader.getAnnotationMetadata();
    return Stream.of(type.getInterfaceNames()).noneMatch(HANDLERS::contains)
        && type.getDeclaredMethods().stream()
            .noneMatch(method -> makesHandlers(method) || isHandler(method));
  }

  private static boolean makesHandlers(MethodMetadata method) {
    return method.isAnnotated(Bean.class.getName()) && MADE.contains(method.getReturnTypeName());
  }

  private static boolean isHandler(MethodMetadata method) {
    return method.isAnnotated(WorkHandler.class.getName());
  }

  /**
   * All filters of this class are equal, so that tests share a context: Spring shares contexts
   * between tests whose filters are equal.
   */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof HandlersOnlyFilter;
  }

  @Override
  public int hashCode() {
    return HandlersOnlyFilter.class.hashCode();
  }
}
