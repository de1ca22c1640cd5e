import GatewayCore
import GatewayWire
import HomeModel
import Hummingbird

enum ReadingRoutes {
    static let all: [Route] = [
        .on(.get, "/devices/:id/readings", .perItem) { call in
            let series = SeriesID(
                device: try call.id(of: Device.self),
                part: try call.query("part", "a part id", PartID.init) ?? .main,
                capability: try call.requiredQuery("quantity", "a capability name", CapabilityName.init))
            let now = call.home.clock.now()
            let read = try await call.home.history.read(
                series, from: try call.time("from") ?? now - .hours(1), to: try call.time("to") ?? now + .seconds(1),
                limit: try call.query("limit", "a whole number") { Int($0) } ?? ReadingHistory.maximumReadings,
                as: call.identity)
            return try .json(
                ReadingsBody(
                    device: series.device, part: series.part, quantity: series.capability,
                    unit: series.capability.kind.facts.unit?.rawValue, readings: read.readings,
                    changes: read.changes.map { ChangeBody(time: $0.time, value: $0.value) }))
        }
    ]
}
