package dev.tenure.embedded.commit;

import java.util.function.IntSupplier;

/**
 * Decides how long a commit group waits for further commits before it starts, and which threads may
 * carry it out. In this interface, the commit thread is the thread that carries out the group. A
 * sync is expensive. So the clients that were acknowledged last get a moment to commit again and
 * share the next group.
 */
public interface GroupPacer {

  /** Starts every group at once; for simulations, where no thread may wait. */
  GroupPacer NONE =
      new GroupPacer() {
        @Override
        public void acknowledged(int count) {}

        @Override
        public void arrived(int waiting) {}

        @Override
        public void awaitCompany(IntSupplier waiting) {}

        @Override
        public boolean isLedByClients() {
          return false;
        }
      };

  /**
   * Called on the commit thread after a synced group, with the number of its clients, which may
   * commit again.
   */
  void acknowledged(int count);

  /** Called on a client's thread when a commit has arrived, with the number of waiting commits. */
  void arrived(int waiting);

  /**
   * Called on the commit thread; returns when the group should start. {@code waiting} is at least
   * 1.
   */
  void awaitCompany(IntSupplier waiting);

  /**
   * Whether clients that block until their commits are done order commits and may carry out their
   * groups. Otherwise commits are ordered when they arrive, and a separate task writes each group,
   * after the tasks that were scheduled before it.
   */
  boolean isLedByClients();
}
