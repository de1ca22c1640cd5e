import Foundation
import GatewayWire
import HomeModel
import TestSupport

extension PopulatedHome {
    /// Adds `count` members of the household, each with a paired client, for the time of `body`.
    func withPairedClients<Value: Sendable>(
        _ count: Int, body: @escaping @Sendable ([HTTPSTestClient]) async throws -> Value
    ) async throws -> Value {
        try await home.withHTTPS { http in
            var residents: [HTTPSTestClient] = []
            for number in 1...count {
                let resident = try HTTPSTestClient(port: home.httpsPort, http: http)
                let code = try await code(for: "Resident \(UUID().uuidString.prefix(4)) \(number)")
                let pairing = try await resident.send(
                    "POST", path: "/pair", body: PairBody(code: code, clientName: "Phone")
                ).json(PairingBody.self)
                await resident.use(try await resident.send("POST", path: "/pairings/\(pairing.id)/session").json())
                residents.append(resident)
            }
            return try await body(residents)
        }
    }

    /// Adds a new person and returns a pairing code for this person.
    private func code(for name: String) async throws -> String {
        try await runBlocking { [socket] in
            let console = try GatewaySocket(path: socket)
            let person = try console.request(
                "POST", path: "/people", body: Array(JSONEncoder().encode(NewPersonBody(name: name, role: .member)))
            ).decoded(PersonBody.self)
            let invitation = NewPairingCodeBody(person: person.id, approveAny: true)
            return try console.request("POST", path: "/pairing-codes", body: Array(JSONEncoder().encode(invitation)))
                .decoded(PairingPayload.self).code
        }
    }
}
