// One entry of the tenant directory, and what an operator may do with the tenant.
import { attempt, isReadOnly, learnMode } from "./actions.js";
import { get, post } from "./api.js";
import { ask, confirm, toast } from "./dialog.js";
import { h, swap } from "./dom.js";
import { number, plural, when } from "./format.js";
import { askRefresh, crumbs, draw, figure, heading, loading, table } from "./parts.js";
import { go, link } from "./router.js";
import { state } from "./view-directory.js";
import { moveNotice, moveTo } from "./view-moves.js";

export function open(place) {
  const body = h("div", {}, loading());
  const details = h("div", {});
  let modeKnown = false;
  return {
    title: place.user,
    head: h(
      "div",
      {},
      crumbs(
        ["Directory", "#/directory"],
        [place.application, link(["directory"], { application: place.application })],
        [place.user],
      ),
      heading(place.user),
    ),
    body,
    every: 5000,
    refresh: async (signal) => {
      if (!modeKnown) {
        await learnMode(signal);
        modeKnown = true;
      }
      const entry = await get(path(place), {}, signal);
      draw(body, entry, () => [
        ...content(place, entry, details),
        entry.move && moveNotice(entry.move),
        details,
      ]);
    },
  };
}

function path({ application, user }) {
  return ["directory", "tenants", application, user];
}

function content(place, entry, details) {
  const { tenant } = entry;
  return [
    h(
      "dl",
      { class: "figures" },
      figure("State", state(tenant.state)),
      figure("Cluster", tenant.cluster),
      figure("Since", when(tenant.since)),
      figure("Created", when(tenant.created)),
      figure("Alternate keys", entry.keyKinds.join(", ") || "—"),
    ),
    entry.reason !== "" && h("p", {}, `Suspended: ${entry.reason}`),
    h(
      "div",
      { class: "actions" },
      h("a", { class: "button", href: link(["tenants", place.application, place.user]) }, "Zones"),
      revealButton(place, details),
      ...changes(place, tenant),
    ),
  ];
}

/** Personal data is read and shown only when a person asks for it. */
function revealButton(place, details) {
  return h(
    "button",
    {
      type: "button",
      "data-key": "reveal",
      onclick: () =>
        attempt(async () => {
          const revealed = await get(path(place), { reveal: "true" });
          swap(details, shown(revealed.details));
        }),
    },
    "Show personal data",
  );
}

function shown({ displayName, attributes, keys }) {
  const rows = [
    { name: "Name", value: displayName },
    ...keys.map((key) => ({ name: key.kind, value: key.value })),
    ...Object.entries(attributes).map(([name, value]) => ({ name, value })),
  ];
  return table("Details", [["", (row) => row.name], ["", (row) => row.value || "—"]], rows);
}

function changes(place, tenant) {
  if (isReadOnly()) {
    return [];
  }
  const button = (text, kind, action) =>
    h("button", { type: "button", class: kind, "data-key": text, onclick: action }, text);
  return [
    tenant.state === "SUSPENDED"
      ? button("Resume", "primary", () => resume(place))
      : tenant.state === "ACTIVE" && button("Suspend", "", () => suspend(place)),
    tenant.state !== "DELETING" && button("Move", "", () => moveTo(place)),
    button(tenant.state === "DELETING" ? "Go on deleting" : "Delete", "danger", () =>
      remove(place),
    ),
  ];
}

async function suspend(place) {
  const reason = await ask({
    title: `Suspend ${place.user}?`,
    text: "No item is enqueued and none begins until the tenant is resumed. What runs now ends.",
    label: "Reason, kept with the tenant",
    action: "Suspend",
  });
  if (reason !== undefined) {
    await change([...path(place), "suspend"], { reason }, "The tenant was suspended.");
  }
}

async function resume(place) {
  const question = {
    title: `Resume ${place.user}?`,
    text: "Items are enqueued and begin again.",
    action: "Resume",
  };
  if (await confirm(question)) {
    await change([...path(place), "resume"], {}, "The tenant was resumed.");
  }
}

async function remove(place) {
  await attempt(async () => {
    const { preview } = await post([...path(place), "delete"], { dryRun: true });
    const { contents } = preview;
    const reason = await ask({
      title: `Delete ${place.user} for good?`,
      text:
        `${counted(contents.records, "record")}, ${counted(contents.items, "item")} and ` +
        `${counted(contents.deadLetters, "dead letter")} are removed, and ` +
        `${plural(preview.keys, "alternate key")} become free. This cannot be undone.`,
      label: "Reason, for the audit log",
      action: "Delete",
      danger: true,
    });
    if (reason === undefined) {
      return;
    }
    await post([...path(place), "delete"], { dryRun: false, reason });
    toast("The tenant was deleted.");
    go(["directory"]);
  });
}

/** Counting stops at 10,000 records of a kind. */
function counted(count, word) {
  return count >= 10000 ? `${number(count)} or more ${word}s` : plural(count, word);
}

async function change(where, body, done) {
  await attempt(async () => {
    await post(where, body);
    toast(done);
  });
  askRefresh();
}
