package import HomeModel
import Synchronization

/// How many streams of events are open, by client, by person and by service token. The console sits as it likes.
package final class ReaderSeats: Sendable {
    static let mostOfAClient = 8
    /// Over all clients of a person, or with one token.
    static let mostOfAnAsker = 16

    fileprivate enum Holder: Hashable {
        case client(ClientID)
        case person(PersonID)
        case token(TokenID)

        var most: Int {
            switch self {
            case .client: mostOfAClient
            case .person, .token: mostOfAnAsker
            }
        }
    }

    private let taken = Mutex<[Holder: Int]>([:])

    /// A place for one more stream, kept for as long as what is returned; throws `.tooManyStreams` when all are taken.
    package func take(for identity: Identity) throws(ActRefusal) -> ReaderSeat {
        let holders = Self.holders(identity)
        let isFree = taken.withLock { taken in
            guard holders.allSatisfy({ taken[$0, default: 0] < $0.most }) else { return false }
            for holder in holders { taken[holder, default: 0] += 1 }
            return true
        }
        guard isFree else { throw .tooManyStreams }
        return ReaderSeat { [self] in leave(holders) }
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

/// A taken place. It is free again when nobody holds on to it, also if the stream never began.
package final class ReaderSeat: Sendable {
    private let leave: @Sendable () -> Void

    fileprivate init(leave: @escaping @Sendable () -> Void) { self.leave = leave }

    deinit { leave() }
}
