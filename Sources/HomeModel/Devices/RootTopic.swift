/// The root topic of a credential: the first level of all its topics, and its name.
package enum RootTopic {
    /// Whether `root` is reserved for the gateway itself. Device families reserve further roots: see
    /// `DeviceFamilies.isReserved`.
    package static func isOfTheGateway(_ root: String) -> Bool {
        root == "tomte" || root.utf8.starts(with: "tomte-".utf8)
    }
}
