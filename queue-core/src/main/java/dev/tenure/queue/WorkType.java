package dev.tenure.queue;

/**
 * A kind of work: what producers enqueue and handlers run. Held in a constant by the application.
 *
 * @param name 1 to 64 bytes of UTF-8; stored with each item
 * @param schemaVersion of the payload, 1 or more; stored with each item
 */
public record WorkType<P>(
    String name, int schemaVersion, PayloadCodec<P> codec, WorkPolicy policy) {

  public WorkType {
    QueueLimits.checkName("work type", name, QueueLimits.TYPE_BYTES_MAX);
    if (name.startsWith("tenure.")) {
      throw new IllegalArgumentException(
          "work type \"" + name + "\" begins with tenure., which is reserved");
    }
    QueueLimits.checkBetween("schemaVersion", schemaVersion, 1, 1_000_000);
  }

  /** A type at schema version 1 with the default policy. */
  public static <P> WorkType<P> of(String name, PayloadCodec<P> codec) {
    return new WorkType<>(name, 1, codec, WorkPolicy.defaults());
  }

  public WorkType<P> withPolicy(WorkPolicy newPolicy) {
    return new WorkType<>(name, schemaVersion, codec, newPolicy);
  }

  public WorkType<P> withSchemaVersion(int version) {
    return new WorkType<>(name, version, codec, policy);
  }
}
