import GatewayWire
import HomeModel

extension GatewayClient {
    func previewStrike(_ query: StrikeQuery) async throws(CommandFailure) -> Answer<StruckReadingsBody> {
        try await send(
            GatewayRequest(.post, "/devices/\(query.series.device)/readings/strikes/preview")
                .sending(NewStrikeBody(query)).within(.seconds(300)))
    }

    func strike(_ query: StrikeQuery) async throws(CommandFailure) -> Answer<StrikeBody> {
        try await send(
            GatewayRequest(.post, "/devices/\(query.series.device)/readings/strikes")
                .sending(NewStrikeBody(query)).within(.seconds(900)))
    }

    func strikes() async throws(CommandFailure) -> Answer<[StrikeBody]> {
        try await send(GatewayRequest(.get, "/strikes"))
    }

    func restoreStrike(_ id: Int64) async throws(CommandFailure) -> Answer<StrikeBody> {
        try await send(GatewayRequest(.post, "/strikes/\(id)/restore").within(.seconds(900)))
    }
}
