package dev.tenure.bench.global;

/** Stores under the load of their clients. */
interface Stores extends AutoCloseable {

  /** Measures at least the given number of further operations. */
  Measured measure(int operations);

  /** The number of threads of all clients. */
  int threads();

  /** The operations per second of the last measurement. */
  double perSecond();

  @Override
  void close();
}
