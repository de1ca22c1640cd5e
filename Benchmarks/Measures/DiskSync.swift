import Foundation

/// The cheapest way to put 400 bytes on a disk for certain: overwrite them in place and sync the data.
final class DiskSync {
    static let bytes = 400
    private static let fileBytes = 1 << 20

    private let path: String
    private let descriptor: Int32
    private let record = [UInt8](repeating: 0xA5, count: bytes)
    private var offset = 0

    /// A file of its own in `folder`, written full beforehand.
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

    func once() throws -> Duration {
        let start = ContinuousClock.now
        guard pwrite(descriptor, record, record.count, off_t(offset)) == record.count, fdatasync(descriptor) == 0 else {
            throw DiskFailure(code: errno)
        }
        offset = (offset + record.count) % (Self.fileBytes - record.count)
        return ContinuousClock.now - start
    }

    struct DiskFailure: Error { let code: Int32 }
}
