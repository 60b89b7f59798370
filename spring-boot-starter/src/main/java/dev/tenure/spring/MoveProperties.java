package dev.tenure.spring;

import dev.tenure.queue.move.MoveOptions;
import dev.tenure.queue.move.MoveWorkerOptions;
import dev.tenure.record.async.Pace;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The properties of the worker that moves tenants between clusters, in a process with a tenant
 * directory.
 *
 * @param enabled whether this process moves tenants. At least one process of the deployment has to
 * @param atOnce the number of tenants that this process moves at once, 1 to 100
 * @param pollInterval the time between two looks for moves that were asked for, 10 ms to 10 min
 * @param chunkSize the size of the rows that one transaction copies, 1 kB to 5 MB
 * @param bytesPerSecond the most that each move copies in a second, 0 for no limit, at most 1 GB
 * @param pauseMax the time for which a tenant may be refused while it is handed over, 1 ms to 1 min
 * @param holdFor the time after the last sign of life of a mover until another one goes on, 1 s to
 *     1 h
 * @param stopTimeout the time that moves may take to stop with the process, 0 to 5 min
 */
@ConfigurationProperties(MoveProperties.PREFIX)
public record MoveProperties(
    @DefaultValue("true") boolean enabled,
    @DefaultValue("2") int atOnce,
    @DefaultValue("2s") Duration pollInterval,
    @DefaultValue("500000B") DataSize chunkSize,
    @DefaultValue("0B") DataSize bytesPerSecond,
    @DefaultValue("2s") Duration pauseMax,
    @DefaultValue("30s") Duration holdFor,
    @DefaultValue("10s") Duration stopTimeout) {
  public static final String PREFIX = "tenure.moves";
  private static final int BYTES_PER_SECOND_MAX = 1_000_000_000;

  /**
   * @throws TenureConfigurationException naming the property, its value and the limit
   */
  public MoveProperties {
    Limits.check(PREFIX + ".at-once", atOnce, 1, MoveWorkerOptions.MOVES_MAX);
    Limits.check(
        PREFIX + ".poll-interval",
        pollInterval,
        MoveWorkerOptions.POLL_MIN,
        MoveWorkerOptions.POLL_MAX);
    Limits.check(
        PREFIX + ".chunk-size",
        bytes(chunkSize),
        MoveOptions.CHUNK_BYTES_MIN,
        MoveOptions.CHUNK_BYTES_MAX);
    Limits.check(PREFIX + ".bytes-per-second", bytes(bytesPerSecond), 0, BYTES_PER_SECOND_MAX);
    Limits.check(PREFIX + ".pause-max", pauseMax, MoveOptions.PAUSE_MIN, MoveOptions.PAUSE_MAX);
    Limits.check(PREFIX + ".hold-for", holdFor, MoveOptions.HOLD_MIN, MoveOptions.HOLD_MAX);
    Limits.check(PREFIX + ".stop-timeout", stopTimeout, Duration.ZERO, Duration.ofMinutes(5));
  }

  /** Values that no limit allows stay such. */
  private static int bytes(DataSize size) {
    return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, size.toBytes()));
  }

  public MoveWorkerOptions options() {
    return new MoveWorkerOptions(
        atOnce,
        pollInterval,
        MoveOptions.defaults()
            .withChunkBytes(bytes(chunkSize))
            .withPace(
                bytesPerSecond.toBytes() == 0
                    ? Pace.unlimited()
                    : Pace.perSecond((double) bytesPerSecond.toBytes()))
            .withPauseMax(pauseMax)
            .withHoldFor(holdFor));
  }
}
