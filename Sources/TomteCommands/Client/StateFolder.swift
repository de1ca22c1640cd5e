/// Where one gateway keeps its home, and where its socket is.
struct StateFolder: Sendable, Hashable {
    static let environmentVariable = "TOMTE_STATE"

    let path: String

    /// `option`, else the environment, else `./.tomte`.
    init(option: String?, environment: [String: String]) {
        let named = option ?? environment[Self.environmentVariable] ?? ""
        path = named.isEmpty ? "./.tomte" : named
    }

    var socket: String { path + (path.hasSuffix("/") ? "" : "/") + "run/tomte.sock" }
}
