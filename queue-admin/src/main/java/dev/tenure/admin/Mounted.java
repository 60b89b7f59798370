package dev.tenure.admin;

/**
 * A bean where the page lies below a path of an application. Health and metrics are then the
 * application's, and the page does not know where.
 */
public record Mounted() {
  /**
   * The attribute of a request that has the name of the person whom the application let in. It is
   * read from the principal on the request's own thread: Spring Security knows the principal there
   * alone, and a change is audited on the thread that committed it.
   */
  public static final String USER = Mounted.class.getName() + ".user";
}
