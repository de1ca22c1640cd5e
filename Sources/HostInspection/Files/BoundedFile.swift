import Glibc

/// Reads files of the system up to a limit.
package enum BoundedFile {
    /// The text of the file; invalid UTF-8 is replaced. Nil if it cannot be read, or is larger than the limit.
    package static func text(_ path: String, limitBytes: Int) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes: [UInt8] = []
        let isComplete = readBlocks(of: file) { block in
            bytes += block
            return bytes.count <= limitBytes
        }
        return isComplete ? String(decoding: bytes, as: UTF8.self) : nil
    }

    /// Passes the blocks of an open file to `receive` until its end, or until `receive` returns false. Returns whether the
    /// end was reached.
    static func readBlocks(of file: Int32, _ receive: (ArraySlice<UInt8>) -> Bool) -> Bool {
        var block = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = read(file, &block, block.count)
            if count == 0 { return true }
            if count < 0 {
                if errno == EINTR { continue }
                return false
            }
            guard receive(block[..<count]) else { return false }
        }
    }
}
