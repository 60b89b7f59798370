package dev.tenure.queue;

/**
 * A tenant: one user of one application. It owns one record store and the queue zones in it.
 *
 * @param application 1 to 64 bytes of UTF-8. Each cluster keeps all names of applications, so there
 *     should be few
 * @param user 1 to 256 bytes of UTF-8; there may be any number of users
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
