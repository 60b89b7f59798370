package dev.tenure.spring.autoconfigure;

import dev.tenure.spring.DirectoryProperties;
import java.util.List;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches when the properties name clusters that carry shards of the tenant directory. */
final class OnDirectory implements Condition {
  @Override
  public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
    List<String> shards =
        Binder.get(context.getEnvironment())
            .bind(DirectoryProperties.SHARDS, Bindable.listOf(String.class))
            .orElse(List.of());
    return !shards.isEmpty();
  }
}
