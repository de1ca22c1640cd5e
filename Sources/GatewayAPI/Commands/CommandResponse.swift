import GatewayWire
import HomeModel
import Hummingbird

/// The state of a command or of a group of commands, as clients get it.
protocol CommandResultBody: DocumentedBody {
    var id: CommandID { get }
    var hasEnded: Bool { get }
}

extension CommandRecordBody: CommandResultBody {
    var hasEnded: Bool { outcome != nil }
}

extension GroupCommandRecordBody: CommandResultBody {
    var hasEnded: Bool { outcome != nil }
}

extension AnyCommandRecordBody: CommandResultBody {
    private var body: any CommandResultBody {
        switch self {
        case .command(let body): body
        case .group(let body): body
        }
    }

    var id: CommandID { body.id }
    var hasEnded: Bool { body.hasEnded }
}

/// The response 200 with the outcome, or 202 with the address at which the outcome will be.
struct CommandResponse<Body: CommandResultBody>: DocumentedResponse {
    static var documentation: [ResponseDocumentation] {
        [
            .json(Body.self, status: .ok, meaning: "The command has ended."),
            .json(
                Body.self, status: .accepted, meaning: "The command is not finished.",
                headers: ["Location": "The address at which the outcome of the command will be."]),
        ]
    }

    let record: Body

    init(_ record: Body) { self.record = record }

    func response() throws -> Response {
        guard !record.hasEnded else { return try .json(record) }
        var response = try Response.json(record, status: .accepted)
        response.headers[.location] = "\(UnixSocketServer.prefix)/commands/\(record.id)"
        return response
    }
}
