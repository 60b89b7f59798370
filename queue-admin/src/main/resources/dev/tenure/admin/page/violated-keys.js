// Alternate keys that several tenants own, and the decisions about them.
import { attempt, isReadOnly } from "./actions.js";
import { get, post } from "./api.js";
import { ask, confirm, toast } from "./dialog.js";
import { h, swap } from "./dom.js";
import { when } from "./format.js";
import { askRefresh, table } from "./parts.js";
import { link } from "./router.js";

const MOST = 100;

export function readViolated(query, signal) {
  return get(["directory", "violations"], { limit: MOST, ...query }, signal);
}

/** Nothing when no key has several owners. Values are shown when a person asks for them. */
export function violatedKeys(violated) {
  if (violated.length === 0) {
    return undefined;
  }
  const rows = h("div", {}, keys(violated));
  const reveal = () => attempt(async () => swap(rows, keys(await readViolated({ reveal: "true" }))));
  return h(
    "section",
    {},
    h("p", {}, "Several tenants own one alternate key. Decide which of them keeps it."),
    rows,
    h("button", { type: "button", "data-key": "reveal keys", onclick: reveal }, "Show the values"),
  );
}

function keys(violated) {
  const rows = violated.flatMap((key) => key.owners.map((owner) => ({ ...key, owner })));
  return table(
    "Keys with several owners",
    [
      ["Kind", (row) => row.kind],
      ["Value", (row) => row.value ?? "hidden"],
      [
        "Owner",
        ({ owner }) =>
          h(
            "a",
            { href: link(["directory", owner.application, owner.user]) },
            `${owner.application}/${owner.user}`,
          ),
      ],
      ["Found", (row) => when(row.noted)],
      ["", (row) => !isReadOnly() && decisions(row)],
    ],
    rows,
  );
}

function decisions(row) {
  const button = (text, action) =>
    h(
      "button",
      { type: "button", "data-key": `${text} ${row.kind} ${row.owner.user}`, onclick: action },
      text,
    );
  return h(
    "div",
    { class: "actions" },
    button("Keeps it", () => keep(row)),
    button("Gets another", () => replace(row)),
  );
}

async function keep(row) {
  const question = {
    title: `Does ${row.owner.user} keep the ${row.kind}?`,
    text: "All other tenants lose this key.",
    action: "Keeps it",
  };
  if (await confirm(question)) {
    await decide(row, "keep-key", {});
  }
}

async function replace(row) {
  const replacement = await ask({
    title: `Another ${row.kind} for ${row.owner.user}`,
    text: "The tenant gets this key in the place of the one that several own.",
    label: row.kind,
    action: "Replace",
  });
  if (replacement !== undefined) {
    await decide(row, "replace-key", { replacement });
  }
}

async function decide({ kind, value, owner }, decision, more) {
  await attempt(async () => {
    const where = ["directory", "tenants", owner.application, owner.user, decision];
    const { outcome } = await post(where, { kind, ...(value && { value }), ...more });
    toast(outcome === "RESOLVED" ? "The key has one owner." : "Several tenants still own the key.");
  });
  askRefresh();
}
