package dev.tenure.queue;

/**
 * Who owns a record store and the queue zones in it: one user of one application.
 *
 * @param application 1 to 64 bytes of UTF-8; few distinct ones, they are interned
 * @param user 1 to 256 bytes of UTF-8; any number of them
 */
public record TenantId(String application, String user) implements Comparable<TenantId> {

  public TenantId {
    QueueLimits.checkName("application", application, QueueLimits.APPLICATION_BYTES_MAX);
    QueueLimits.checkName("user", user, QueueLimits.USER_BYTES_MAX);
  }

  @Override
  public int compareTo(TenantId other) {
    int byApplication = application.compareTo(other.application);
    return byApplication != 0 ? byApplication : user.compareTo(other.user);
  }

  @Override
  public String toString() {
    return application + "/" + user;
  }
}
