package dev.tenure.record.store;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The indexes that are built together, and the source that is scanned for them. Builders with equal
 * plans share their work. A builder with another plan for the same index is refused.
 *
 * @param indexes the names of the indexes, which are built in one scan; in order, each once
 * @param source the name of the index whose entries are scanned; empty to scan the records
 */
public record BuildPlan(List<String> indexes, Optional<String> source) {
  public BuildPlan {
    Objects.requireNonNull(source, "source");
    indexes = indexes.stream().sorted().distinct().toList();
    if (indexes.isEmpty()) {
      throw new IllegalArgumentException("build plan has no indexes, the least is one");
    }
    if (source.filter(indexes::contains).isPresent()) {
      throw new IllegalArgumentException("index " + source.get() + " is built from itself");
    }
  }

  /** A plan that builds the indexes from all records. */
  public static BuildPlan of(String... indexes) {
    return new BuildPlan(List.of(indexes), Optional.empty());
  }

  /** This plan with the entries of another index as its source. */
  public BuildPlan from(String index) {
    return new BuildPlan(indexes, Optional.of(index));
  }

  @Override
  public String toString() {
    return "build of " + indexes + " from " + source.map(name -> "index " + name).orElse("records");
  }
}
