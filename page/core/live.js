// The live events of the gateway: Server-Sent Events read with `fetch`, because an `EventSource` cannot send DPoP
// proofs. The stream resumes after the last event when the connection was lost.

import { Problem } from "./api.js";

/** The gateway sends something at least every 5 s; a longer silence than this means that the connection is lost. */
const silenceLimitMilliseconds = 12_000;
const suspectMilliseconds = 6000;
const retryMilliseconds = [250, 500, 1000, 2000, 5000, 10_000];

/** Passes every event to `onEvent` until `stop`. Calls `onConnection` with true when the gateway begins to send, and
 *  with false when the connection ends. The gateway also ends it when the person's permissions change. */
export class LiveEvents {
  #client;
  #onEvent;
  #onConnection;
  #lastEventID;
  #stopped = false;
  #abort;
  #endPause = () => {};

  /** When the last bytes arrived, by this device's clock, in milliseconds since 1970. */
  lastReceivedAt = 0;

  constructor(client, { onEvent, onConnection }) {
    this.#client = client;
    this.#onEvent = onEvent;
    this.#onConnection = onConnection;
  }

  async run() {
    for (let failures = 0; !this.#stopped; failures += 1) {
      try {
        await this.#readStream(() => { failures = 0; });
      } catch {
        // Every error is handled in the same way: the connection is tried again.
      }
      if (this.#stopped) return;
      this.#onConnection(false);
      const milliseconds = retryMilliseconds[Math.min(failures, retryMilliseconds.length - 1)];
      await this.#pause(milliseconds * (0.75 + Math.random() / 2));
    }
  }

  stop() {
    this.#stopped = true;
    this.#abort?.abort();
    this.#endPause();
  }

  /** Tries again at once: the network is back, or the page is visible again. Also ends a connection that has been
   *  silent for a while, because it may be dead. */
  retryNow() {
    this.endIfSilent(suspectMilliseconds);
    this.#endPause();
  }

  /** Ends the connection if nothing has arrived for this long, and returns whether that is so. */
  endIfSilent(milliseconds) {
    const isSilent = Date.now() - this.lastReceivedAt > milliseconds;
    if (isSilent) this.#abort?.abort();
    return isSilent;
  }

  async #readStream(onBytes) {
    const abort = new AbortController();
    this.#abort = abort;
    try {
      const headers = this.#lastEventID ? { "Last-Event-ID": this.#lastEventID } : {};
      const response = await this.#withTimeout(this.#client.send("GET", "/events", { headers, signal: abort.signal }));
      if (!response.ok) throw new Problem(response.status);
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let rest = "", isFirst = true; ; isFirst = false) {
        const { value, done } = await this.#withTimeout(reader.read());
        if (done) return;
        onBytes();
        // The gateway sends its first bytes as soon as it has registered this subscription.
        if (isFirst) this.#onConnection(true);
        const blocks = (rest + value).split("\n\n");
        rest = blocks.pop();
        for (const block of blocks) this.#receiveBlock(block);
      }
    } finally {
      abort.abort();
    }
  }

  #receiveBlock(block) {
    let data;
    for (const line of block.split("\n")) {
      if (line.startsWith("id: ")) this.#lastEventID = line.slice(4);
      if (line.startsWith("data: ")) data = line.slice(6);
    }
    if (data !== undefined) this.#onEvent(JSON.parse(data));
  }

  async #withTimeout(answer) {
    let timer;
    const silence = new Promise((_, reject) => {
      timer = setTimeout(() => { this.#abort.abort(); reject(new Error("silence")); }, silenceLimitMilliseconds);
    });
    try {
      const result = await Promise.race([answer, silence]);
      this.lastReceivedAt = Date.now();
      return result;
    } finally {
      clearTimeout(timer);
    }
  }

  #pause(milliseconds) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#endPause = () => { clearTimeout(timer); resolve(); };
    });
  }
}
