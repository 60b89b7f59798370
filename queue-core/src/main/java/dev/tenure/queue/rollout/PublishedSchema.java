package dev.tenure.queue.rollout;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The result of a publication.
 *
 * @param version the version that holds now
 * @param changed false when this version was stored before
 * @param missing the clusters that do not have it yet, with the reason; they get it when they
 *     answer
 */
public record PublishedSchema(int version, boolean changed, SortedMap<String, String> missing) {
  public PublishedSchema {
    missing = Collections.unmodifiableSortedMap(new TreeMap<>((Map<String, String>) missing));
  }
}
