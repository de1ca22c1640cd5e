import Foundation
import Synchronization
import SystemPackage

@testable package import SegmentedLog

/// A disk that fails on request of the test and otherwise calls the real disk.
package final class FaultyDisk: Sendable {
    private struct State {
        var writeFailure: Int32?
        var syncFailure: Int32?
        /// The number of bytes that a failing write still writes.
        var partial = 0
        var isFull = false
        var syncs = 0
    }

    private let state = Mutex(State())

    package static func make() -> (DiskCalls, FaultyDisk) {
        let faults = FaultyDisk()
        let disk = DiskCalls(
            write: { descriptor, bytes, offset in faults.write(descriptor, bytes: bytes, offset: offset) },
            sync: { faults.sync($0) })
        return (disk, faults)
    }

    package var syncs: Int { state.withLock { $0.syncs } }

    package func fail(write: Int32? = nil, sync: Int32? = nil, partial: Int = 0) {
        state.withLock {
            $0.writeFailure = write
            $0.syncFailure = sync
            $0.partial = partial
            $0.isFull = false
        }
    }

    /// Existing bytes can be overwritten, but no file can grow.
    package func failNewSpace() { state.withLock { $0.isFull = true } }

    private func write(_ descriptor: Int32, bytes: UnsafeRawBufferPointer, offset: Int) -> Int {
        let (isFull, partial) = state.withLock { ($0.isFull, $0.partial) }
        let grows = (try? Stat(FileDescriptor(rawValue: descriptor))).map { offset + bytes.count > $0.size } ?? false
        let failure: Int32? = isFull && grows ? ENOSPC : state.withLock { $0.writeFailure }
        guard let failure else { return pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(offset)) }
        if partial > 0, bytes.count > partial {
            state.withLock { $0.partial = 0 }
            return pwrite(descriptor, bytes.baseAddress, partial, off_t(offset))
        }
        errno = failure
        return -1
    }

    private func sync(_ descriptor: Int32) -> Int32 {
        let failure = state.withLock {
            $0.syncs += 1
            return $0.syncFailure
        }
        guard let failure else { return fdatasync(descriptor) }
        errno = failure
        return -1
    }
}
