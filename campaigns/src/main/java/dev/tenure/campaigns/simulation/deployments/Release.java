package dev.tenure.campaigns.simulation.deployments;

import dev.tenure.queue.WorkType;
import dev.tenure.record.store.header.StoreHeader;
import java.util.List;
import java.util.TreeSet;

/**
 * The release of a process: its applications and the version of their code.
 *
 * @param applications whose schemas and handlers it has
 * @param version of the code: 1 or 2. The newer has metadata with one more index, one more work
 *     type, and a newer payload of {@link Job#EFFECT}
 * @param contentFormatMax the greatest content format of stores that its release of Tenure knows
 */
record Release(List<String> applications, int version, int contentFormatMax) {
  static final int OLD = 1;
  static final int NEW = 2;

  Release {
    applications = List.copyOf(new TreeSet<>(applications));
  }

  /** With this release of Tenure. */
  Release(List<String> applications, int version) {
    this(applications, version, StoreHeader.CONTENT_FORMAT_MAX);
  }

  Release at(int newVersion) {
    return new Release(applications, newVersion, contentFormatMax);
  }

  /** The same code with the release of Tenure from before leases of visits. */
  Release onEarlierTenure() {
    return new Release(applications, version, 0);
  }

  Release onThisTenure() {
    return new Release(applications, version);
  }

  Release newest() {
    return new Release(applications, NEW);
  }

  boolean isOnEarlierTenure() {
    return contentFormatMax < StoreHeader.CONTENT_FORMAT_MAX;
  }

  boolean knows(String application) {
    return applications.contains(application);
  }

  /** Whether it has a handler for the job. */
  boolean has(Job job) {
    return job != Job.NEWCOMER || version == NEW;
  }

  /** Whether it runs items of the type at that schema version. */
  boolean runs(Job job, int schemaVersion) {
    return has(job) && schemaVersion <= schemaVersion(job);
  }

  private int schemaVersion(Job job) {
    return job == Job.EFFECT ? version : 1;
  }

  /** The job's type as this release has it; it still reads payloads of the older one. */
  WorkType<String> type(Job job, JobCodec codec) {
    WorkType<String> type = WorkType.of(job.type(), codec).withPolicy(job.policy());
    return schemaVersion(job) == OLD
        ? type
        : type.withSchemaVersion(NEW).withUpgrader(OLD, payload -> payload);
  }
}
