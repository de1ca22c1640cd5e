import Concurrency
import GatewayCore
import HomeModel
import HomeStore
import HostInspection

/// Measures how much of each kind of data of the inventory is stored now.
///
/// Each person who may change settings can ask, so the result of a measurement stays for a while, and requests at the
/// same time share one. Of a table with many rows only a part is read; the amounts of readings are kept beside them. What
/// clients store on their own machines is not known here.
actor StoredDataMeter {
    private static let validity = Duration.seconds(10)

    private let kinds: [StoredDataKind]
    private let database: HomeDatabase
    /// The folders to which the paths of files are relative; one that this home does not have is absent.
    private let roots: [StoredFiles.Root: String]
    private let uptime: @Sendable () -> Duration
    private let lock = AsyncLock()
    private var last: (time: Duration, amounts: [String: StoredDataAmount])?

    init(
        _ kinds: [StoredDataKind], database: HomeDatabase, roots: [StoredFiles.Root: String],
        uptime: @escaping @Sendable () -> Duration
    ) {
        self.kinds = kinds
        self.database = database
        self.roots = roots
        self.uptime = uptime
    }

    /// The amounts by the ids of kinds. A kind is absent if nothing of it lies on this machine, or if it cannot be
    /// measured now.
    func amounts() async -> [String: StoredDataAmount] {
        await lock.withLock {
            if let last, uptime() - last.time < Self.validity { return last.amounts }
            let amounts = await measure()
            last = (uptime(), amounts)
            return amounts
        }
    }

    private func measure() async -> [String: StoredDataAmount] {
        let history = (try? await database.historyAmounts()) ?? [:]
        var amounts = await BlockingExecutor.offPool { [kinds, roots] in Self.files(of: kinds, in: roots) }
        for kind in kinds {
            guard let rows = await rows(of: kind, history: history) else { continue }
            amounts[kind.id] = (amounts[kind.id] ?? StoredDataAmount()) + rows
        }
        return amounts
    }

    /// The amount in the tables of the database; nil if the kind has none, or if one of them cannot be read now.
    private func rows(
        of kind: StoredDataKind, history: [RecordKind: StoredDataAmount]
    ) async -> StoredDataAmount? {
        var total: StoredDataAmount?
        var records: Set<RecordKind> = []
        for case .columns(let columns) in kind.places {
            let amount: StoredDataAmount?
            switch columns.rows {
            // One record lies in one of several tables, and its kind counts them all.
            case .history(let kind): amount = records.insert(kind).inserted ? history[kind] : StoredDataAmount()
            case .all: amount = try? await database.amount(of: columns)
            }
            guard let amount else { return nil }
            total = total.map { $0 + amount } ?? amount
        }
        return total
    }

    /// The sizes of the files of each kind that has some. Blocks the calling thread.
    private static func files(
        of kinds: [StoredDataKind], in roots: [StoredFiles.Root: String]
    ) -> [String: StoredDataAmount] {
        kinds.reduce(into: [:]) { amounts, kind in
            for case .files(let files) in kind.places {
                guard let root = roots[files.root] else { continue }
                let folder = files.folder.isEmpty ? root : "\(root)/\(files.folder)"
                let usage = FolderUsage(of: folder, matching: files.names)
                amounts[kind.id] =
                    (amounts[kind.id] ?? StoredDataAmount())
                    + StoredDataAmount(bytes: usage.bytes, isAtLeast: usage.isPartial)
            }
        }
    }
}
