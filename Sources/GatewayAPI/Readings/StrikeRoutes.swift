import GatewayCore
import GatewayWire
import HomeModel
import Hummingbird

/// Readings that are struck out of the history.
enum StrikeRoutes {
    private static let path = "/devices/:id/readings/strikes"

    static let all: [Route<ReadingServices>] = [
        .on(
            .post, path: "\(path)/preview", access: .requires(.modifySettings),
            summary: "Show which readings a strike would take out",
            taking: NewStrikeBody.self
        ) { call, body in
            StruckReadingsBody(
                try await call.services.strikes.preview(
                    StrikeQuery(body, of: try call.id(of: Device.self)), as: call.identity))
        },
        .on(
            .post, path: path, access: .requires(.modifySettings), confirming: .wipes,
            summary: "Strike readings out of the history; they are stored separately until their term is over",
            taking: NewStrikeBody.self
        ) { call, body in
            Created(
                StrikeBody(
                    try await call.services.strikes.strike(
                        StrikeQuery(body, of: try call.id(of: Device.self)), as: call.identity)))
        },
        .on(
            .get, path: "/strikes", access: .requires(.modifySettings),
            summary: "List the readings that were struck out, newest first"
        ) {
            call in
            try await call.services.strikes.all(as: call.identity).map(StrikeBody.init)
        },
        .on(
            .post, path: "/strikes/:id/restore", access: .requires(.modifySettings), confirming: .wipes,
            summary: "Put the readings of a strike back into the history"
        ) { call in
            guard let id = Int64(try call.id(of: Strike.self).rawValue) else { throw ActionRefusal.notFound }
            return StrikeBody(try await call.services.strikes.restore(id, as: call.identity))
        },
    ]
}

extension StrikeQuery {
    fileprivate init(_ body: NewStrikeBody, of device: DeviceID) {
        self.init(
            SeriesID(device: device, part: body.part ?? .main, capability: body.quantity), from: body.from,
            to: body.to, above: body.above, below: body.below)
    }
}
