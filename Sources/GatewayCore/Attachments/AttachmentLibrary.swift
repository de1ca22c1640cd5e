import Attachments
import Concurrency
import HomeModel
import HomeStore

/// What the gateway knows of attachments beside their records: which files are damaged, and whether photographs can be
/// converted.
actor AttachmentLibrary {
    /// How long the answer of a test conversion counts.
    private static let validity = (works: Duration.seconds(600), fails: Duration.seconds(30))

    /// Those whose files are not as they were written, as the last verification found them.
    private(set) var damaged: [AttachmentID: AttachmentState] = [:]
    private var probe: (time: Duration, obstacle: ConverterObstacle?)?
    private let converter: PhotoConverter
    private let uptime: @Sendable () -> Duration
    private let probing = AsyncLock()
    /// Held while a picture is converted: one at a time.
    nonisolated let conversions = AsyncLock()

    init(converter: PhotoConverter, uptime: @escaping @Sendable () -> Duration) {
        self.converter = converter
        self.uptime = uptime
    }

    func replaceDamaged(_ damaged: [AttachmentID: AttachmentState]) { self.damaged = damaged }

    func record(_ state: AttachmentState, of id: AttachmentID) { damaged[id] = state == .intact ? nil : state }

    /// Why photographs cannot be converted; nil if they can. Tries it, unless it was tried shortly before. Does not wait
    /// for a conversion that runs, because the health must not; a picture of one pixel fits beside it.
    func obstacle() async -> ConverterObstacle? {
        await probing.withLock {
            if let probe {
                let validity = probe.obstacle == nil ? Self.validity.works : Self.validity.fails
                if uptime() - probe.time < validity { return probe.obstacle }
            }
            let obstacle = await converter.obstacle()
            probe = (uptime(), obstacle)
            return obstacle
        }
    }
}
