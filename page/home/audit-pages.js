// The record, newest first, page by page.

import { Problem } from "../core/api.js";

const pageLimit = 100;
const prefix = "/api/v1";

/** The gateway filters by one kind of event at a time: of several, each is asked for and all are put in order. */
export class AuditPages {
  #client;
  #sources;

  /** `events` is empty for all of them. */
  constructor(client, query, events = []) {
    this.#client = client;
    const kinds = events.length ? events.map((event) => ({ event })) : [{}];
    this.#sources = kinds.map((kind) => {
      const values = new URLSearchParams({ ...query, ...kind, limit: pageLimit });
      return { path: `/audit?${values}`, waiting: [] };
    });
  }

  get isOver() { return this.#sources.every(({ path, waiting }) => !path && !waiting.length); }

  /** The next `count`, or as many as there are. Throws `Problem` and `Unreachable`; nothing is lost then. */
  async next(count) {
    const taken = [];
    while (taken.length < count) {
      await this.#fill();
      const newest = this.#sources.filter(({ waiting }) => waiting.length)
        .reduce((best, source) => (best && best.waiting[0].time >= source.waiting[0].time ? best : source), null);
      if (!newest) break;
      taken.push(newest.waiting.shift());
    }
    return taken;
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

/** Of `</api/v1/audit?…>; rel="next"`. Source: RFC 8288. */
function nextPath(link) {
  const [, path] = /<([^>]+)>;\s*rel="next"/.exec(link ?? "") ?? [];
  return path ? path.slice(path.startsWith(prefix) ? prefix.length : 0) : null;
}

/** A command's entry and the one of its end are one thing to tell: `[{ record, end }]`. */
export function joined(records) {
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
