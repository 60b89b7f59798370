package dev.tenure.embedded.transcript;

import com.apple.foundationdb.Database;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.embedded.ManualTime;
import dev.tenure.embedded.RealWaiting;
import dev.tenure.embedded.Waiting;
import java.nio.file.Path;
import java.util.function.Function;

/** The engine a transcript is played on, and how its player waits. */
final class Stage implements AutoCloseable {

  /** What the engine keeps its rows in, and whether it is opened anew wherever that may be. */
  enum Kind {
    MEMORY,
    DURABLE,
    REOPENED
  }

  private final Kind kind;
  private final Path directory;
  private final ManualTime time = new ManualTime();
  private final boolean realTime;
  private EmbeddedDatabase database;

  /** An engine of that kind for a transcript; {@code directory} is its own. */
  static Stage of(Kind kind, Path directory, Transcript transcript) {
    return new Stage(kind, directory, transcript.blocks());
  }

  private Stage(Kind kind, Path directory, boolean realTime) {
    this.kind = kind;
    this.directory = directory;
    this.realTime = realTime;
    this.database = open();
  }

  private EmbeddedDatabase open() {
    Function<EmbeddedEnvironment, EmbeddedDatabase> opener =
        kind == Kind.MEMORY
            ? EmbeddedDatabase::memory
            : environment -> EmbeddedDatabase.open(directory, environment);
    return opener.apply(realTime ? EmbeddedEnvironment.realTime() : time.environment().build());
  }

  Database database() {
    return database;
  }

  Waiting waiting() {
    return realTime ? new RealWaiting() : time;
  }

  /** Nothing is open that is used again: the engine may be closed and opened. */
  void pause() {
    if (kind == Kind.REOPENED) {
      database.close();
      database = open();
    }
  }

  @Override
  public void close() {
    database.close();
  }
}
