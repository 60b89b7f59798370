package dev.tenure.queue.cluster;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueLimits;
import java.util.List;
import java.util.Optional;

/**
 * The clusters that carry the shards of the tenant directory, in order. The layout is one more
 * member of the stored list of clusters, such as {@code tenure.directory/1/east,west}. So all
 * processes agree on it, and a process without the directory is refused because its list differs.
 *
 * @param version the version of the layout, from 1
 * @param shards the names of clusters, each once. The order decides which shard has an entry, so it
 *     never changes, even when clusters join later
 */
public record DirectoryLayout(int version, List<String> shards) {
  static final String MEMBER_PREFIX = "tenure.directory/";

  public DirectoryLayout {
    shards = List.copyOf(shards);
    if (version < 1 || shards.isEmpty() || shards.stream().distinct().count() < shards.size()) {
      throw new IllegalArgumentException(
          "the directory's layout has version "
              + version
              + " and shards on "
              + shards
              + ", expected a version of 1 or more and at least one cluster, each once");
    }
    shards.forEach(each -> QueueLimits.checkName("shard", each, QueueLimits.APPLICATION_BYTES_MAX));
  }

  /** The first layout of a deployment. */
  public static DirectoryLayout on(List<String> shards) {
    return new DirectoryLayout(1, shards);
  }

  /** Whether a member of a stored list is a layout and no cluster. */
  static boolean isLayout(String member) {
    return member.startsWith(MEMBER_PREFIX);
  }

  /** The member of the stored list. */
  String member() {
    return MEMBER_PREFIX
        + version
        + "/"
        + String.join(",", shards.stream().map(DirectoryLayout::escape).toList());
  }

  /** The layout among the members of a list; empty when the deployment has no directory. */
  static Optional<DirectoryLayout> among(List<String> members) {
    return members.stream()
        .filter(DirectoryLayout::isLayout)
        .findFirst()
        .map(DirectoryLayout::parse);
  }

  private static DirectoryLayout parse(String member) {
    String[] parts = member.substring(MEMBER_PREFIX.length()).split("/", 2);
    try {
      return new DirectoryLayout(
          Integer.parseInt(parts[0]),
          List.of(parts[1].split(",")).stream().map(DirectoryLayout::unescape).toList());
    } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
      throw new QueueException(
          QueueException.Code.CORRUPT,
          "\"" + member + "\" in the list of clusters is no layout of a directory",
          e);
    }
  }

  private static String escape(String name) {
    return name.replace("%", "%25").replace(",", "%2C");
  }

  private static String unescape(String name) {
    return name.replace("%2C", ",").replace("%25", "%");
  }
}
