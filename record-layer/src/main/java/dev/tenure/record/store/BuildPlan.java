package dev.tenure.record.store;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What is built, and of what. Builders of equal plans share their work; others refuse each other.
 *
 * @param indexes the names of the indexes, which are built in one scan; in order, each once
 * @param source the name of the index whose entries are scanned; empty to scan the records
 */
public record BuildPlan(List<String> indexes, Optional<String> source) {
  public BuildPlan {
    Objects.requireNonNull(source, "source");
    indexes = indexes.stream().sorted().distinct().toList();
    if (indexes.isEmpty()) {
      throw new IllegalArgumentException("plan of no indexes, expected one at least");
    }
    if (source.filter(indexes::contains).isPresent()) {
      throw new IllegalArgumentException("index " + source.get() + " is built from itself");
    }
  }

  /** Of all records. */
  public static BuildPlan of(String... indexes) {
    return new BuildPlan(List.of(indexes), Optional.empty());
  }

  /** The same from another index. */
  public BuildPlan from(String index) {
    return new BuildPlan(indexes, Optional.of(index));
  }

  @Override
  public String toString() {
    return "build of " + indexes + " from " + source.map(name -> "index " + name).orElse("records");
  }
}
