package dev.tenure.bench.global;

/** Stores under the load of their clients. */
interface Stores extends AutoCloseable {

  /** Measures at least the given number of further operations. */
  Measured measure(int operations);

  /** Threads of all clients. */
  int threads();

  /** Operations a second of the last measurement. */
  double perSecond();

  @Override
  void close();
}
