package dev.tenure.spring.properties;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.beans.BeanUtils;

/**
 * The known properties, read from the records to which they are bound. A name holds {@value #INDEX}
 * where a list has its index, {@code tenure.clusters[].url}, and {@value #KEY} where a map has its
 * key, {@code tenure.clusters.*.url}.
 */
final class KnownProperties {
  static final String INDEX = "[]";
  static final String KEY = "*";

  /** The text for the key of a map in the name of a property. */
  private static final String SOME_KEY = "NAME";

  private static final int PREFIX_DISTANCE_MAX = 2;

  /**
   * The names, by their form in lower case without dashes, which all spellings of a property have
   * in common.
   */
  private final Map<String, String> names = new TreeMap<>();

  /** The prefixes below which any key is allowed; each ends with a dot. */
  private final Set<String> free = new TreeSet<>();

  /**
   * Adds the properties of a class: for a record, its components; for another class, every name
   * below the prefix.
   */
  void add(String prefix, Class<?> type) {
    if (!type.isRecord()) {
      addFree(prefix);
      return;
    }
    for (RecordComponent component : type.getRecordComponents()) {
      addOne(prefix + "." + kebab(component.getName()), component.getGenericType());
    }
  }

  /** Allows every key below a prefix. */
  void addFree(String prefix) {
    free.add(uniform(prefix) + ".");
  }

  private void addOne(String name, Type type) {
    Class<?> raw = raw(type);
    if (Collection.class.isAssignableFrom(raw)) {
      Class<?> element = argument(type, 0);
      if (!element.isRecord()) {
        names.put(uniform(name), name);
      }
      addOne(name + INDEX, element);
    } else if (Map.class.isAssignableFrom(raw) && argument(type, 1).isRecord()) {
      add(name + "." + KEY, argument(type, 1));
    } else if (raw.isRecord()) {
      add(name, raw);
    } else if (BeanUtils.isSimpleValueType(raw)
        || raw.getName().startsWith("org.springframework.")) {
      names.put(uniform(name), name);
    } else {
      names.put(uniform(name), name);
      addFree(name);
    }
  }

  /** Whether a property has this uniform name. */
  boolean has(String uniform) {
    return names.keySet().stream().anyMatch(name -> filled(name, uniform).equals(uniform))
        || free.stream().anyMatch(uniform::startsWith);
  }

  /** Whether properties lie below this uniform name, as below {@code tenure.consumer}. */
  boolean isAbove(String uniform) {
    return Stream.concat(names.keySet().stream(), free.stream())
        .map(name -> filled(name, uniform + ".x"))
        .anyMatch(name -> name.startsWith(uniform + ".") || name.startsWith(uniform + INDEX));
  }

  /**
   * The property with the fewest changed characters, where a missing or wrong group counts as at
   * most two; {@code tenure.admin.*} where any key is allowed.
   */
  String nearest(String uniform) {
    String nearest = "";
    int least = Integer.MAX_VALUE;
    for (Map.Entry<String, String> name : names.entrySet()) {
      int whole = distance(uniform, filled(name.getKey(), uniform));
      int distance = last(uniform).equals(last(name.getKey())) ? Math.min(whole, 2) : whole;
      if (distance < least) {
        least = distance;
        nearest = name.getValue();
      }
    }
    for (String prefix : free) {
      int elements = prefix.split("\\.").length;
      String beginning =
          Stream.of(uniform.split("\\.")).limit(elements).collect(Collectors.joining("."));
      int distance = distance(beginning + ".", prefix);
      if (distance <= PREFIX_DISTANCE_MAX && distance < least) {
        least = distance;
        nearest = prefix + "*";
      }
    }
    return nearest;
  }

  /** The name with the map key of a given name in place of {@value #KEY}. */
  static String filled(String name, String given) {
    List<String> elements = List.of(name.split("\\."));
    int index = elements.indexOf(KEY);
    if (index < 0 || index == elements.size() - 1) {
      return name;
    }
    String[] others = given.split("\\.", -1);
    List<String> filled = new ArrayList<>(elements);
    filled.set(index, others.length > index + 1 ? others[index] : SOME_KEY);
    return String.join(".", filled);
  }

  private static String last(String uniform) {
    return uniform.substring(uniform.lastIndexOf('.') + 1);
  }

  /** The names of the groups, such as {@code consumer} of {@code tenure.consumer.workers}. */
  Set<String> groups() {
    return Stream.concat(names.keySet().stream(), free.stream())
        .map(name -> name.split("[.\\[]", 3)[1])
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * Whether an environment variable sets a property. Either the dashes of the whole name are left
   * out, or all are underscores.
   *
   * @param keys the keys of maps in other sources than the environment
   */
  boolean hasVariable(String upper, Set<String> keys) {
    return names.values().stream().anyMatch(name -> isVariable(upper, name, keys))
        || free.stream().anyMatch(prefix -> upper.startsWith(variable(prefix, "")));
  }

  private static boolean isVariable(String upper, String name, Set<String> keys) {
    Pattern spellings = Pattern.compile(pattern(name, "") + "|" + pattern(name, "_"));
    Matcher spelled = spellings.matcher(upper);
    boolean matches = spelled.matches();
    if (matches && spelled.groupCount() == 0) {
      return true;
    }
    return (matches && isNewKey(spelled, keys))
        || keys.stream()
            .map(key -> name.replace(KEY, key))
            .anyMatch(
                property ->
                    upper.equals(variable(property, "")) || upper.equals(variable(property, "_")));
  }

  /** Whether the key is of the environment alone, and not that of a file without its dashes. */
  private static boolean isNewKey(Matcher spelled, Set<String> keys) {
    String key = spelled.group(1) == null ? spelled.group(2) : spelled.group(1);
    return keys.stream()
        .filter(known -> known.contains("-"))
        .noneMatch(known -> variable(known, "").equals(key));
  }

  private static String pattern(String name, String dash) {
    return variable(name, dash).replace(INDEX, "_\\d+").replace(KEY, "([A-Z0-9]+)");
  }

  /** The prefixes of maps with free keys: {@code tenure.clusters}. */
  Set<String> maps() {
    return names.keySet().stream()
        .filter(name -> name.contains("." + KEY + "."))
        .map(name -> name.substring(0, name.indexOf("." + KEY)))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * The environment variable of a property.
   *
   * @param dash the replacement of dashes
   */
  static String variable(String name, String dash) {
    return name.replace("-", dash).replace('.', '_').toUpperCase(Locale.ROOT);
  }

  static String uniform(String name) {
    return name.replace("-", "");
  }

  /**
   * The Levenshtein distance: the number of insertions, deletions and replacements of one
   * character.
   */
  static int distance(String one, String other) {
    int[] row = new int[other.length() + 1];
    for (int column = 0; column <= other.length(); column++) {
      row[column] = column;
    }
    for (int line = 1; line <= one.length(); line++) {
      int diagonal = row[0];
      row[0] = line;
      for (int column = 1; column <= other.length(); column++) {
        int replaced = diagonal + (one.charAt(line - 1) == other.charAt(column - 1) ? 0 : 1);
        diagonal = row[column];
        row[column] = Math.min(replaced, Math.min(diagonal, row[column - 1]) + 1);
      }
    }
    return row[other.length()];
  }

  private static Class<?> argument(Type type, int index) {
    return type instanceof ParameterizedType parameterized
        ? raw(parameterized.getActualTypeArguments()[index])
        : Object.class;
  }

  private static Class<?> raw(Type type) {
    if (type instanceof ParameterizedType parameterized) {
      return raw(parameterized.getRawType());
    }
    return type instanceof Class<?> plain ? plain : Object.class;
  }

  private static String kebab(String name) {
    return name.replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
  }
}
