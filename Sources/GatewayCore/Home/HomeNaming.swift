package import HomeModel
import HomeStorage

/// What the home is called, by who changes settings.
package struct HomeNaming: Sendable {
    let registry: HomeRegistry
    let feed: LiveFeed
    let acts: AuditedActs
    /// Its name until somebody gives it one.
    let configured: String

    package init(registry: HomeRegistry, feed: LiveFeed, acts: AuditedActs, configured: String) {
        self.registry = registry
        self.feed = feed
        self.acts = acts
        self.configured = configured
    }

    package var name: String {
        get async { await registry.name?.text ?? configured }
    }

    package func rename(to text: String, as identity: Identity) async throws(ActRefusal) {
        try await acts.require(.modifySettings, of: identity)
        let name = try DisplayName.checked(text, field: "name")
        let act = try await acts.writeDown(.settingsChange, by: identity, metadata: ["act": "renameHome"])
        try await acts.storing(for: [act]) { () async throws(StorageError) in try await registry.rename(to: name) }
        await feed.show([.homeChanged])
    }
}
