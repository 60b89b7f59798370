package dev.tenure.record.context;

import com.apple.foundationdb.TransactionOptions;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The options of a transaction for times in which the cluster is busy.
 *
 * @param tags tags by which an operator can throttle transactions
 * @param autoThrottleTags tags by which the cluster, too, can throttle transactions
 */
record LoadOptions(
    ContextOptions.Priority priority,
    ContextOptions.ReadPriority readPriority,
    List<String> tags,
    List<String> autoThrottleTags) {
  static final int TAG_BYTES_MAX = 16;
  static final int TAGS_MAX = 5;

  static final LoadOptions DEFAULTS =
      new LoadOptions(
          ContextOptions.Priority.DEFAULT,
          ContextOptions.ReadPriority.NORMAL,
          List.of(),
          List.of());

  LoadOptions {
    Objects.requireNonNull(priority, "priority");
    Objects.requireNonNull(readPriority, "readPriority");
    tags = List.copyOf(tags);
    autoThrottleTags = List.copyOf(autoThrottleTags);
    List<String> all = new ArrayList<>(tags);
    autoThrottleTags.stream().filter(tag -> !all.contains(tag)).forEach(all::add);
    if (all.size() > TAGS_MAX) {
      throw new IllegalArgumentException(
          "a transaction with " + all.size() + " tags, the limit is " + TAGS_MAX + ": " + all);
    }
    all.forEach(LoadOptions::requireTag);
  }

  private static void requireTag(String tag) {
    int bytes = tag.getBytes(StandardCharsets.UTF_8).length;
    if (bytes < 1 || bytes > TAG_BYTES_MAX) {
      throw new IllegalArgumentException(
          "tag \"" + tag + "\" is " + bytes + " bytes, expected 1 to " + TAG_BYTES_MAX);
    }
  }

  private static List<String> with(List<String> tags, String tag) {
    List<String> more = new ArrayList<>(tags);
    if (!more.contains(tag)) {
      more.add(tag);
    }
    return more;
  }

  LoadOptions withPriority(ContextOptions.Priority newPriority) {
    return new LoadOptions(newPriority, readPriority, tags, autoThrottleTags);
  }

  LoadOptions withReadPriority(ContextOptions.ReadPriority newReadPriority) {
    return new LoadOptions(priority, newReadPriority, tags, autoThrottleTags);
  }

  LoadOptions withTag(String tag) {
    return new LoadOptions(priority, readPriority, with(tags, tag), autoThrottleTags);
  }

  LoadOptions withAutoThrottleTag(String tag) {
    return new LoadOptions(priority, readPriority, tags, with(autoThrottleTags, tag));
  }

  void apply(TransactionOptions settings) {
    switch (priority) {
      case DEFAULT -> {}
      case BATCH -> settings.setPriorityBatch();
      case IMMEDIATE -> settings.setPrioritySystemImmediate();
    }
    switch (readPriority) {
      case NORMAL -> {}
      case LOW -> settings.setReadPriorityLow();
      case HIGH -> settings.setReadPriorityHigh();
    }
    tags.stream().filter(tag -> !autoThrottleTags.contains(tag)).forEach(settings::setTag);
    autoThrottleTags.forEach(settings::setAutoThrottleTag);
  }
}
