package import HomeModel
import HomeStorage

/// The name of the home. Changing it requires the right to change settings.
package struct HomeNameService: Sendable {
    let registry: HomeRegistry
    let feed: LiveFeed
    let actions: AuthorizedActions
    /// The name until a person sets one.
    let configured: String

    package init(registry: HomeRegistry, feed: LiveFeed, actions: AuthorizedActions, configured: String) {
        self.registry = registry
        self.feed = feed
        self.actions = actions
        self.configured = configured
    }

    package var name: String {
        get async { await registry.name?.text ?? configured }
    }

    /// Sets the name of the home, and shows the change to readers of the feed.
    package func rename(to text: String, as identity: Identity) async throws(ActionRefusal) {
        try await actions.require(.modifySettings, of: identity)
        let name = try DisplayName.checked(text, field: "name")
        let act = try await actions.writeEntry(.settingsChange, by: identity, metadata: ["act": "renameHome"])
        try await actions.storing(for: [act]) { () async throws(StorageError) in try await registry.rename(to: name) }
        await feed.publish([.homeChanged])
    }
}
