/// What becomes of the service history of an appliance that is removed.
package enum HistoryDisposal: String, Sendable, Codable, CaseIterable {
    /// It stays, under the name that the appliance had, until people delete it.
    case keep
    case delete
}
