import Foundation

/// The bytes that a process has written since it started, as the kernel counts them.
struct WrittenBytes {
    /// The bytes passed to system calls.
    let byCalls: Int
    /// The bytes that went or will go to a disk, with those that the file system adds.
    let toDisk: Int

    static var ofThisProcess: WrittenBytes { WrittenBytes(inFile: "/proc/self/io") }

    /// `path` is the `io` file of a process in `/proc`, or a copy of it.
    init(inFile path: String) {
        let fields = ProcessUsage.fields(of: path)
        byCalls = fields["wchar"] ?? 0
        toDisk = fields["write_bytes"] ?? 0
    }

    static let none = WrittenBytes(byCalls: 0, toDisk: 0)

    private init(byCalls: Int, toDisk: Int) {
        self.byCalls = byCalls
        self.toDisk = toDisk
    }

    static func - (later: WrittenBytes, earlier: WrittenBytes) -> WrittenBytes {
        WrittenBytes(byCalls: later.byCalls - earlier.byCalls, toDisk: later.toDisk - earlier.toDisk)
    }
}
