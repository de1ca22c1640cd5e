// One row for each group command: the entry of the command and those of its parts are shown as one act.

const statuses = ["pending", "unknown", "failed", "refused", "abandoned", "done"];

/** The id of the group command to which an entry belongs; undefined for all other entries. */
function groupOf({ act }) {
  if (act?.event === "group.control") return act.metadata.command;
  return act?.metadata.parent;
}

/** The entries, newest first, with one entry in the place of all entries of a group command. Its `children` are the
 *  entries of the parts. A person who may not see the command itself sees the parts of it that they may see. */
export function foldGroups(entries) {
  const groups = new Map();
  for (const entry of entries) {
    const id = groupOf(entry);
    if (id) groups.set(id, [...groups.get(id) ?? [], entry]);
  }
  const folded = entries.map((entry) => {
    const members = groups.get(groupOf(entry));
    if (!members) return entry;
    return entry === members[0] ? fold(members) : null;
  });
  return folded.filter(Boolean);
}

function fold(members) {
  const own = members.find(({ act }) => act.event === "group.control");
  const children = members.filter((entry) => entry !== own).reverse();
  if (!children.length) return own;
  const shown = own ?? children[0];
  const failed = children.filter(({ act }) => act.status !== "done");
  const [only] = children.length === 1 ? children : [];
  return {
    ...shown, device: only?.device, children,
    part: children[0].part, capability: children[0].capability,
    // The outcome of the whole command follows those of its parts. Of a single part the sentence says more than that
    // one of them failed.
    act: {
      ...shown.act, status: worst(children.map(({ act }) => act.status)), failedCount: only ? 0 : failed.length,
      outcome: only ? only.act.outcome : shown.act.outcome ?? children.at(-1).act.outcome,
      isStopped: children.some(({ act }) => act.isStopped), stoppedAt: only?.act.stoppedAt, lateReport: only?.act.lateReport,
    },
    records: own?.records && members.flatMap(({ records }) => records ?? []),
  };
}

const worst = (found) => statuses.find((status) => found.includes(status));
