// Talks to the REST interface below api/v1 and turns its problem details into errors for people.
import { setServerTime } from "./format.js";

const TIMEOUT_MILLIS = 15000;

/** The header with which the application around the page lets changes pass, where it has one. */
let csrf = {};

/** What the server, or the way to it, refused; `status` is 0 when there was no answer. */
export class ApiError extends Error {
  constructor(status, title, detail) {
    super(detail);
    this.status = status;
    this.title = title;
  }
}

/** Reads one resource: `get(["tenants", application, user], { limit: 50 })`. */
export function get(segments, query, signal) {
  return call("GET", address(segments, query), signal);
}

/** Changes something; the header is one that another site's page cannot send. */
export function post(segments, body, signal) {
  return call("POST", address(segments, {}), signal, body);
}

/**
 * A path segment for any identifier: a leading ~ is dropped by the server (see its OpenAPI), and
 * what firewalls refuse in a path is sent as Base64.
 */
export function segment(identifier) {
  if (/[/\\%;\u0000-\u001f\u007f\u2028\u2029]/.test(identifier)) {
    const bytes = String.fromCharCode(...new TextEncoder().encode(identifier));
    return `~64~${btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
  }
  const marked = /^(~|\.{1,2}$)/.test(identifier) ? `~${identifier}` : identifier;
  return encodeURIComponent(marked);
}

function address(segments, query) {
  const pairs = Object.entries(query ?? {}).filter(
    ([, value]) => value !== undefined && value !== "",
  );
  const search = new URLSearchParams(pairs).toString();
  return `api/v1/${segments.map(segment).join("/")}${search ? `?${search}` : ""}`;
}

async function call(method, url, signal, sent) {
  const timeout = AbortSignal.timeout(TIMEOUT_MILLIS);
  const until = signal ? AbortSignal.any([signal, timeout]) : timeout;
  const response = await answer(method, url, until, sent);
  const date = response.headers.get("X-Tenure-Time");
  if (date) {
    setServerTime(date);
  }
  const header = response.headers.get("X-Tenure-Csrf-Header");
  if (header) {
    csrf = { [header]: response.headers.get("X-Tenure-Csrf-Token") };
  }
  if (response.ok && !(response.headers.get("Content-Type") ?? "").includes("json")) {
    throw new ApiError(401, "Somebody has to log in", "Load the page anew to do that.");
  }
  const body = await read(response);
  if (!response.ok) {
    throw new ApiError(
      response.status,
      body?.title ?? "The server could not answer",
      body?.detail ?? `It answered with status ${response.status}.`,
    );
  }
  return body;
}

async function answer(method, url, signal, sent) {
  const headers = { Accept: "application/json", "X-Tenure-Request": "1" };
  if (method !== "GET") {
    Object.assign(headers, csrf);
  }
  if (sent !== undefined) {
    headers["Content-Type"] = "application/json";
  }
  try {
    return await fetch(url, {
      method,
      signal,
      headers,
      body: sent === undefined ? undefined : JSON.stringify(sent),
      cache: "no-store",
    });
  } catch (error) {
    throw unanswered(error);
  }
}

/** The body, or undefined when it is no JSON, such as the error page of a proxy. */
async function read(response) {
  try {
    return await response.json();
  } catch (error) {
    if (error instanceof SyntaxError) {
      return undefined;
    }
    throw unanswered(error);
  }
}

/** The error of a request that was given up, or that the server did not answer to its end. */
function unanswered(error) {
  if (error.name === "AbortError") {
    return error;
  }
  if (error.name === "TimeoutError") {
    return new ApiError(
      0,
      "The server takes too long",
      `There was no answer within ${TIMEOUT_MILLIS / 1000} seconds.`,
    );
  }
  return new ApiError(
    0,
    "The server cannot be reached",
    "It may have been stopped. The page tries again by itself while Live is on.",
  );
}
