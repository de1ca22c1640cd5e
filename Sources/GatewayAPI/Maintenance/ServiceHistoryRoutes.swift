import GatewayCore
import GatewayWire
import HTTPTypes
import HomeModel
import Hummingbird
import HummingbirdCore
import NIOCore
import ServiceLifecycle

/// What was done to appliances and devices. It is kept until people delete it.
enum ServiceHistoryRoutes {
    fileprivate static let appliance = QueryParameter.id(
        "appliance", of: Appliance.self, about: "Only entries about this appliance, also if it has left the home")
    fileprivate static let device = QueryParameter.id(
        "device", of: Device.self, about: "Only entries about this device, also if it has left the home")
    fileprivate static let before = QueryParameter(
        name: "before", about: "The `next` of the page before", schema: .text, hint: "the `next` of a page",
        parse: { ServiceCursor($0) })
    fileprivate static let limit = QueryParameter.integer(
        "limit", range: ServiceFilter.limitBounds, about: "The maximum number of entries; 100 by default")

    static let all: [Route<MaintenanceServices>] = [
        .on(
            .get, path: "/maintenance/history", access: .requires(.manageMaintenance),
            summary: "List what was done to appliances and devices, newest day first, and what it cost",
            query: [appliance, device, before, limit], problems: [.notFound]
        ) { call in
            ServiceHistoryBody(
                try await call.services.history.page(try call.filter(of: try call.subject()), as: call.identity))
        },
        .on(
            .post, path: "/maintenance/history", access: .requires(.manageMaintenance),
            summary: "Write down what was done to an appliance or a device", taking: NewServiceEntryBody.self,
            problems: [.conflict, .notFound]
        ) { call, new in
            let subject = try ServiceSubject(appliance: new.appliance, device: new.device)
            return Created(
                ServiceEntryBody(
                    try await call.services.history.add(ServiceEntryDraft(new), about: subject, as: call.identity)))
        },
        .on(
            .get, path: "/maintenance/history/export", access: .requires(.manageMaintenance),
            summary: "Export the service history, which the audit log records", query: [appliance, device],
            problems: [.notFound]
        ) { call in
            ServiceHistoryResponse(
                export: try await call.services.history.export(of: try call.subject(), as: call.identity),
                form: call.accepts("text/csv") ? .csv : .json)
        },
        .on(
            .put, path: "/maintenance/history/:id", access: .requires(.manageMaintenance),
            summary: "Replace all that is written down about one service", taking: ServiceEntryChangeBody.self,
            headers: [.revision], problems: [.conflict, .changedMeanwhile]
        ) { call, change in
            ServiceEntryResponse(
                try await call.services.history.change(
                    try call.id(of: ServiceEntry.self), to: ServiceEntryDraft(change),
                    expecting: call.expectedVersions, as: call.identity))
        },
        .on(
            .delete, path: "/maintenance/history/:id", access: .requires(.manageMaintenance),
            summary: "Delete an entry of the service history"
        ) { call in
            try await call.services.history.remove(try call.id(of: ServiceEntry.self), as: call.identity)
            return NoContent()
        },
        .on(
            .get, path: "/appliances/:id/history", access: .requires(.manageMaintenance),
            summary: "List what was done to an appliance, newest day first, and what it cost", query: [before, limit]
        ) { call in
            let subject = ServiceSubject.appliance(try call.id(of: Appliance.self))
            return ServiceHistoryBody(
                try await call.services.history.page(try call.filter(of: subject), as: call.identity))
        },
        .on(
            .delete, path: "/appliances/:id/history", access: .requires(.manageMaintenance),
            summary: "Delete the service history of an appliance, also of one that has left the home"
        ) { call in
            let subject = ServiceSubject.appliance(try call.id(of: Appliance.self))
            return DeletedEntriesBody(
                deleted: try await call.services.history.removeAll(of: subject, as: call.identity))
        },
    ]
}

extension AuthenticatedCall<MaintenanceServices> {
    /// The appliance or the device of the query; nil for all.
    fileprivate func subject() throws(ActionRefusal) -> ServiceSubject? {
        let (appliance, device) = (try query(ServiceHistoryRoutes.appliance), try query(ServiceHistoryRoutes.device))
        guard appliance != nil || device != nil else { return nil }
        return try ServiceSubject(appliance: appliance, device: device)
    }

    fileprivate func filter(of subject: ServiceSubject?) throws(ActionRefusal) -> ServiceFilter {
        ServiceFilter(
            subject: subject, cursor: try query(ServiceHistoryRoutes.before),
            limit: try query(ServiceHistoryRoutes.limit) ?? 100)
    }
}

extension ServiceSubject {
    /// Throws `.invalid` unless the request names exactly one of the two.
    fileprivate init(appliance: ApplianceID?, device: DeviceID?) throws(ActionRefusal) {
        switch (appliance, device) {
        case (let appliance?, nil): self = .appliance(appliance)
        case (nil, let device?): self = .device(device)
        case (nil, nil):
            throw .invalid(field: "appliance", code: "missing", detail: "Name the appliance or the device.")
        case (.some, .some):
            throw .invalid(
                field: "device", code: "contradictory", detail: "Name either an appliance or a device, not both.")
        }
    }
}

/// An entry with its revision as the entity tag.
private struct ServiceEntryResponse: DocumentedResponse {
    static let documentation: [ResponseDocumentation] = [
        .json(
            ServiceEntryBody.self, status: .ok, meaning: "The entry.",
            headers: ["ETag": "The revision of the entry in quotation marks, for `If-Match`."])
    ]

    let status: ServiceEntryStatus

    init(_ status: ServiceEntryStatus) { self.status = status }

    func response() throws -> Response {
        var response = try Response.json(ServiceEntryBody(status))
        response.headers[.eTag] = "\"\(status.entry.revision)\""
        return response
    }
}

/// The response with an export, as JSON or CSV, which is written page by page.
private struct ServiceHistoryResponse: DocumentedResponse {
    static let documentation = [
        ResponseDocumentation(
            status: .ok, meaning: "The entries as JSON, or as CSV with `Accept: text/csv`, without a limit.",
            content: [
                "application/json": MediaType([ServiceEntryBody].self),
                "text/csv": MediaType(.text, example: "\(ServiceHistoryText.heading)\r\n"),
            ],
            headers: ["Content-Disposition": "The name under which to save the file."])
    ]

    let export: ServiceHistoryExport
    let form: ServiceHistoryText.Form

    func response() -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: form.contentType, .cacheControl: "no-store",
                .contentDisposition: "attachment; filename=\"service-history.\(form.rawValue)\"",
            ],
            body: ResponseBody { writer in
                try await writer.write(export, text: ServiceHistoryText(form))
                try await writer.finish(nil)
            })
    }
}

extension ResponseBodyWriter {
    /// Writes page by page, each before the next one is read. Throws when the export may not go on, and
    /// `CancellationError` when the gateway stops; that ends the response.
    fileprivate mutating func write(_ export: ServiceHistoryExport, text: ServiceHistoryText) async throws {
        var (export, text) = (export, text)
        try await write(ByteBuffer(string: text.opening))
        while let page = try await export.next() {
            guard !Task.isShuttingDownGracefully else { throw CancellationError() }
            let rows = try text.rows(page.map { ServiceEntryBody($0) })
            if !rows.isEmpty { try await write(ByteBuffer(string: rows)) }
        }
        try await write(ByteBuffer(string: text.closing))
    }
}

extension ServiceHistoryBody {
    fileprivate init(_ page: ServiceHistoryPage) {
        self.init(
            entries: page.entries.map { ServiceEntryBody($0) }, costs: page.costs.map { ServiceCostBody($0) },
            next: page.next)
    }
}

extension ServiceEntryBody {
    fileprivate init(_ status: ServiceEntryStatus) {
        self.init(status.entry, doneByName: status.doneBy?.text, addedByName: status.addedBy?.text)
    }
}

extension ServiceEntryDraft {
    fileprivate init(_ body: NewServiceEntryBody) {
        self.init(
            day: body.day, title: body.title, note: body.note, cost: body.cost, doneBy: body.doneBy,
            provider: body.provider)
    }

    fileprivate init(_ body: ServiceEntryChangeBody) {
        self.init(
            day: body.day, title: body.title, note: body.note, cost: body.cost, doneBy: body.doneBy,
            provider: body.provider)
    }
}
