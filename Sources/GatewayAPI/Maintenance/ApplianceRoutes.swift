import GatewayCore
import GatewayWire
import HTTPTypes
import HomeModel
import Hummingbird

/// The inventory of the home's appliances.
enum ApplianceRoutes {
    fileprivate static let room = QueryParameter.id("room", of: Room.self, about: "Only those in this room")
    fileprivate static let disposal = QueryParameter.word(
        "history", of: HistoryDisposal.self,
        about: "What becomes of the service history of the appliance; required if it has one")

    static let all: [Route<MaintenanceServices>] = [
        .on(
            .get, path: "/appliances", access: .requires(.manageMaintenance),
            summary: "List the appliances of the home, by name", query: [room]
        ) { call in
            try await call.services.appliances.list(in: try call.query(room), as: call.identity).map {
                ApplianceBody($0)
            }
        },
        .on(
            .post, path: "/appliances", access: .requires(.manageMaintenance), summary: "Add an appliance",
            taking: NewApplianceBody.self, problems: [.conflict]
        ) { call, new in
            Created(
                ApplianceBody(try await call.services.appliances.add(ApplianceDraft(new), as: call.identity)))
        },
        .on(
            .get, path: "/appliances/:id", access: .requires(.manageMaintenance), summary: "Get an appliance"
        ) { call in
            ApplianceResponse(
                try await call.services.appliances.appliance(
                    try call.id(of: Appliance.self), as: call.identity))
        },
        .on(
            .put, path: "/appliances/:id", access: .requires(.manageMaintenance),
            summary: "Replace all that is written down about an appliance", taking: NewApplianceBody.self,
            headers: [.revision], problems: [.conflict, .changedMeanwhile]
        ) { call, new in
            ApplianceResponse(
                try await call.services.appliances.change(
                    try call.id(of: Appliance.self), to: ApplianceDraft(new), expecting: call.expectedVersions,
                    as: call.identity))
        },
        .on(
            .delete, path: "/appliances/:id", access: .requires(.manageMaintenance),
            summary: "Remove an appliance, and keep or delete its service history", query: [disposal],
            headers: [.revision], problems: [.conflict, .changedMeanwhile]
        ) { call in
            try await call.services.appliances.remove(
                try call.id(of: Appliance.self), history: try call.query(disposal), expecting: call.expectedVersions,
                as: call.identity)
            return NoContent()
        },
    ]
}

extension OpenAPIDocument.Parameter {
    /// The revision of the record that a change is based on.
    static let revision = OpenAPIDocument.Parameter(
        name: "If-Match", location: .header,
        description: """
            The revision of the record that the change is based on, in quotation marks. If the record was changed since, \
            the request is refused (412). Without it, the record is changed in any case.
            """,
        isRequired: false, schema: .text)
}

/// An appliance with its revision as the entity tag.
private struct ApplianceResponse: DocumentedResponse {
    static let documentation: [ResponseDocumentation] = [
        .json(
            ApplianceBody.self, status: .ok, meaning: "The appliance.",
            headers: ["ETag": "The revision of the appliance in quotation marks, for `If-Match`."])
    ]

    let status: ApplianceStatus

    init(_ status: ApplianceStatus) { self.status = status }

    func response() throws -> Response {
        var response = try Response.json(ApplianceBody(status))
        response.headers[.eTag] = "\"\(status.appliance.revision)\""
        return response
    }
}

extension ApplianceBody {
    init(_ status: ApplianceStatus) {
        self.init(
            status.appliance, room: status.room.map(RoomBody.init), deviceName: status.deviceName?.text,
            warranty: status.warranty.map { WarrantyBody($0) })
    }
}

extension ApplianceDraft {
    init(_ body: NewApplianceBody) {
        self.init(
            name: body.name, room: body.room, maker: body.maker, model: body.model, serialNumber: body.serialNumber,
            boughtOn: body.boughtOn, boughtFrom: body.boughtFrom, price: body.price, warrantyEnds: body.warrantyEnds,
            manual: body.manual, device: body.device, part: body.part, note: body.note)
    }
}
