package dev.tenure.bench.peers.tenure;

import dev.tenure.bench.peers.system.PeerFixture;
import dev.tenure.bench.peers.system.SystemUnderTest;
import dev.tenure.consumer.ConsumerOptions;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Tenure with all defaults, and a new directory for each fixture. */
public final class TenureSystem implements SystemUnderTest {
  private final Path directory;
  private int opened;

  /**
   * Creates the system.
   *
   * @param directory the directory below which each engine has a directory; that one is removed
   *     with its fixture
   */
  public TenureSystem(Path directory) {
    this.directory = directory;
  }

  @Override
  public String name() {
    return "tenure";
  }

  @Override
  public Map<String, String> settings() {
    ConsumerOptions options = ConsumerOptions.defaults("settings");
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("storage", "embedded engine on RocksDB, every commit synced");
    settings.put("consumer", "one, default options");
    settings.put("managers", String.valueOf(options.managers()));
    settings.put("workers", String.valueOf(options.workers()));
    settings.put("dequeueMax", options.dequeueMax() + " to " + options.dequeueMaxAlone());
    settings.put("completionsMax", String.valueOf(options.tuning().completionsMax()));
    return settings;
  }

  @Override
  public PeerFixture open(int tenants) {
    return new TenureFixture(directory.resolve("tenure-" + opened++), tenants);
  }

  @Override
  public void close() {}
}
