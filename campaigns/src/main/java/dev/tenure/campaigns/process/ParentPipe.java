package dev.tenure.campaigns.process;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The output of a program that {@link ChildProcess} reads. */
public final class ParentPipe {
  private static final FileOutputStream OUTPUT = new FileOutputStream(FileDescriptor.out);

  private ParentPipe() {}

  /** Writes a line at once, so that a kill leaves it whole or absent. */
  public static synchronized void say(String line) {
    try {
      OUTPUT.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      Runtime.getRuntime().halt(1);
    }
  }

  /** Says that the program has failed, and ends it. */
  public static void fail(Throwable failure) {
    say("failed " + failure.toString().replace('\n', ' '));
    Runtime.getRuntime().halt(1);
  }
}
