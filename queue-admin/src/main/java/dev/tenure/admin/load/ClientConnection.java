package dev.tenure.admin.load;

import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.apache.coyote.ActionCode;
import org.apache.coyote.Request;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/** The operations on the connection of a request. Thread-safe. */
public final class ClientConnection {
  private static final String ATTRIBUTE = ClientConnection.class.getName();

  /** One of Tomcat's places for notes on a connection; it uses those below ten itself. */
  private static final int NOTE = 30;

  private final Request request;
  private volatile boolean waiting;

  private ClientConnection(Request request) {
    this.request = request;
  }

  /** The one of Tomcat's request; made when there is none. */
  static ClientConnection of(Request request) {
    if (request.getNote(NOTE) instanceof ClientConnection known) {
      return known;
    }
    ClientConnection made = new ClientConnection(request);
    request.setNote(NOTE, made);
    return made;
  }

  /** Whether the request that is served waits for nothing but its client. */
  static boolean isWaiting(Request request) {
    return request.getNote(NOTE) instanceof ClientConnection known && known.waiting;
  }

  static @Nullable ClientConnection of(ServletRequest request) {
    return request.getAttribute(ATTRIBUTE) instanceof ClientConnection known ? known : null;
  }

  void announce(ServletRequest served) {
    waiting = false;
    served.setAttribute(ATTRIBUTE, this);
  }

  void waitForClient(boolean now) {
    waiting = now;
  }

  /** Ends the connection at once, whatever was sent. */
  void closeNow() {
    request.action(ActionCode.CLOSE_NOW, null);
  }

  /**
   * Has a request that is refused end its connection, so that nobody waits for the rest of its
   * body. To be called before the answer begins, which the caller makes: the web server takes the
   * end of the connection for an error, and would make another one.
   */
  public static void closeAfterAnswer(ServletRequest served, HttpServletResponse response) {
    ClientConnection connection = of(served);
    if (connection != null) {
      response.setHeader(HttpHeaders.CONNECTION, "close");
      connection.request.action(ActionCode.DISABLE_SWALLOW_INPUT, null);
      boolean unused = connection.request.getResponse().setErrorReported();
    }
  }
}
