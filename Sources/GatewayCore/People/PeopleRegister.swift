package import HomeModel
package import HomeStorage
package import Foundation

/// The people of the home, and the policy that follows from them. A change is on disk before it holds.
package actor PeopleRegister {
    /// Actors of the audit log that are nobody.
    private static let reserved: Set<PersonID> = [PersonID("console"), PersonID("gateway")]

    package private(set) var policy: AccessPolicy
    private var grants: [Grant]
    /// Ids whose people are being stored: two of one name at once must not get one id.
    private var arriving: Set<PersonID> = []
    private let store: PeopleStore

    package init(loading store: PeopleStore, timeZone: TimeZone) async throws(StorageError) {
        let (people, grants) = try await store.load()
        self.store = store
        self.grants = grants
        policy = AccessPolicy(epoch: 1, people: people, grants: grants, timeZone: timeZone)
    }

    package var everyone: [Person] { policy.people.values.sorted { $0.name.text < $1.name.text } }

    package func person(_ id: PersonID) -> Person? { policy.people[id] }

    /// Makes a person; the id is minted from the name.
    package func add(name: DisplayName, role: Role) async throws(StorageError) -> Person {
        let taken = Set(policy.people.keys).union(Self.reserved).union(arriving)
        let id = PersonID(slugging: name.text, fallback: PersonID("person"), notIn: taken)
        let person = Person(id: id, name: name, role: role)
        arriving.insert(id)
        defer { arriving.remove(id) }
        try await store.save(person)
        renew(policy.people.merging([id: person]) { $1 })
        return person
    }

    package func save(_ person: Person) async throws(StorageError) {
        try await store.save(person)
        // One who was removed meanwhile stays removed.
        guard policy.people[person.id] != nil else { return }
        renew(policy.people.merging([person.id: person]) { $1 })
    }

    /// Removes a person with everything that was granted to them.
    package func remove(_ id: PersonID) async throws(StorageError) {
        try await store.remove(id)
        grants.removeAll { $0.person == id }
        renew(policy.people.filter { $0.key != id })
    }

    private func renew(_ people: [PersonID: Person]) {
        policy = AccessPolicy(
            epoch: policy.epoch + 1, people: Array(people.values), grants: grants, timeZone: policy.timeZone)
    }
}
