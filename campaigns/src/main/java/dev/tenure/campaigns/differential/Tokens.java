package dev.tenure.campaigns.differential;

import com.apple.foundationdb.KeySelector;
import dev.tenure.campaigns.differential.ReadStep.ProgramSelector;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The commits of one run of a program. Their numbers name the versions and versionstamps of the
 * run.
 */
final class Tokens {
  private static final String UNKNOWN_STAMP = "\u0011".repeat(10);
  private static final int VERSION_BYTES = 8;

  /** A version counts as a read version when it is above the newest commit by at most this. */
  private static final long READ_VERSIONS = 30_000_000;

  private record Commit(long version, String stamp) {}

  private final List<Commit> commits = new ArrayList<>();

  void add(long version, byte[] stamp) {
    commits.add(new Commit(version, Notation.text(stamp)));
  }

  int count() {
    return commits.size();
  }

  /**
   * The version of a commit, moved by {@code delta}, but not to before the program. Numbers beyond
   * the last commit start again at 0.
   */
  long version(int commit, int delta) {
    return Math.max(commits.get(0).version, commits.get(commit % commits.size()).version + delta);
  }

  /**
   * The name of a commit version. For a version without a name, its position between versions that
   * have one.
   */
  String nameOf(long version) {
    if (version <= 0) {
      return Long.toString(version);
    }
    int newest = -1;
    for (int commit = 0; commit < commits.size(); commit++) {
      if (commits.get(commit).version <= version) {
        newest = commit;
      }
    }
    boolean isCommit = newest >= 0 && commits.get(newest).version == version;
    return isCommit ? "C" + newest : "after C" + newest;
  }

  /** The last commit that is visible at a version. */
  String seenAt(long version) {
    String name = nameOf(version);
    return name.startsWith("after ") ? name.substring("after ".length()) : name;
  }

  /** The bytes that a text means, with the stamps of this run. */
  byte[] bytes(String text) {
    StringBuilder plain = new StringBuilder();
    for (int at = 0; at < text.length(); at++) {
      char character = text.charAt(at);
      if (Notation.isStamp(character)) {
        int commit = Notation.commitOf(character);
        plain.append(commit < commits.size() ? commits.get(commit).stamp : UNKNOWN_STAMP);
      } else {
        plain.append(character);
      }
    }
    return Notation.bytes(plain.toString());
  }

  KeySelector selector(ProgramSelector selector) {
    return new KeySelector(bytes(selector.key()), selector.orEqual(), selector.offset());
  }

  /** Bytes as text that can be compared: the stamps of this run by their names. */
  String shown(byte[] bytes) {
    String text = Notation.text(bytes);
    for (int commit = 0; commit < commits.size(); commit++) {
      text = text.replace(commits.get(commit).stamp, Notation.stamp(commit));
    }
    return Notation.shown(text);
  }

  /**
   * As {@link #shown}, with one name for all stamps and read versions of this run, and one name for
   * all system keys that only a cluster has.
   */
  String shownWithoutVersions(byte[] bytes) {
    String text = Notation.text(bytes);
    long first = commits.get(0).version;
    long last = commits.get(commits.size() - 1).version + READ_VERSIONS;
    StringBuilder plain = new StringBuilder();
    int at = 0;
    while (at < bytes.length) {
      boolean fits = at + VERSION_BYTES <= bytes.length;
      long number = fits ? ByteBuffer.wrap(bytes).getLong(at) : -1;
      if (number >= first && number <= last) {
        plain.append(Notation.stamp(0));
        at += VERSION_BYTES;
      } else {
        plain.append(text.charAt(at++));
      }
    }
    return Notation.shown(plain.toString());
  }

  /**
   * Whether a border may be a system row that only a cluster has, or the random key by which a
   * cluster's client lets a commit conflict with itself.
   */
  static boolean isOfCluster(byte[] bytes) {
    String border = Notation.text(bytes);
    boolean isSystem = border.compareTo("\u00ff") > 0 && border.compareTo("\u00ff\u00ff") < 0;
    return isSystem && !border.startsWith("\u00ff\u0002/tr");
  }
}
