package dev.tenure.admin.load;

import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.coyote.AbstractProcessor;
import org.apache.coyote.Constants;
import org.apache.coyote.Request;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketWrapperBase;

/**
 * Tomcat's protocol, with access to its connections, which can be listed and closed. Tomcat creates
 * it by its class name.
 */
public final class RelievedProtocol extends Http11NioProtocol {
  private static final Set<Integer> SERVED =
      Set.of(Constants.STAGE_PREPARE, Constants.STAGE_SERVICE);

  /** The action of the client for which a connection waits. */
  enum Awaited {
    /** The client has to begin a request. */
    REQUEST,
    /** The client has to finish the head of a request. */
    HEAD,
    /** The client has to send a body, or to take an answer. */
    BODY,
    /** The connection waits for the server, so it stays open. */
    NOTHING
  }

  /** A connection, with the action for which it waits. */
  record Looked(SocketWrapperBase<NioChannel> connection, Awaited awaited) {}

  List<Looked> look() {
    List<Looked> all = new ArrayList<>();
    for (SocketWrapperBase<NioChannel> connection : getEndpoint().getConnections()) {
      all.add(new Looked(connection, awaited(connection)));
    }
    return all;
  }

  /** Closes the connection on a thread of the server, as after a time-out. */
  void close(SocketWrapperBase<NioChannel> connection) {
    connection.setError(new SocketTimeoutException("the client took too long"));
    getEndpoint().processSocket(connection, SocketEvent.ERROR, true);
  }

  private static Awaited awaited(SocketWrapperBase<NioChannel> connection) {
    if (!(connection.getCurrentProcessor() instanceof AbstractProcessor processor)) {
      return Awaited.REQUEST;
    }
    Request request = processor.getRequest();
    int stage = request.getRequestProcessor().getStage();
    if (stage == Constants.STAGE_PARSE) {
      return Awaited.HEAD;
    }
    if (SERVED.contains(stage)) {
      return ClientConnection.isWaiting(request) ? Awaited.BODY : Awaited.NOTHING;
    }
    return Awaited.REQUEST;
  }
}
