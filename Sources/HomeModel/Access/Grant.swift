/// Permissions added to, or with `.deny` taken from, one person.
package struct Grant: Hashable, Sendable, Codable {
    /// Whether the permissions are added or taken away.
    package enum Effect: String, Sendable, Codable { case allow, deny }

    package let id: GrantID
    package let person: PersonID
    package let effect: Effect
    package let permissions: Set<Permission>
    package let selector: AccessSelector
    package let conditions: AccessConditions
    package var uses: Int

    /// Permissions outside `Permission.grantable` are dropped from an allow: a grant never makes an admin.
    package init(
        id: GrantID, person: PersonID, effect: Effect, permissions: Set<Permission>,
        selector: AccessSelector = AccessSelector(), conditions: AccessConditions = AccessConditions(), uses: Int = 0
    ) {
        self.id = id
        self.person = person
        self.effect = effect
        self.permissions = effect == .allow ? permissions.intersection(Permission.grantable) : permissions
        self.selector = selector
        self.conditions = conditions
        self.uses = uses
    }
}
