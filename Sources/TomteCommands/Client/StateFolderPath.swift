/// The folder with the data of one gateway, and the path of its socket in it.
struct StateFolderPath: Sendable, Hashable {
    static let environmentVariable = "TOMTE_STATE"

    let path: String

    /// Uses `option`, else the environment variable, else `./.tomte`.
    init(option: String?, environment: [String: String]) {
        let named = option ?? environment[Self.environmentVariable] ?? ""
        path = named.isEmpty ? "./.tomte" : named
    }

    var socket: String { path + (path.hasSuffix("/") ? "" : "/") + "run/tomte.sock" }
}
