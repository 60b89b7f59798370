package dev.tenure.admin.load;

import jakarta.servlet.ServletException;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;

/** Gives each request its connection. */
final class ClientConnectionValve extends ValveBase {

  ClientConnectionValve() {
    super(true);
  }

  @Override
  public void invoke(Request request, Response response) throws IOException, ServletException {
    ClientConnection.of(request.getCoyoteRequest()).announce(request);
    getNext().invoke(request, response);
  }
}
