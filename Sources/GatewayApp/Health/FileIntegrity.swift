import Concurrency
import HomeModel

/// Compares the files of the installed package, of the home and of the configuration with what they should be. It finds
/// accidents: a worn card, a careless `chmod`, a command that ran as root. It is no defence against root, who can also
/// change the sums and this program.
actor FileIntegrity {
    /// What the last checks found.
    struct Result: Sendable {
        var folders: [InspectedFolder] = []
        /// The path of the configuration if other users can change it.
        var writableConfiguration: String?
        var package = PackageComparison.pending
    }

    /// Anyone who can connect may ask for the health, so the folders are not listed at each request, and the package is
    /// never read for one.
    private static let validity = Duration.seconds(10)

    let files: InspectedFiles
    private let uptime: @Sendable () -> Duration
    private let lock = AsyncLock()
    private var last = Result()
    private var foldersCheckedAt: Duration?

    init(_ files: InspectedFiles, uptime: @escaping @Sendable () -> Duration) {
        (self.files, self.uptime) = (files, uptime)
    }

    /// Checks everything now. Takes as long as reading the files of the package. A cancelled check of the package ends at
    /// once, and keeps the result before.
    func check() async {
        if let comparison = await comparison() { last.package = comparison }
        await checkFolders(olderThan: .zero)
    }

    /// The results of the last checks. The folders are checked again if their results are too old.
    func results() async -> Result {
        await checkFolders(olderThan: Self.validity)
        return last
    }

    private func comparison() async -> PackageComparison? {
        await BlockingExecutor.offPool(cancellable: { [files] isCancelled in
            files.comparison(isCancelled: isCancelled)
        })
    }

    private func checkFolders(olderThan validity: Duration) async {
        await lock.withLock {
            if let time = foldersCheckedAt, uptime() - time < validity { return }
            let (folders, configuration) = await BlockingExecutor.offPool { [files] in
                (files.folders(), files.writableConfiguration())
            }
            (last.folders, last.writableConfiguration) = (folders, configuration)
            foldersCheckedAt = uptime()
        }
    }
}
