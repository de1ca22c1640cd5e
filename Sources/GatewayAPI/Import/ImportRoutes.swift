import GatewayCore
import GatewayWire
import HTTPTypes
import HomeModel
import Hummingbird

/// Import of history from other systems.
enum ImportRoutes {
    static let all: [Route<ReadingServices>] = [
        .on(
            .post, path: "/imports", access: .requires(.modifySettings), summary: "Begin an import of history",
            taking: NewImportBody.self,
            problems: [.conflict]
        ) { call, new in
            let id = try await call.services.imports.begin(source: new.source, as: call.identity)
            return Created(ImportBody(id: id))
        },
        .on(
            .post, path: "/imports/:id/devices", access: .requires(.addDevices),
            summary: "Add archived devices, which have only history",
            taking: [ArchivedDeviceBody].self, upTo: ImportedReadingsBody.maximumBytes
        ) { call, origins in
            let devices = try await call.services.imports.archive(
                origins.map(ArchivedOrigin.init), in: try call.importID, as: call.identity)
            let view = await HomeView(call.services.state, identity: call.identity)
            return Created(devices.map(view.body))
        },
        .on(
            .post, path: "/imports/:id/readings", access: .requires(.modifySettings),
            summary: "Import readings; returns the counts of each series",
            taking: ImportedReadingsBody.self, upTo: ImportedReadingsBody.maximumBytes
        ) { call, body in
            try body.check()
            return try await call.services.imports.store(
                body.series.map(ImportedSeries.init), in: try call.importID, as: call.identity)
        },
        .on(
            .post, path: "/imports/:id/end", access: .requires(.modifySettings),
            summary: "End an import; returns its counts",
            taking: ImportEndBody.self
        ) { call, end in
            try await call.services.imports.end(try call.importID, isComplete: end.isComplete, as: call.identity)
        },
    ]
}

extension AuthenticatedCall {
    fileprivate var importID: ImportID {
        get throws { try id(of: ImportRun.self) }
    }
}

extension ImportedReadingsBody {
    fileprivate func check() throws(ActionRefusal) {
        if let uneven = series.first(where: { $0.times.count != $0.values.count }) {
            throw .invalid(
                field: "series", code: "uneven",
                detail: "\(uneven.device) has \(uneven.times.count) times but \(uneven.values.count) values.")
        }
        guard series.count <= Self.maximumSeries,
            series.reduce(0, { $0 + $1.times.count }) <= Self.maximumReadings
        else {
            throw .invalid(
                field: "series", code: "tooMany",
                detail: "At most \(Self.maximumReadings) readings of \(Self.maximumSeries) series fit one request.")
        }
    }
}

extension ImportedSeries {
    fileprivate init(_ body: ImportedSeriesBody) {
        self.init(
            series: SeriesID(device: body.device, part: body.part, capability: body.quantity), unit: body.unit,
            isHourly: body.isHourly ?? false,
            readings: zip(body.times, body.values).map { Reading(time: Timestamp(milliseconds: $0), value: $1) })
    }
}

extension ArchivedOrigin {
    fileprivate init(_ body: ArchivedDeviceBody) {
        self.init(origin: body.origin, name: body.name, quantity: body.quantity, flow: body.flow)
    }
}
