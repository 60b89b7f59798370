package dev.tenure.campaigns.commandline;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/**
 * The words of a command line, one after the other: flags, some of them followed by a value. A word
 * that makes no sense throws an {@link IllegalArgumentException} with a message of one sentence.
 * Used by one thread.
 */
public final class Flags {
  private final Iterator<String> words;
  private final Set<String> given = new HashSet<>();
  private String flag = "";

  private Flags(List<String> words) {
    this.words = words.iterator();
  }

  public static Flags of(String... arguments) {
    return new Flags(List.of(arguments));
  }

  public boolean hasNext() {
    return words.hasNext();
  }

  /** Goes on to the next flag. The other methods read the value of that flag. */
  public String next() {
    flag = words.next();
    if (!given.add(flag)) {
      throw new IllegalArgumentException(flag + " is given twice.");
    }
    return flag;
  }

  /** Whether one of the flags that were read is this one. */
  public boolean has(String name) {
    return given.contains(name);
  }

  /** Refuses flags that would change nothing, since another one is given, or is not. */
  public void refuse(String why, String... without) {
    for (String name : without) {
      if (given.contains(name)) {
        throw new IllegalArgumentException(name + " has no effect " + why + ".");
      }
    }
  }

  /** The word after the flag. */
  public String value() {
    if (!words.hasNext()) {
      throw new IllegalArgumentException(flag + " needs a value; --help lists the options.");
    }
    return words.next();
  }

  public Path path() {
    String text = value();
    if (text.isBlank()) {
      throw new IllegalArgumentException(flag + " is empty, it must name a path.");
    }
    return Path.of(text);
  }

  /** A whole number, at least {@code least}. */
  public long number(long least) {
    return number(least, Long.MAX_VALUE);
  }

  /** A whole number from {@code least} to {@code most}. */
  public long number(long least, long most) {
    String text = value();
    String range = range(least, most);
    long number;
    try {
      number = Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          flag + " is \"" + text + "\", it must be a whole number, " + range, e);
    }
    if (number < least || number > most) {
      throw new IllegalArgumentException(flag + " is " + text + ", it must be " + range);
    }
    return number;
  }

  private static String range(long least, long most) {
    if (most < Long.MAX_VALUE) {
      return least + " to " + most + ".";
    }
    return least == Long.MIN_VALUE ? "of 64 bits." : least + " or more.";
  }

  /** The exception for a flag that the caller does not know. The caller throws it. */
  public IllegalArgumentException unknown() {
    return new IllegalArgumentException(
        "unknown option \"" + flag + "\"; --help lists the options.");
  }
}
