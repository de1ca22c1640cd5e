import Foundation
import GatewayWire
import HomeModel
import TestSupport

extension FurnishedHome {
    /// So many members of the household with a paired client each, for the time of `body`.
    func withResidents<Value: Sendable>(
        _ count: Int, _ body: @escaping @Sendable ([Resident]) async throws -> Value
    ) async throws -> Value {
        try await home.withHTTPS { http in
            var residents: [Resident] = []
            for number in 1...count {
                let resident = try Resident(port: home.httpsPort, http: http)
                let code = try await code(for: "Resident \(UUID().uuidString.prefix(4)) \(number)")
                let pairing = try await resident.send(
                    "POST", "/pair", PairBody(code: code, clientName: "Phone")
                ).json(PairingBody.self)
                await resident.use(try await resident.send("POST", "/pairings/\(pairing.id)/session").json())
                residents.append(resident)
            }
            return try await body(residents)
        }
    }

    /// A pairing code for somebody new.
    private func code(for name: String) async throws -> String {
        try await offPool { [socket] in
            let console = try GatewaySocket(path: socket)
            let person = try console.ask(
                "POST", "/people", Array(JSONEncoder().encode(NewPersonBody(name: name, role: .member)))
            ).decoded(PersonBody.self)
            let invitation = NewPairingCodeBody(person: person.id, approveAny: true)
            return try console.ask("POST", "/pairing-codes", Array(JSONEncoder().encode(invitation)))
                .decoded(PairingPayload.self).code
        }
    }
}
