import Foundation
package import GatewayWire
package import HomeModel

/// Queries about the home, through the command line.
extension HomeUnderTest {
    package nonisolated func device(_ id: String) async throws -> DeviceBody {
        try await answer("devices", "show", id)
    }

    package nonisolated func devices(as person: String? = nil) async throws -> [DeviceBody] {
        try await answer(["devices", "list"] + (person.map { ["--as", $0] } ?? []))
    }

    package nonisolated func discovered() async throws -> [DiscoveredBody] {
        try await answer("devices", "list", "--discovered")
    }

    /// Returns the last known value of a capability; nil when there is none yet.
    package nonisolated func state(_ device: String, capability: CapabilityKind) async throws -> StateBody? {
        let capabilities = try await self.device(device).parts.flatMap(\.capabilities)
        return capabilities.first { $0.name == CapabilityName(capability) }?.state
    }

    /// Returns the readings of the last hour, oldest first.
    package nonisolated func readings(_ device: String, quantity: CapabilityKind) async throws -> [Reading] {
        let body: ReadingsBody = try await answer("readings", device, quantity.rawValue, "--since", "1h")
        return body.readings
    }

    package nonisolated func counters() async throws -> [String: Int] {
        let diagnostics: DiagnosticsBody = try await answer("status")
        return diagnostics.counters
    }

    /// Returns the audit entries of this event, oldest first.
    package nonisolated func audit(_ event: AuditEvent) async throws -> [AuditEntry] {
        let records: [AuditRecord] = try await answer(
            "audit", "list", "--event", event.rawValue, "--limit", "10000")
        return records.reversed().map(\.entry)
    }

    private nonisolated func answer<Body: Decodable>(_ arguments: String...) async throws -> Body {
        try await answer(arguments)
    }

    private nonisolated func answer<Body: Decodable>(_ arguments: [String]) async throws -> Body {
        let finished = try await tomte.run(arguments + ["--json"])
        guard finished.status == 0 else {
            throw TimedOutWaiting(what: "tomte \(arguments.joined(separator: " ")): \(finished.errors)")
        }
        return try finished.json()
    }
}
