import Foundation

/// The fastest way to store 400 bytes durably: overwrite them in place and sync the data. It is a baseline.
final class DiskSync {
    static let bytes = 400
    private static let fileBytes = 1 << 20

    private let path: String
    private let descriptor: Int32
    private let record = [UInt8](repeating: 0xA5, count: bytes)
    private var offset = 0

    /// Creates a file in `folder` and fills it completely.
    init(in folder: String) throws {
        path = "\(folder)/sync-\(UUID().uuidString.prefix(8))"
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
        let zeros = [UInt8](repeating: 0, count: Self.fileBytes)
        guard descriptor >= 0, write(descriptor, zeros, zeros.count) == zeros.count, fsync(descriptor) == 0 else {
            throw DiskFailure(code: errno)
        }
    }

    deinit {
        close(descriptor)
        unlink(path)
    }

    /// Writes and syncs one record. Returns the duration.
    func once() throws -> Duration {
        let start = ContinuousClock.now
        guard pwrite(descriptor, record, record.count, off_t(offset)) == record.count, fdatasync(descriptor) == 0 else {
            throw DiskFailure(code: errno)
        }
        offset = (offset + record.count) % (Self.fileBytes - record.count)
        return ContinuousClock.now - start
    }

    /// A failed system call, with its `errno`.
    struct DiskFailure: Error { let code: Int32 }
}
