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

/** Tomcat's protocol, whose connections can be looked at and closed. Made by its class name. */
public final class RelievedProtocol extends Http11NioProtocol {
  private static final Set<Integer> SERVED =
      Set.of(Constants.STAGE_PREPARE, Constants.STAGE_SERVICE);

  /** The action of the client for which a connection waits. */
  enum Awaited {
    /** Begin a request. */
    REQUEST,
    /** End the head of a request. */
    HEAD,
    /** Send a body, or take an answer. */
    BODY,
    /** The server works; nothing is done. */
    NOTHING
  }

  /** A connection as it is now. */
  record Looked(SocketWrapperBase<NioChannel> connection, Awaited awaited) {}

  List<Looked> look() {
    List<Looked> all = new ArrayList<>();
    for (SocketWrapperBase<NioChannel> connection : getEndpoint().getConnections()) {
      all.add(new Looked(connection, awaited(connection)));
    }
    return all;
  }

  /** Has a thread of the server close the connection, as after a time-out. */
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
