package dev.tenure.examples.fleet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.io.FileSystemResource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** What config/ has for a fleet on one machine, parsed. */
final class FleetFiles {
  static final Path ROOT = Path.of(System.getProperty("tenure.root", ".."));
  static final Path PROPERTIES = ROOT.resolve("config/application-fleet.yaml");

  /** Where the page says that the properties are installed. */
  static final String INSTALLED_PROPERTIES = "/etc/tenure/application.yaml";

  private FleetFiles() {}

  /** The values of a systemd unit by their names, those of all sections together. */
  static Map<String, List<String>> unit(String file) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    for (String line : read(ROOT.resolve("config/systemd").resolve(file)).split("\n", -1)) {
      int equals = line.indexOf('=');
      if (!line.startsWith("#") && equals > 0) {
        values
            .computeIfAbsent(line.substring(0, equals), name -> new ArrayList<>())
            .add(line.substring(equals + 1));
      }
    }
    return values;
  }

  /** The words of the command that a unit starts, with the instance for {@code %i}. */
  static List<String> command(String file, int instance) {
    List<String> starts = Objects.requireNonNull(unit(file).get("ExecStart"), file);
    return List.of(starts.get(0).replace("%i", String.valueOf(instance)).split(" "));
  }

  static Binder properties() throws IOException {
    return new Binder(
        ConfigurationPropertySources.from(
            new YamlPropertySourceLoader().load("fleet", new FileSystemResource(PROPERTIES))));
  }

  /** A service of the compose file, with what it merges in. */
  record Service(Map<String, Object> values) {
    List<String> command() {
      return texts("command");
    }

    List<String> volumes() {
      return texts("volumes");
    }

    String text(String name) {
      return String.valueOf(values.get(name));
    }

    /** A value inside of others, by the names on the way. */
    String text(String name, String... inner) {
      Object value = values.get(name);
      for (String each : inner) {
        value = map(Objects.requireNonNull(value, each)).get(each);
      }
      return String.valueOf(value);
    }

    /** The values of a list. */
    List<String> texts(String name) {
      Object value = Objects.requireNonNull(values.get(name), name);
      return ((List<?>) value).stream().map(String::valueOf).toList();
    }
  }

  static Map<String, Service> services() {
    return services("compose.yaml");
  }

  /** The services of a file in config/compose. */
  static Map<String, Service> services(String compose) {
    Map<String, Object> file = map(yaml(ROOT.resolve("config/compose").resolve(compose)));
    Map<String, Service> services = new LinkedHashMap<>();
    map(Objects.requireNonNull(file.get("services")))
        .forEach((name, values) -> services.put(name, new Service(map(values))));
    return services;
  }

  private static Object yaml(Path file) {
    return new Yaml(new SafeConstructor(new LoaderOptions())).load(read(file));
  }

  private static Map<String, Object> map(Object value) {
    Map<String, Object> texts = new LinkedHashMap<>();
    ((Map<?, ?>) value).forEach((name, inner) -> texts.put(String.valueOf(name), inner));
    return texts;
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
