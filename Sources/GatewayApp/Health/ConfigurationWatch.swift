import Concurrency
import Crypto
import GatewayCore
import Glibc
import HomeModel
import HomeStore
import HostInspection

/// Notices that a file was changed which only the gateway or an administrator changes: the configuration, compared with
/// the last look and the last run, and the access rules of the broker, compared with those that the gateway made.
actor ConfigurationWatch {
    static let period = Duration.seconds(60)
    private static let limitBytes = 4 << 20

    /// The path of the configuration; nil if the gateway has none.
    private let configuration: String?
    /// The path of the broker's access rules; nil for an external broker.
    private let accessRules: String?
    private let expectedRules: @Sendable () async -> String?
    private let store: IncidentStore
    private let feed: IncidentFeed
    private let clock: HomeClock
    private var digests: [String: String] = [:]
    /// The content of the access rules that was not as expected at the last look. The gateway may just have been writing
    /// them, so that only a second look counts.
    private var doubtful: String?

    init(
        configuration: String?, accessRules: String?, expecting expectedRules: @escaping @Sendable () async -> String?,
        store: IncidentStore, feed: IncidentFeed, clock: HomeClock
    ) {
        self.configuration = configuration
        self.accessRules = accessRules
        self.expectedRules = expectedRules
        self.store = store
        self.feed = feed
        self.clock = clock
    }

    /// Looks once a minute until cancelled.
    func run() async {
        digests = (try? await store.watchedFiles()) ?? [:]
        while !Task.isCancelled {
            await look()
            await clock.sleep(for: Self.period)
        }
    }

    func look() async {
        if let configuration, let digest = await Self.digest(of: configuration) {
            let name = Self.name(of: configuration)
            let before = digests[name]
            if before != digest {
                digests[name] = digest
                if before != nil { feed.send(.fileChanged(name: name)) }
                // Without it the next start reports the change again, which does no harm.
                try? await store.save(watchedFiles: digests)
            }
        }
        if let accessRules { await compareRules(at: accessRules) }
    }

    private func compareRules(at path: String) async {
        let expected = await expectedRules()
        let found = await Self.content(of: path)
        guard let expected, let found, found != expected else {
            doubtful = nil
            return
        }
        if doubtful == found { feed.send(.fileChanged(name: Self.name(of: path))) }
        doubtful = found
    }

    private static func digest(of path: String) async -> String? {
        await content(of: path).map { SHA256.hash(data: Array($0.utf8)).hexadecimal }
    }

    /// The text of a file; nil if there is none. A file that cannot be read, or that is larger than one of the gateway can
    /// be, has another text than every file that can: it must not escape the watch.
    private static func content(of path: String) async -> String? {
        await BlockingExecutor.offPool {
            if let text = BoundedFile.text(path, limitBytes: limitBytes) { return text }
            return access(path, F_OK) == 0 ? "\0unreadable" : nil
        }
    }

    private static func name(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }
}
