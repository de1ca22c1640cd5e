import Foundation
import GatewayWire
import HomeModel

/// The routes of what people may do beyond their roles, or may not.
extension GatewayClient {
    func grants() async throws(CommandFailure) -> Answer<[GrantBody]> {
        try await send(GatewayRequest(.get, "/grants"))
    }

    func denies() async throws(CommandFailure) -> Answer<[GrantBody]> {
        try await send(GatewayRequest(.get, "/denies"))
    }

    func grant(_ grant: NewGrantBody) async throws(CommandFailure) -> Answer<GrantBody> {
        try await send(GatewayRequest(.post, "/grants").sending(grant))
    }

    func deny(_ deny: NewGrantBody) async throws(CommandFailure) -> Answer<GrantBody> {
        try await send(GatewayRequest(.post, "/denies").sending(deny))
    }

    func change(_ id: GrantID, _ change: GrantChangeBody) async throws(CommandFailure) -> Answer<GrantBody> {
        try await send(GatewayRequest(.patch, try await address(of: id)).sending(change))
    }

    func revoke(_ id: GrantID) async throws(CommandFailure) {
        _ = try await send(GatewayRequest(.delete, try await address(of: id)), for: Data.self)
    }

    func why(
        _ id: PersonID, _ permission: Permission, device: DeviceID?, part: PartID?, capability: CapabilityName?
    ) async throws(CommandFailure) -> Answer<WhyBody> {
        try await send(
            GatewayRequest(.get, "/people/\(id)/why").asking([
                ("permission", permission.rawValue), ("device", device?.rawValue), ("part", part?.rawValue),
                ("capability", capability?.description),
            ]))
    }

    /// Grants and denies have addresses of their own; what is no deny is a grant, if it is there at all.
    private func address(of id: GrantID) async throws(CommandFailure) -> String {
        let isDeny = try await acting(as: nil).denies().body().contains { $0.id == id }
        return "/\(isDeny ? "denies" : "grants")/\(id)"
    }
}
