package dev.tenure.spring;

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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.beans.BeanUtils;

/**
 * The properties that exist, read from the records that they are bound to. A name holds {@value
 * #INDEX} where a list has its index: {@code tenure.clusters[].url}.
 */
final class KnownProperties {
  static final String INDEX = "[]";

  private static final int PREFIX_DISTANCE_MAX = 2;

  /** By the name in lower case without dashes, which all spellings of a file have in common. */
  private final Map<String, String> names = new TreeMap<>();

  /** Below these any key is allowed; each ends with a dot. */
  private final Set<String> free = new TreeSet<>();

  /** Adds the properties of a class: those of a record by name, below another class all. */
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
      Class<?> element = raw(((ParameterizedType) type).getActualTypeArguments()[0]);
      if (!element.isRecord()) {
        names.put(uniform(name), name);
      }
      addOne(name + INDEX, element);
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

  /** Whether there is a property of this uniform name. */
  boolean has(String uniform) {
    return names.containsKey(uniform) || free.stream().anyMatch(uniform::startsWith);
  }

  /** Whether properties lie below this uniform name, as below {@code tenure.consumer}. */
  boolean isAbove(String uniform) {
    return Stream.concat(names.keySet().stream(), free.stream())
        .anyMatch(name -> name.startsWith(uniform + ".") || name.startsWith(uniform + INDEX));
  }

  /**
   * The property whose name takes the fewest changes of a character, where a group that was left
   * out or mistaken counts as two at most; {@code tenure.admin.*} where any key is allowed.
   */
  String nearest(String uniform) {
    String nearest = "";
    int least = Integer.MAX_VALUE;
    for (Map.Entry<String, String> name : names.entrySet()) {
      int whole = distance(uniform, name.getKey());
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

  private static String last(String uniform) {
    return uniform.substring(uniform.lastIndexOf('.') + 1);
  }

  /** Names of the groups, such as {@code consumer} of {@code tenure.consumer.workers}. */
  Set<String> groups() {
    return Stream.concat(names.keySet().stream(), free.stream())
        .map(name -> name.split("[.\\[]", 3)[1])
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The environment variables that set a property, as regular expressions. */
  List<String> variables() {
    List<String> patterns = new ArrayList<>();
    for (String name : names.values()) {
      patterns.add(variable(name, "").replace(INDEX, "_\\d+"));
      patterns.add(variable(name, "_").replace(INDEX, "_\\d+"));
    }
    for (String prefix : free) {
      patterns.add(variable(prefix, "").replace(INDEX, "_\\d+") + ".+");
    }
    return patterns;
  }

  /** An environment variable of a property; dashes are left out, or written as given. */
  static String variable(String name, String dash) {
    return name.replace("-", dash).replace('.', '_').toUpperCase(Locale.ROOT);
  }

  static String uniform(String name) {
    return name.replace("-", "");
  }

  /** Levenshtein's: insertions, deletions and replacements of one character. */
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
