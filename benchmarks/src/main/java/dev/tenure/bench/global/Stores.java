package dev.tenure.bench.global;

/** Stores under the load of their clients. */
interface Stores extends AutoCloseable {

  /** The next operations, at least so many. */
  Measured measure(int operations);

  /** Threads of all clients. */
  int threads();

  /** Operations a second of the last measurement. */
  double perSecond();

  @Override
  void close();
}
