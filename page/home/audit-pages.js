// The entries of the audit log, newest first, page by page.

import { Problem } from "../core/api.js";

const pageLimit = 100;
const prefix = "/api/v1";

/** Reads entries of one or several events. The gateway filters by one event at a time, so each event is requested by
 *  itself and the entries are merged by time. */
export class AuditPages {
  #client;
  #sources;
  /** Entries in order that no call has returned yet: they stay when a request for further ones fails. */
  #merged = [];

  /** `query` are parameters of `GET /audit`; an empty `events` means all events. */
  constructor(client, query, events = []) {
    this.#client = client;
    const kinds = events.length ? events.map((event) => ({ event })) : [{}];
    this.#sources = kinds.map((kind) => {
      const values = new URLSearchParams({ ...query, ...kind, limit: pageLimit });
      return { path: `/audit?${values}`, waiting: [] };
    });
  }

  get isOver() {
    return !this.#merged.length && this.#sources.every(({ path, waiting }) => !path && !waiting.length);
  }

  /** The next `count` entries, or as many as there are. Throws `Problem` and `Unreachable`; the next call then returns
   *  the same entries. */
  async next(count) {
    while (this.#merged.length < count) {
      await this.#fill();
      const newest = this.#sources.filter(({ waiting }) => waiting.length)
        .reduce((best, source) => (best && best.waiting[0].time >= source.waiting[0].time ? best : source), null);
      if (!newest) break;
      this.#merged.push(newest.waiting.shift());
    }
    return this.#merged.splice(0, count);
  }

  async #fill() {
    await Promise.all(this.#sources.filter(({ path, waiting }) => path && !waiting.length).map(async (source) => {
      const response = await this.#client.send("GET", source.path);
      const content = await response.json().catch(() => ({}));
      if (!response.ok) throw new Problem(response.status, content);
      source.waiting = content;
      source.path = nextPath(response.headers.get("Link"));
    }));
  }
}

/** The path of the next page, from a `Link` header such as `</api/v1/audit?…>; rel="next"` (RFC 8288); null when there
 *  is none. */
function nextPath(link) {
  const [, path] = /<([^>]+)>;\s*rel="next"/.exec(link ?? "") ?? [];
  return path ? path.slice(path.startsWith(prefix) ? prefix.length : 0) : null;
}

/** Joins the entry of a command with the entry of its outcome, which become one row: `[{ record, end }]`. */
export function joinOutcomes(records) {
  const ends = new Map();
  const isBegun = new Set();
  for (const record of records) {
    const { event, metadata: { command } } = record.entry;
    if (event === "device.outcome" && command) ends.set(command, record);
    if (event === "device.control" && command) isBegun.add(command);
  }
  return records.filter(({ entry }) => entry.event !== "device.outcome" || !isBegun.has(entry.metadata.command))
    .map((record) => ({
      record, end: record.entry.event === "device.control" ? ends.get(record.entry.metadata.command) : undefined,
    }));
}
