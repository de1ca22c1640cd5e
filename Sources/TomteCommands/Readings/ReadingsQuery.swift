import GatewayWire
import HomeModel

/// A query for the history of one series.
struct ReadingsQuery: Sendable {
    let device: DeviceID
    let part: PartID?
    let quantity: CapabilityName
    let from: Timestamp
    let to: Timestamp?
    let resolution: HistoryResolution
    let points: Int?
    let limit: Int?

    var request: GatewayRequest {
        GatewayRequest(.get, path: "/devices/\(device)/readings").withQuery([
            ("part", part?.rawValue), ("quantity", quantity.description), ("from", from.rfc3339), ("to", to?.rfc3339),
            ("resolution", resolution.rawValue), ("points", points.map(String.init)), ("limit", limit.map(String.init)),
        ])
    }
}
