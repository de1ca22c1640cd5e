package import HomeModel

/// The inventory of stored data, and how its amounts are measured. The composition supplies both, because it knows all
/// stores and folders.
package struct StoredDataInventory: Sendable {
    package let kinds: [StoredDataKind]
    /// Returns the amounts of kinds by their ids; a kind that cannot be measured now is absent. Measuring never delays
    /// the work of the home, and is not repeated for each request.
    package let amounts: @Sendable () async -> [String: StoredDataAmount]

    package init(kinds: [StoredDataKind], amounts: @escaping @Sendable () async -> [String: StoredDataAmount]) {
        self.kinds = kinds
        self.amounts = amounts
    }
}

/// Tells what the home stores about people.
package struct StoredDataService: Sendable {
    /// What one caller may know of the inventory.
    package struct Overview: Sendable {
        package let kinds: [StoredDataKind]
        /// Nil if the caller may not know them.
        package let amounts: [String: StoredDataAmount]?
        /// The terms of retention as they are now.
        package let terms: RetentionTerms
    }

    private let inventory: StoredDataInventory
    private let retention: RetentionJob
    private let actions: AuthorizedActions

    package init(inventory: StoredDataInventory, retention: RetentionJob, actions: AuthorizedActions) {
        self.inventory = inventory
        self.retention = retention
        self.actions = actions
    }

    /// Returns the kinds of data with the present terms to each caller, also to a guest: a home hides from none of its
    /// people what it stores about them, and the kinds are the same in every home.
    ///
    /// The amounts need `modifySettings`, like the terms and the disk use of retention: the number of people, of sessions
    /// and of commands says how others live here.
    package func overview(for identity: Identity) async -> Overview {
        let mayKnowAmounts = await actions.isAllowed(.modifySettings, identity: identity)
        return Overview(
            kinds: inventory.kinds, amounts: mayKnowAmounts ? await inventory.amounts() : nil,
            terms: await retention.terms)
    }
}
