// Counts the files of a ZIP archive while it arrives, and knows whether its end has arrived.

/** The first bytes of each file in an archive that the gateway writes. Compressed data does not contain them. */
const headerStart = [0x50, 0x4b, 0x03, 0x04, 20, 0, 0x08, 0x08, 8, 0];
/** The record at the end of an archive, which only a complete one has. */
const endStart = [0x50, 0x4b, 0x05, 0x06];
const endBytes = 22;

export class ArchiveScanner {
  bytes = 0;
  files = 0;
  #matched = 0;
  #tail = [];

  /** `piece` is an `Uint8Array`. */
  add(piece) {
    this.bytes += piece.length;
    this.#tail = [...this.#tail, ...piece.subarray(-endBytes)].slice(-endBytes);
    for (const byte of piece) {
      // The first byte occurs nowhere else in the header, so a mismatch can only begin a new match.
      if (byte === headerStart[this.#matched]) this.#matched += 1;
      else this.#matched = byte === headerStart[0] ? 1 : 0;
      if (this.#matched < headerStart.length) continue;
      this.files += 1;
      this.#matched = 0;
    }
  }

  /** Without its end an archive is not valid: the gateway stopped, or the export was ended. */
  get isComplete() { return endStart.every((byte, index) => this.#tail[index] === byte); }
}
