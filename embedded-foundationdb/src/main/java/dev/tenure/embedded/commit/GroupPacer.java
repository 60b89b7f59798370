package dev.tenure.embedded.commit;

import java.util.function.IntSupplier;

/**
 * Decides how long a commit group waits for company before it starts, and who may carry it out.
 * What is said here of the commit thread holds for whichever thread carries out the group. Groups
 * that sync are dear, so the clients acknowledged last get a moment to come back and share the next
 * one.
 */
public interface GroupPacer {

  /** Starts every group at once; for simulation, where nothing may wait. */
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

  /** On the commit thread: a synced group ended and so many of its clients may come back. */
  void acknowledged(int count);

  /** On a client's thread: a commit came in and so many wait now. */
  void arrived(int waiting);

  /** On the commit thread: returns when the group should start; {@code waiting} is at least 1. */
  void awaitCompany(IntSupplier waiting);

  /**
   * Whether clients that block until their commits are done put commits in order, and may be the
   * commit thread of their groups. Else commits are ordered as they come in, and a group is written
   * by a task of its own, behind those that came in meanwhile.
   */
  boolean isLedByClients();
}
