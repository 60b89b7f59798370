package dev.tenure.spring.properties;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;

/** The limits of numbers, durations and sizes as text, which a file holds. Immutable. */
final class PropertyLimits {
  private static final String FILE = "limits.properties";

  private final Properties texts;

  private PropertyLimits(Properties texts) {
    this.texts = texts;
  }

  static PropertyLimits read() {
    Properties texts = new Properties();
    try (InputStream file = PropertyLimits.class.getResourceAsStream(FILE)) {
      if (file == null) {
        throw new IllegalStateException("the jar lacks " + FILE + " beside PropertyLimits");
      }
      texts.load(new InputStreamReader(file, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("reading " + FILE + " failed", e);
    }
    return new PropertyLimits(texts);
  }

  /** The names, in which {@value KnownProperties#KEY} stands for the key of a map. */
  Set<String> names() {
    return new TreeSet<>(texts.stringPropertyNames());
  }

  /** The limits of a property, such as {@code 1 to 256}; empty when it is no number of Tenure's. */
  Optional<String> of(ConfigurationPropertyName property) {
    return names().stream()
        .filter(name -> matches(List.of(name.split("\\.")), property))
        .findFirst()
        .map(texts::getProperty);
  }

  private static boolean matches(List<String> elements, ConfigurationPropertyName property) {
    if (elements.size() != property.getNumberOfElements()) {
      return false;
    }
    for (int i = 0; i < elements.size(); i++) {
      String element = elements.get(i);
      if (!element.equals(KnownProperties.KEY)
          && !KnownProperties.uniform(element).equals(property.getElement(i, Form.UNIFORM))) {
        return false;
      }
    }
    return true;
  }
}
