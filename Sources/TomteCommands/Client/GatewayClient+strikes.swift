import GatewayWire
import HomeModel

/// The routes that strike readings out of a history and restore them.
extension GatewayClient {
    func previewStrike(_ query: StrikeQuery) async throws(CLIError) -> APIResponse<StruckReadingsBody> {
        try await send(
            GatewayRequest(.post, path: "/devices/\(query.series.device)/readings/strikes/preview")
                .withBody(NewStrikeBody(query)).within(.seconds(300)))
    }

    func strike(_ query: StrikeQuery) async throws(CLIError) -> APIResponse<StrikeBody> {
        try await send(
            GatewayRequest(.post, path: "/devices/\(query.series.device)/readings/strikes")
                .withBody(NewStrikeBody(query)).within(.seconds(900)))
    }

    func strikes() async throws(CLIError) -> APIResponse<[StrikeBody]> {
        try await send(GatewayRequest(.get, path: "/strikes"))
    }

    func restoreStrike(_ id: Int64) async throws(CLIError) -> APIResponse<StrikeBody> {
        try await send(GatewayRequest(.post, path: "/strikes/\(id)/restore").within(.seconds(900)))
    }
}
