package import HomeModel

/// A query for the history of one series.
package struct ReadingsQuery: Sendable {
    let device: DeviceID
    let part: PartID?
    let quantity: CapabilityName
    let from: Timestamp
    let to: Timestamp?
    let resolution: HistoryResolution
    let points: Int?
    let limit: Int?

    package init(
        device: DeviceID, part: PartID?, quantity: CapabilityName, from: Timestamp, to: Timestamp?,
        resolution: HistoryResolution, points: Int?, limit: Int?
    ) {
        self.device = device
        self.part = part
        self.quantity = quantity
        self.from = from
        self.to = to
        self.resolution = resolution
        self.points = points
        self.limit = limit
    }

    var request: GatewayRequest {
        GatewayRequest(.get, path: "/devices/\(device)/readings").withQuery([
            ("part", part?.rawValue), ("quantity", quantity.description), ("from", from.rfc3339), ("to", to?.rfc3339),
            ("resolution", resolution.rawValue), ("points", points.map(String.init)), ("limit", limit.map(String.init)),
        ])
    }
}
