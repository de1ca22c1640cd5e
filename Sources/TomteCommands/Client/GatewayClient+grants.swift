import Foundation
import GatewayWire
import HomeModel

/// The routes of grants and denies.
extension GatewayClient {
    func grants() async throws(CLIError) -> APIResponse<[GrantBody]> {
        try await send(GatewayRequest(.get, path: "/grants"))
    }

    func denies() async throws(CLIError) -> APIResponse<[GrantBody]> {
        try await send(GatewayRequest(.get, path: "/denies"))
    }

    func grant(_ grant: NewGrantBody) async throws(CLIError) -> APIResponse<GrantBody> {
        try await send(GatewayRequest(.post, path: "/grants").withBody(grant))
    }

    func deny(_ deny: NewGrantBody) async throws(CLIError) -> APIResponse<GrantBody> {
        try await send(GatewayRequest(.post, path: "/denies").withBody(deny))
    }

    func change(_ id: GrantID, change: GrantChangeBody) async throws(CLIError) -> APIResponse<GrantBody> {
        try await send(GatewayRequest(.patch, path: try await address(of: id)).withBody(change))
    }

    func revoke(_ id: GrantID) async throws(CLIError) {
        _ = try await send(GatewayRequest(.delete, path: try await address(of: id)), for: Data.self)
    }

    func why(
        _ id: PersonID, permission: Permission, device: DeviceID?, part: PartID?, capability: CapabilityName?
    ) async throws(CLIError) -> APIResponse<AccessExplanationBody> {
        try await send(
            GatewayRequest(.get, path: "/people/\(id)/why").withQuery([
                ("permission", permission.rawValue), ("device", device?.rawValue), ("part", part?.rawValue),
                ("capability", capability?.description),
            ]))
    }

    /// The path of a grant or deny, which have separate routes. An id that is not a deny's is used as a grant's; the
    /// gateway then refuses one that does not exist.
    private func address(of id: GrantID) async throws(CLIError) -> String {
        let isDeny = try await acting(as: nil).denies().body().contains { $0.id == id }
        return "/\(isDeny ? "denies" : "grants")/\(id)"
    }
}
