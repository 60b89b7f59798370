package dev.tenure.record.global.upkeep;

import dev.tenure.record.async.Pace;

/**
 * The amount and pace of a walk.
 *
 * @param page the number of records that one scan reads, default 100. The records of a page are
 *     visited in parallel, so a larger page is a larger burst on all shards
 * @param recordsMax the number of records after which a run ends with a position, rounded up to a
 *     page; default no limit
 * @param pace limits records a second, and pauses between pages; default no limit. Set it when a
 *     run shares its shards with users
 */
public record WalkOptions(int page, long recordsMax, Pace pace) {
  private static final int PAGE_MAX = 10_000;

  public WalkOptions {
    if (page < 1 || page > PAGE_MAX) {
      throw new IllegalArgumentException("page is " + page + ", expected 1 to " + PAGE_MAX);
    }
    if (recordsMax < 1) {
      throw new IllegalArgumentException("recordsMax is " + recordsMax + ", the least is 1");
    }
  }

  public static WalkOptions defaults() {
    return new WalkOptions(100, Long.MAX_VALUE, Pace.unlimited());
  }

  public WalkOptions withPage(int records) {
    return new WalkOptions(records, recordsMax, pace);
  }

  public WalkOptions withRecordsMax(long records) {
    return new WalkOptions(page, records, pace);
  }

  public WalkOptions withPace(Pace newPace) {
    return new WalkOptions(page, recordsMax, newPace);
  }
}
