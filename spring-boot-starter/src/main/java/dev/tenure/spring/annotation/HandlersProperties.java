package dev.tenure.spring.annotation;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The policies of handlers.
 *
 * @param handlers the settings by work type, such as {@code tenure.handlers.send.attempts-max}.
 *     They take precedence over the annotation of the handler and over its work type. The name of a
 *     type may be written in lower case and without dashes and dots, as in environment variables
 */
@ConfigurationProperties("tenure")
public record HandlersProperties(@DefaultValue Map<String, HandlerSettings> handlers) {
  static final String PREFIX = "tenure.handlers";

  public HandlersProperties {
    handlers = Map.copyOf(handlers);
  }

  /** The key of a type's settings: its name, or else one that differs in spelling alone. */
  Optional<String> keyOf(String type) {
    return handlers.containsKey(type)
        ? Optional.of(type)
        : new TreeSet<>(handlers.keySet())
            .stream().filter(key -> uniform(key).equals(uniform(type))).findFirst();
  }

  /** The keys that belong to none of these types. */
  Set<String> keysBeside(Set<String> types) {
    Set<String> used =
        types.stream().flatMap(type -> keyOf(type).stream()).collect(Collectors.toSet());
    return new TreeMap<>(handlers)
        .keySet().stream()
            .filter(key -> !used.contains(key))
            .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String uniform(String name) {
    return name.replaceAll("[^\\p{L}\\p{N}]", "").toLowerCase(Locale.ROOT);
  }
}
