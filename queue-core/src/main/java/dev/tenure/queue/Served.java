package dev.tenure.queue;

import java.util.Arrays;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The applications that a consumer works for, where these are not all. A heartbeat has them as one
 * more entry among the applications whose stores the consumer cannot open. So consumers of versions
 * that know no restriction do not divide with it, and do not leave pointers to it.
 */
public record Served(Set<String> applications) {
  private static final String PREFIX = "tenure.only/";

  public Served {
    applications = Collections.unmodifiableSortedSet(new TreeSet<>(applications));
  }

  /** Whether an entry of a heartbeat is an encoded restriction. */
  public static boolean isEncoded(String entry) {
    return entry.startsWith(PREFIX);
  }

  /** The entry of a heartbeat. */
  public String encode() {
    return applications.stream()
        .map(each -> each.replace("%", "%25").replace(",", "%2C"))
        .collect(Collectors.joining(",", PREFIX, ""));
  }

  /** Decodes the entry of a heartbeat. */
  public static Served decode(String entry) {
    return new Served(
        Arrays.stream(entry.substring(PREFIX.length()).split(","))
            .map(each -> each.replace("%2C", ",").replace("%25", "%"))
            .collect(Collectors.toSet()));
  }
}
