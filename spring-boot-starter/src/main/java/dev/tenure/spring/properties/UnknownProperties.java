package dev.tenure.spring.properties;

import dev.tenure.spring.TenureConfigurationException;
import dev.tenure.spring.TenureProperties;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Refuses a mistyped {@code tenure.*} property of any source. Otherwise the default would silently
 * stay in force.
 *
 * <ul>
 *   <li>In files, arguments and system properties, every name below {@code tenure.} must exist.
 *   <li>An environment variable may have a name that begins with {@code TENURE_} by chance, such as
 *       {@code TENURE_SERVICE_HOST} of Kubernetes or {@code TENURE_IMAGE_TAG}. It is refused when
 *       its first word resembles the name of a group, or its name resembles that of a property.
 * </ul>
 */
final class UnknownProperties {
  private static final String ROOT = TenureProperties.PREFIX;
  private static final String VARIABLE_ROOT = "TENURE_";

  /** System properties that tests are started with. */
  private static final Set<String> OF_TESTS =
      Set.of("tenure.seed", "tenure.seeds", "tenure.root", "tenure.transcript", "tenure.moby-dick");

  /** The variables that Kubernetes and Docker set for services whose names begin with tenure. */
  private static final Pattern OF_SERVICES =
      Pattern.compile(
          "\\w+_(SERVICE_HOST|SERVICE_PORT(_\\w+)?|PORT(_\\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?)");

  private static final int ROOT_DISTANCE_MAX = 1;
  private static final int GROUP_DISTANCE_MAX = 2;
  private static final int NAME_DISTANCE_MAX = 3;
  private static final Pattern WORDS = Pattern.compile("[A-Za-z0-9]+(-[A-Za-z0-9]+)*");
  private static final Pattern NUMBER = Pattern.compile("\\d+");

  private final KnownProperties known;
  private final Set<String> keys = new TreeSet<>();

  UnknownProperties(KnownProperties known) {
    this.known = known;
  }

  /**
   * Checks all sources of an environment.
   *
   * @throws TenureConfigurationException naming the property, its origin, and the nearest known
   *     property
   */
  void refuse(ConfigurableEnvironment environment) {
    for (PropertySource<?> source : environment.getPropertySources()) {
      if (source instanceof EnumerablePropertySource<?> listed
          && !(source instanceof SystemEnvironmentPropertySource)) {
        Stream.of(listed.getPropertyNames()).forEach(this::collectKey);
      }
    }
    for (PropertySource<?> source : environment.getPropertySources()) {
      if (source instanceof EnumerablePropertySource<?> listed) {
        for (String name : listed.getPropertyNames()) {
          check(listed, name);
        }
      }
    }
  }

  /** A key that can be a part of an environment variable. */
  private void collectKey(String property) {
    ConfigurationPropertyName name = ConfigurationPropertyName.adapt(property, '.');
    for (String map : known.maps()) {
      int elements = map.split("\\.").length;
      if (name.getNumberOfElements() > elements && uniform(name.chop(elements)).equals(map)) {
        String key = name.getElement(elements, Form.ORIGINAL);
        if (WORDS.matcher(key).matches()) {
          keys.add(key);
        }
      }
    }
  }

  private void check(EnumerablePropertySource<?> source, String name) {
    boolean environment = source instanceof SystemEnvironmentPropertySource;
    String upper = name.toUpperCase(Locale.ROOT);
    if (environment && upper.startsWith(VARIABLE_ROOT)) {
      checkVariable(source, name, upper);
      return;
    }
    ConfigurationPropertyName property = ConfigurationPropertyName.adapt(name, '.');
    refuseMistypedRoot(source, name, property);
    if (property.getNumberOfElements() > (environment ? 1 : 0)
        && property.getElement(0, Form.UNIFORM).equals(ROOT)
        && !isOfTests(source, name)) {
      checkProperty(source, name, uniform(property));
    }
  }

  /** A root that is nearly Tenure's, before a name that Tenure has: {@code tenur.consumer.id}. */
  private void refuseMistypedRoot(
      EnumerablePropertySource<?> source, String name, ConfigurationPropertyName property) {
    if (property.getNumberOfElements() < 2) {
      return;
    }
    String root = property.getElement(0, Form.UNIFORM);
    int distance = KnownProperties.distance(root, ROOT);
    if (distance > 0 && distance <= ROOT_DISTANCE_MAX) {
      String meant = ROOT + uniform(property).substring(root.length());
      if (known.has(meant)) {
        throw refused(source, name, withKeys(known.nearest(meant), name, original(property)));
      }
    }
  }

  private void checkProperty(EnumerablePropertySource<?> source, String name, String uniform) {
    boolean empty = "".equals(source.getProperty(name));
    if (known.has(uniform) || (empty && (uniform.equals(ROOT) || known.isAbove(uniform)))) {
      return;
    }
    String original = original(ConfigurationPropertyName.adapt(name, '.'));
    throw refused(source, name, withKeys(known.nearest(uniform), name, original));
  }

  private void checkVariable(EnumerablePropertySource<?> source, String name, String upper) {
    if (known.hasVariable(upper, keys) || OF_SERVICES.matcher(upper).matches()) {
      return;
    }
    String uniform =
        upper.toLowerCase(Locale.ROOT).replaceAll("_(\\d+)(?=_|$)", "[]").replace('_', '.');
    String nearest = known.nearest(uniform);
    if (resembles(uniform, nearest)) {
      String property = withKeys(nearest, name, uniform);
      String variable = KnownProperties.variable(property, "").replace("[", "_").replace("]", "");
      throw refused(source, name, property + " (" + variable + ")");
    }
  }

  private boolean resembles(String uniform, String nearest) {
    List<String> words = List.of(uniform.split("[.\\[]"));
    if (words.size() < 3) {
      return false;
    }
    String group = words.get(1);
    return known.groups().stream()
            .anyMatch(one -> KnownProperties.distance(group, one) <= GROUP_DISTANCE_MAX)
        || KnownProperties.distance(
                uniform, KnownProperties.filled(KnownProperties.uniform(nearest), uniform))
            <= NAME_DISTANCE_MAX;
  }

  private static boolean isOfTests(PropertySource<?> source, String name) {
    return source.getName().equals(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME)
        && OF_TESTS.contains(name);
  }

  private static String uniform(ConfigurationPropertyName name) {
    return inForm(name, Form.UNIFORM);
  }

  private static String original(ConfigurationPropertyName name) {
    return inForm(name, Form.ORIGINAL);
  }

  /** A dot inside of a key in brackets is no end of an element. */
  private static String inForm(ConfigurationPropertyName name, Form form) {
    StringBuilder all = new StringBuilder();
    for (int element = 0; element < name.getNumberOfElements(); element++) {
      if (name.isNumericIndex(element)) {
        all.append(KnownProperties.INDEX);
      } else {
        all.append(element == 0 ? "" : ".")
            .append(name.getElement(element, form).replace('.', '_'));
      }
    }
    return all.toString();
  }

  /**
   * The known name with the indexes and the key of the one that was given.
   *
   * @param given as its source has it; an index that it lacks is 0
   * @param elements the given name, from which a key is taken
   */
  private static String withKeys(String known, String given, String elements) {
    Matcher numbers = NUMBER.matcher(given);
    String named = KnownProperties.filled(known, elements);
    while (named.contains(KnownProperties.INDEX)) {
      String index = numbers.find() ? numbers.group() : "0";
      named = named.replaceFirst("\\[]", "[" + index + "]");
    }
    return named;
  }

  private static TenureConfigurationException refused(
      EnumerablePropertySource<?> source, String name, String nearest) {
    return new TenureConfigurationException(
        "%s, from %s, is not a property of Tenure; the nearest is %s"
            .formatted(name, origin(source, name), nearest));
  }

  private static String origin(PropertySource<?> source, String name) {
    @Nullable Origin origin = OriginLookup.getOrigin(source, name);
    return origin == null ? source.getName() : origin.toString();
  }
}
