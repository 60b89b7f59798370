package dev.tenure.admin;

/**
 * A bean that exists when the page lies below a path of an application. Health and metrics then
 * belong to the application, at paths that the page does not know.
 */
public record Mounted() {
  /**
   * The attribute of a request that holds the name of the logged-in person. It is read from the
   * principal on the request's own thread, since Spring Security knows the principal only there,
   * and a change is audited on the thread that committed it.
   */
  public static final String USER = Mounted.class.getName() + ".user";
}
