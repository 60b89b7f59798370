package dev.tenure.record.keyspace;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A directory of a key space: a name for people, the type of its values, its value when that is
 * constant, and its children. Below a directory with children only their keys are allowed. Below a
 * directory without children an application may write any keys. Immutable.
 *
 * <p>Siblings must have different names, and no tuple element may be a value of two of them, so
 * that each key belongs to one path. An interned name is an integer of at least 1 in keys. So a
 * directory of names and one of longs can be siblings only when the long is a constant below 1.
 */
public final class KeySpaceDirectory {
  /** The maximum depth of a tree. */
  public static final int DEPTH_MAX = 32;

  private static final Pattern NAME = Pattern.compile("[^/:\\p{Cntrl}\\p{Cs}]{1,64}");

  private final String name;
  private final DirectoryType type;
  private final Optional<PathValue> constant;
  private final List<KeySpaceDirectory> children;
  private final int depth;

  private KeySpaceDirectory(
      String name,
      DirectoryType type,
      Optional<PathValue> constant,
      List<KeySpaceDirectory> children) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "directory is named \"" + name + "\", expected 1 to 64 characters without / and :");
    }
    this.name = name;
    this.type = type;
    this.constant = constant;
    this.children = children;
    this.depth = 1 + depth(children);
    if (depth > DEPTH_MAX) {
      throw new IllegalArgumentException(
          "directory " + name + " is " + depth + " deep, the limit is " + DEPTH_MAX);
    }
    Siblings.requireApart(name, children);
  }

  private static int depth(List<KeySpaceDirectory> directories) {
    return directories.stream().mapToInt(directory -> directory.depth).max().orElse(0);
  }

  /**
   * A directory that allows any value of a type.
   *
   * @throws IllegalArgumentException when the name is not 1 to 64 characters without / and :, the
   *     tree is deeper than {@link #DEPTH_MAX}, or two children could have the same key, naming
   *     both
   */
  public static KeySpaceDirectory any(
      String name, DirectoryType type, KeySpaceDirectory... children) {
    Optional<PathValue> constant =
        type == DirectoryType.NULL ? Optional.of(PathValue.ofNull()) : Optional.empty();
    return new KeySpaceDirectory(name, type, constant, List.of(children));
  }

  /**
   * A directory with one constant value.
   *
   * @param value a value as in {@link KeySpacePath#add(String, Object)}
   * @throws IllegalArgumentException as of {@link #any}, or when the value is of another type
   */
  public static KeySpaceDirectory constant(
      String name, DirectoryType type, Object value, KeySpaceDirectory... children) {
    return new KeySpaceDirectory(
        name, type, Optional.of(PathValue.of(type, value)), List.of(children));
  }

  /** The root, which holds the top directories of a key space. */
  static KeySpaceDirectory root(List<KeySpaceDirectory> top) {
    return new KeySpaceDirectory(
        "root", DirectoryType.NULL, Optional.of(PathValue.ofNull()), List.copyOf(top));
  }

  public String name() {
    return name;
  }

  public DirectoryType type() {
    return type;
  }

  /** The constant value; empty when the directory allows any value of its type. */
  public Optional<PathValue> constant() {
    return constant;
  }

  public List<KeySpaceDirectory> children() {
    return children;
  }

  /** The child with a name; empty when there is none. */
  Optional<KeySpaceDirectory> child(String childName) {
    return children.stream().filter(child -> child.name.equals(childName)).findFirst();
  }

  /** The child that accepts a value; empty when there is none. */
  Optional<KeySpaceDirectory> childFor(PathValue value) {
    return children.stream().filter(child -> child.takes(value)).findFirst();
  }

  boolean takes(PathValue value) {
    return constant.map(value::equals).orElse(value.type() == type);
  }

  /** Whether this directory or one below has interned names. */
  boolean hasNames() {
    return type == DirectoryType.NAME || children.stream().anyMatch(KeySpaceDirectory::hasNames);
  }

  /** The directory as text for errors: {@code tenant (STRING)} or {@code queue (LONG 3)}. */
  @Override
  public String toString() {
    String value =
        constant.filter(one -> type != DirectoryType.NULL).map(one -> " " + one).orElse("");
    return name + " (" + type + value + ")";
  }
}
