package dev.tenure.campaigns.shake;

import dev.tenure.campaigns.process.ChildProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/** Each consumer in a process of its own ({@link ShakenProcess}). */
record ConsumerProcesses(Path clusterFile, ShakenWork work, Path libraries)
    implements ConsumerHost {
  private static final Duration LINE = Duration.ofDays(1);

  @Override
  public Running start(String id, Consumer<String> ended) throws IOException {
    ChildProcess process =
        ChildProcess.start(
            libraries,
            ShakenProcess.class,
            clusterFile.toString(),
            work.application(),
            Integer.toString(work.tenants()),
            id);
    Thread reader = new Thread(() -> read(process, ended), "ends of " + id);
    reader.setDaemon(true);
    reader.start();
    return new Running() {
      @Override
      public boolean isAlive() {
        return process.isAlive();
      }

      @Override
      public void kill() throws InterruptedException {
        process.kill().forEach(ended);
        reader.join();
      }

      @Override
      public boolean stop() throws IOException, InterruptedException {
        boolean stopped = process.end(ShakenWork.stopping());
        process.close();
        reader.join();
        return stopped;
      }
    };
  }

  private static void read(ChildProcess process, Consumer<String> ended) {
    try {
      for (Optional<String> line = process.readLine(LINE);
          line.isPresent();
          line = process.readLine(LINE)) {
        ended.accept(line.get());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
