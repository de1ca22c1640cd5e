import Foundation

/// What a process has written since it began, as the kernel counts it.
struct WrittenBytes {
    /// Handed over in calls.
    let byCalls: Int
    /// Of that and of what the file system makes of it, what went to a disk or will.
    let toDisk: Int

    static var ofThisProcess: WrittenBytes { WrittenBytes(inFile: "/proc/self/io") }

    /// `path` is a process's `io` in `/proc`, or a copy of it.
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
