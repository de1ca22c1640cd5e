/// The folder with the data of one gateway, and the path of its socket in it.
package struct StateFolderPath: Sendable, Hashable {
    package static let environmentVariable = "TOMTE_STATE"

    package let path: String

    /// Uses `option`, else the environment variable, else `./.tomte`.
    package init(option: String?, environment: [String: String]) {
        let named = option ?? environment[Self.environmentVariable] ?? ""
        path = named.isEmpty ? "./.tomte" : named
    }

    package var socket: String { path + (path.hasSuffix("/") ? "" : "/") + "run/tomte.sock" }
}
