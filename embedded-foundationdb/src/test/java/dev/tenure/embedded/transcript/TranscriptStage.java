package dev.tenure.embedded.transcript;

import com.apple.foundationdb.Database;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.embedded.ManualEngine;
import dev.tenure.embedded.RealWaiting;
import dev.tenure.embedded.Waiting;
import dev.tenure.late.time.VirtualTime;
import java.nio.file.Path;

/** The database a transcript is played on, and how its player waits. */
interface TranscriptStage extends AutoCloseable {

  /** What an engine keeps its rows in, and whether it is opened anew wherever that may be. */
  enum Kind {
    MEMORY,
    DURABLE,
    REOPENED
  }

  Database database();

  Waiting waiting();

  /** Nothing is open that is used again: an engine may be closed and opened. */
  void pause();

  @Override
  void close();

  /** An engine of that kind for a transcript; {@code directory} is its own. */
  static TranscriptStage of(Kind kind, Path directory, Transcript transcript) {
    return new Engine(kind, directory, transcript.blocks());
  }

  /** The embedded engine, on a clock moved by hand unless the transcript blocks its thread. */
  final class Engine implements TranscriptStage {
    private final Kind kind;
    private final Path directory;
    private final VirtualTime time = new VirtualTime();
    private final boolean realTime;
    private EmbeddedDatabase database;

    private Engine(Kind kind, Path directory, boolean realTime) {
      this.kind = kind;
      this.directory = directory;
      this.realTime = realTime;
      this.database = open();
    }

    private EmbeddedDatabase open() {
      EmbeddedEnvironment environment =
          realTime ? EmbeddedEnvironment.realTime() : ManualEngine.environment(time).build();
      return kind == Kind.MEMORY
          ? EmbeddedDatabase.memory(environment)
          : EmbeddedDatabase.open(directory, environment);
    }

    @Override
    public Database database() {
      return database;
    }

    @Override
    public Waiting waiting() {
      return realTime ? new RealWaiting() : Waiting.in(time);
    }

    @Override
    public void pause() {
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
}
