import NIOCore
import Synchronization

/// How many connections each address has: one host must not hold every place at the door.
final class ConnectionShares: Sendable {
    /// More than the screens behind one address, fewer than the door has places.
    static let most = 128

    private let counts = Mutex<[String: Int]>([:])

    /// False when the address has its share. The place is free again once the channel is closed.
    func admit(_ channel: any Channel) -> Bool {
        guard let address = channel.remoteAddress?.ipAddress else { return true }
        let isAdmitted = counts.withLock { counts in
            guard counts[address, default: 0] < Self.most else { return false }
            counts[address, default: 0] += 1
            return true
        }
        if isAdmitted { channel.closeFuture.whenComplete { [self] _ in release(address) } }
        return isAdmitted
    }

    private func release(_ address: String) {
        counts.withLock { counts in
            let left = (counts[address] ?? 1) - 1
            counts[address] = left > 0 ? left : nil
        }
    }
}
