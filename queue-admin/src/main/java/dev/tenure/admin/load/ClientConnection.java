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

  /** The connection of a request of Tomcat, which is made at the first call. */
  static ClientConnection of(Request request) {
    if (request.getNote(NOTE) instanceof ClientConnection known) {
      return known;
    }
    ClientConnection made = new ClientConnection(request);
    request.setNote(NOTE, made);
    return made;
  }

  /** Whether the current request waits only for its client. */
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

  /** Ends the connection at once, also in the middle of an answer. */
  void closeNow() {
    request.action(ActionCode.CLOSE_NOW, null);
  }

  /**
   * Makes a refused request end its connection, so that no thread waits for the rest of its body.
   * The caller writes the answer, and calls this method before. Otherwise the web server would take
   * the end of the connection for an error and write an answer of its own.
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
