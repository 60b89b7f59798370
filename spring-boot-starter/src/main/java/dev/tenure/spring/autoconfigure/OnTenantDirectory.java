package dev.tenure.spring.autoconfigure;

import dev.tenure.spring.DirectoryProperties;
import java.util.List;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches when properties name shards of a tenant directory. */
final class OnTenantDirectory extends SpringBootCondition {
  private static final String SHARDS = DirectoryProperties.PREFIX + ".shards";

  @Override
  public ConditionOutcome getMatchOutcome(
      ConditionContext context, AnnotatedTypeMetadata metadata) {
    List<String> shards =
        Binder.get(context.getEnvironment())
            .bind(SHARDS, Bindable.listOf(String.class))
            .orElse(List.of());
    return new ConditionOutcome(!shards.isEmpty(), SHARDS + " names " + shards.size());
  }
}
