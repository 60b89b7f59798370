package dev.tenure.spring.consumer;

import java.util.concurrent.CountDownLatch;

/**
 * Keeps the virtual machine running until it is closed, by one waiting thread that is not a daemon.
 * All other threads of Tenure are daemons, so without it a process without a web server would end
 * right after its start.
 */
final class KeepAlive implements AutoCloseable {
  private final CountDownLatch closed = new CountDownLatch(1);

  private KeepAlive() {}

  static KeepAlive start() {
    KeepAlive started = new KeepAlive();
    Thread thread = new Thread(started::await, "tenure-keep-alive");
    thread.setDaemon(false);
    thread.start();
    return started;
  }

  @Override
  public void close() {
    closed.countDown();
  }

  private void await() {
    try {
      closed.await();
    } catch (InterruptedException e) {
      // Whoever interrupts the thread wants it to end.
      Thread.currentThread().interrupt();
    }
  }
}
