package dev.tenure.campaigns.differential;

import com.apple.foundationdb.KeySelector;
import dev.tenure.campaigns.differential.ReadStep.ProgramSelector;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** The commits of one run of a program, by whose numbers versions and versionstamps are named. */
final class Tokens {
  private static final String UNKNOWN_STAMP = "\u0011".repeat(10);
  private static final int VERSION_BYTES = 8;

  /** Versions above the newest commit by no more than this are taken for read versions. */
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
   * the last commit begin again at 0.
   */
  long version(int commit, int delta) {
    return Math.max(commits.get(0).version, commits.get(commit % commits.size()).version + delta);
  }

  /** The name of a commit version, or how it lies between those that have one. */
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

  /** The bytes a text stands for, with the stamps of this run. */
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

  /** Bytes for people and for comparing: the stamps of this run by their names. */
  String shown(byte[] bytes) {
    String text = Notation.text(bytes);
    for (int commit = 0; commit < commits.size(); commit++) {
      text = text.replace(commits.get(commit).stamp, Notation.stamp(commit));
    }
    return Notation.shown(text);
  }

  /**
   * As {@link #shown}, with every stamp and read version of this run by one and the same name, and
   * the system keys that only a cluster has by another.
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
   * Whether a border may come from system rows that only a cluster has, or from the random key that
   * a cluster's client makes a commit conflict with itself by.
   */
  static boolean isOfCluster(byte[] bytes) {
    String border = Notation.text(bytes);
    boolean isSystem = border.compareTo("\u00ff") > 0 && border.compareTo("\u00ff\u00ff") < 0;
    return isSystem && !border.startsWith("\u00ff\u0002/tr");
  }
}
