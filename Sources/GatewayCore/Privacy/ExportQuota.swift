import HomeModel
import Synchronization

/// Limits the exports that run at the same time: one by each asker, and three in all, because each may occupy a core and
/// reads the whole audit log.
///
/// A client may take an archive as slowly as the connection permits, and keeps its place meanwhile. So the places count by
/// the one who asks, and not by the person whose data it is: an export by an admin leaves the person a place, and one
/// slow asker leaves places to others.
package final class ExportQuota: Sendable {
    static let maximumAtOnce = 3

    private let running = Mutex<Set<String>>([])

    package init() {}

    /// Reserves an export for the asker, for as long as the returned object exists. Throws `.exportRunning` when another
    /// export by the asker runs, and `.tooManyExports` when the limit is reached. The console that acts as a person is
    /// another asker than this person.
    func reserve(for identity: Identity) throws(ActionRefusal) -> ExportPermit {
        let asker = identity.description
        let refusal: ActionRefusal? = running.withLock { running in
            guard !running.contains(asker) else { return .exportRunning }
            guard running.count < Self.maximumAtOnce else { return .tooManyExports }
            running.insert(asker)
            return nil
        }
        if let refusal { throw refusal }
        return ExportPermit { [self] in running.withLock { _ = $0.remove(asker) } }
    }

    /// The number of exports that run now.
    package var count: Int { running.withLock(\.count) }
}

/// A reserved export. It ends with `end()`, or with the last reference to this object if the export never began.
final class ExportPermit: Sendable {
    private let leave: @Sendable () -> Void
    private let isOver = Atomic(false)

    fileprivate init(leave: @escaping @Sendable () -> Void) { self.leave = leave }

    deinit { end() }

    /// Ends the reservation before the reader learns that the export has ended, so that the next one may begin at once.
    func end() {
        guard !isOver.exchange(true, ordering: .acquiringAndReleasing) else { return }
        leave()
    }
}
