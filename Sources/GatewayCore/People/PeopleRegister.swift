package import HomeModel
package import HomeStorage
package import Foundation

/// The people of the home, and the policy that follows from them. A change is on disk before it holds.
package actor PeopleRegister {
    package private(set) var policy: AccessPolicy
    private var grants: [Grant]
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
        let id = PersonID(slugging: name.text, fallback: PersonID("person"), notIn: Set(policy.people.keys))
        let person = Person(id: id, name: name, role: role)
        try await save(person)
        return person
    }

    package func save(_ person: Person) async throws(StorageError) {
        try await store.save(person)
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
