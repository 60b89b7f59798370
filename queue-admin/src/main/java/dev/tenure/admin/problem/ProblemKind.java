package dev.tenure.admin.problem;

import java.net.URI;
import java.util.Locale;

/** Every kind of error answer: its status and its title. The name makes its type URI. */
public enum ProblemKind {
  REQUEST_UNREADABLE(400, "The request cannot be read"),
  PARAMETER_OUT_OF_RANGE(400, "A parameter is out of range"),
  IDENTIFIER_UNUSABLE(400, "An identifier cannot be used"),
  CONTINUATION_UNUSABLE(400, "The continuation cannot be used"),
  FILTER_UNUSABLE(400, "The filter or order cannot be used"),
  CROSS_SITE_REQUEST(403, "Changes are not accepted from there"),
  READ_ONLY(403, "This server allows no changes"),
  NOTHING_HERE(404, "There is nothing at this address"),
  CLUSTER_NOT_FOUND(404, "There is no such cluster"),
  TENANT_NOT_FOUND(404, "There is no such tenant"),
  APPLICATION_NOT_FOUND(404, "The application is not known here"),
  ZONE_NOT_FOUND(404, "The zone holds nothing"),
  ITEM_NOT_FOUND(404, "There is no such item"),
  MOVE_NOT_FOUND(404, "No such move was asked for lately"),
  PLAN_NOT_FOUND(404, "There is no such plan of moves"),
  SCHEMA_NOT_FOUND(404, "The application has no stored schema"),
  FAN_OUT_NOT_FOUND(404, "No cluster knows such a fan-out"),
  EXTERNAL_STORE_NOT_FOUND(404, "This server has no such external store"),
  TENANT_SUSPENDED(409, "The tenant is suspended"),
  CLUSTERS_DIFFER(409, "The deployment's list of clusters is another one"),
  CLUSTER_NOT_EMPTY(409, "The cluster still has tenants, or a part of the tenant directory"),
  TENANT_STATE(409, "The tenant is not in a state that allows this"),
  ALTERNATE_KEY_TAKEN(409, "Another tenant owns the alternate key"),
  ALTERNATE_KEY_VIOLATED(409, "Several tenants own the alternate key"),
  ALTERNATE_KINDS_DIFFER(409, "The kind of alternate key is not in force here"),
  METHOD_NOT_ALLOWED(405, "The method is not allowed here"),
  NOT_ACCEPTABLE(406, "The answer is not offered in that form"),
  SCHEMA_REFUSED(409, "The schema is not published"),
  SCHEMA_MISMATCH(409, "The data has another schema than this server knows"),
  ITEM_LEASED(409, "A consumer holds the item"),
  CONSUMERS_UNABLE(409, "Live consumers are of an earlier release"),
  NOT_OFFERED(409, "The external store does not offer this"),
  ITEM_BLOCKED(409, "The item waits behind others of its group"),
  BODY_TOO_SLOW(408, "The request took too long to come"),
  LENGTH_REQUIRED(411, "The request must tell its length"),
  BODY_TOO_LARGE(413, "The request is too large"),
  MEDIA_TYPE_NOT_SUPPORTED(415, "The request's form is not understood"),
  HOST_NOT_ALLOWED(421, "The host name is not one of this server"),
  REQUEST_REFUSED(400, "The request was refused"),
  INTERNAL(500, "The server failed"),
  METHOD_UNKNOWN(501, "The method is not known"),
  UNAVAILABLE(503, "The cluster cannot answer now"),
  BUSY(503, "The server serves too many requests now"),
  VERSION_NOT_SUPPORTED(505, "The HTTP version is not spoken here");

  private final int status;
  private final String title;

  ProblemKind(int status, String title) {
    this.status = status;
    this.title = title;
  }

  public int status() {
    return status;
  }

  public String title() {
    return title;
  }

  /** The URI that names the kind for programs: {@code urn:tenure:problem:tenant-not-found}. */
  public URI type() {
    return URI.create("urn:tenure:problem:" + name().toLowerCase(Locale.ROOT).replace('_', '-'));
  }

  /** The kind for an answer of which only the status is known. */
  static ProblemKind ofStatus(int status) {
    return switch (status) {
      case 404 -> NOTHING_HERE;
      case 405 -> METHOD_NOT_ALLOWED;
      case 406 -> NOT_ACCEPTABLE;
      case 408 -> BODY_TOO_SLOW;
      case 411 -> LENGTH_REQUIRED;
      case 413 -> BODY_TOO_LARGE;
      case 415 -> MEDIA_TYPE_NOT_SUPPORTED;
      case 501 -> METHOD_UNKNOWN;
      case 505 -> VERSION_NOT_SUPPORTED;
      case 503 -> UNAVAILABLE;
      case 400 -> REQUEST_UNREADABLE;
      default -> status >= 400 && status < 500 ? REQUEST_REFUSED : INTERNAL;
    };
  }
}
