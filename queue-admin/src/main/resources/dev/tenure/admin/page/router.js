// The state of the page is its address: #/tenants/shop/alice/zones/default?state=DEAD

/** What the address says: path segments and query, both decoded. */
export function current() {
  const hash = location.hash.replace(/^#\/?/, "");
  const cut = hash.indexOf("?");
  const path = cut < 0 ? hash : hash.slice(0, cut);
  return {
    segments: path
      .split("/")
      .filter((part) => part !== "")
      .map(decode),
    query: Object.fromEntries(new URLSearchParams(cut < 0 ? "" : hash.slice(cut + 1))),
  };
}

/** The address of a place, for `href`. Empty query values are left out. */
export function link(segments, query) {
  const pairs = Object.entries(query ?? {}).filter(
    ([, value]) => value !== undefined && value !== "",
  );
  const search = new URLSearchParams(pairs).toString();
  return `#/${segments.map(encodeURIComponent).join("/")}${search ? `?${search}` : ""}`;
}

export function go(segments, query) {
  location.hash = link(segments, query);
}

function decode(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
