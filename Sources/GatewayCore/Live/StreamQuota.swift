package import HomeModel
import Synchronization

/// Limits the number of open event streams for each client, person and service token. The console has no limit.
package final class StreamQuota: Sendable {
    static let maximumPerClient = 8
    /// The limit for all clients of a person together, or for one token.
    static let maximumPerAsker = 16

    /// A client, person or token for which streams are counted.
    fileprivate enum Holder: Hashable {
        case client(ClientID)
        case person(PersonID)
        case token(TokenID)

        var most: Int {
            switch self {
            case .client: maximumPerClient
            case .person, .token: maximumPerAsker
            }
        }
    }

    private let taken = Mutex<[Holder: Int]>([:])

    /// Reserves one more stream, for as long as the returned object exists. Throws `.tooManyStreams` when all are
    /// taken.
    package func reserve(for identity: Identity) throws(ActionRefusal) -> StreamPermit {
        let holders = Self.holders(identity)
        let isFree = taken.withLock { taken in
            guard holders.allSatisfy({ taken[$0, default: 0] < $0.most }) else { return false }
            for holder in holders { taken[holder, default: 0] += 1 }
            return true
        }
        guard isFree else { throw .tooManyStreams }
        return StreamPermit { [self] in leave(holders) }
    }

    private func leave(_ holders: [Holder]) {
        taken.withLock { taken in
            for holder in holders {
                let left = (taken[holder] ?? 1) - 1
                taken[holder] = left > 0 ? left : nil
            }
        }
    }

    private static func holders(_ identity: Identity) -> [Holder] {
        guard !identity.isAtConsole else { return [] }
        if let token = identity.token { return [.token(token)] }
        return [identity.client.map(Holder.client), identity.person.map(Holder.person)].compactMap(\.self)
    }
}

/// A reserved stream. It is free again when the last reference to this object ends, also if the stream never began.
package final class StreamPermit: Sendable {
    private let leave: @Sendable () -> Void

    fileprivate init(leave: @escaping @Sendable () -> Void) { self.leave = leave }

    deinit { leave() }
}
