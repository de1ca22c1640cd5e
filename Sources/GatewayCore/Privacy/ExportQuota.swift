import HomeModel
import Synchronization

/// Limits the exports that run at the same time: one about each person, and two in all, because each occupies a core
/// and reads the whole audit log.
package final class ExportQuota: Sendable {
    static let maximumAtOnce = 2

    private let running = Mutex<Set<PersonID>>([])

    package init() {}

    /// Reserves the export about a person, for as long as the returned object exists. Throws `.exportRunning` when
    /// their data is being exported already, and `.tooManyExports` when the limit is reached.
    func reserve(for person: PersonID) throws(ActionRefusal) -> ExportPermit {
        let refusal: ActionRefusal? = running.withLock { running in
            guard !running.contains(person) else { return .exportRunning }
            guard running.count < Self.maximumAtOnce else { return .tooManyExports }
            running.insert(person)
            return nil
        }
        if let refusal { throw refusal }
        return ExportPermit { [self] in running.withLock { _ = $0.remove(person) } }
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
