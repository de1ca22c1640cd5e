/// Invokes commands of a node. The node answers with `InvokeResponse`.
package struct InvokeRequest: InteractionMessage {
    package static let opcode = InteractionOpcode.invokeRequest

    /// Whether the node must not answer.
    package let suppressesResponse: Bool
    /// Whether a timed request came before this one.
    package let isTimed: Bool
    /// One command. More are allowed only if the node says so, and then each has a reference.
    package let commands: [CommandData]

    package init(commands: [CommandData], isTimed: Bool = false, suppressesResponse: Bool = false) {
        self.suppressesResponse = suppressesResponse
        self.isTimed = isTimed
        self.commands = commands
    }

    package init(tlv: TLVValue) throws(InteractionError) {
        let fields = try InteractionFields(tlv, field: "invoke request")
        suppressesResponse = try fields.boolean(0, field: "suppress response")
        isTimed = try fields.boolean(1, field: "timed request")
        commands = try fields.array(2, field: "invoke requests", element: CommandData.init(tlv:))
    }

    package var fields: [TLVElement] {
        .fields([0: .boolean(suppressesResponse), 1: .boolean(isTimed), 2: .array(commands.map(\.tlv))])
    }
}

/// A command with its fields: one of the controller in a request, or one of the node in a response.
package struct CommandData: Hashable, Sendable {
    package let path: CommandPath
    /// A structure; nil if the command has no fields.
    package let fields: TLVValue?
    /// Tells the commands of one message apart. A response repeats that of its request.
    package let reference: UInt16?

    package init(path: CommandPath, fields: TLVValue? = nil, reference: UInt16? = nil) {
        self.path = path
        self.fields = fields
        self.reference = reference
    }

    init(tlv: TLVValue) throws(InteractionError) {
        let fields = try InteractionFields(tlv, field: "command data")
        path = try CommandPath(tlv: try fields.value(0, field: "command path"))
        self.fields = fields[1]
        reference = try fields.optionalNumber(2, field: "command reference")
    }

    /// A command without fields is sent with an empty structure, because early nodes refuse it without one.
    var tlv: TLVValue {
        .structure([
            0: path.tlv, 1: fields ?? .structure([] as [TLVElement]), 2: reference.map { .number($0) },
        ])
    }
}

/// The answer to an invoke request.
package struct InvokeResponse: InteractionMessage {
    package static let opcode = InteractionOpcode.invokeResponse

    package let suppressesResponse: Bool
    package let results: [CommandResult]
    /// Whether another message of the same response follows, after the receiver has acknowledged this one.
    package let hasMoreChunks: Bool

    package init(results: [CommandResult], suppressesResponse: Bool = false, hasMoreChunks: Bool = false) {
        self.suppressesResponse = suppressesResponse
        self.results = results
        self.hasMoreChunks = hasMoreChunks
    }

    package init(tlv: TLVValue) throws(InteractionError) {
        let fields = try InteractionFields(tlv, field: "invoke response")
        suppressesResponse = try fields.boolean(0, field: "suppress response")
        results = try fields.array(1, field: "invoke responses", element: CommandResult.init(tlv:))
        hasMoreChunks = try fields.boolean(2, field: "more chunked messages")
    }

    package var fields: [TLVElement] {
        .fields([
            0: .boolean(suppressesResponse), 1: .array(results.map(\.tlv)), 2: .trueOrAbsent(hasMoreChunks),
        ])
    }

    /// What became of one command of the request.
    package enum CommandResult: Hashable, Sendable {
        /// The node answers with a command of its own.
        case data(CommandData)
        case status(CommandStatus)

        init(tlv: TLVValue) throws(InteractionError) {
            let fields = try InteractionFields(tlv, field: "invoke response item")
            if let data = fields[0] {
                self = .data(try CommandData(tlv: data))
            } else {
                self = .status(try CommandStatus(tlv: try fields.value(1, field: "command status")))
            }
        }

        var tlv: TLVValue {
            switch self {
            case .data(let data): .structure([0: data.tlv])
            case .status(let status): .structure([1: status.tlv])
            }
        }
    }
}

/// What became of a command that the node answers without data.
package struct CommandStatus: Hashable, Sendable {
    package let path: CommandPath
    package let outcome: InteractionOutcome
    package let reference: UInt16?

    package init(path: CommandPath, outcome: InteractionOutcome, reference: UInt16? = nil) {
        self.path = path
        self.outcome = outcome
        self.reference = reference
    }

    init(tlv: TLVValue) throws(InteractionError) {
        let fields = try InteractionFields(tlv, field: "command status")
        path = try CommandPath(tlv: try fields.value(0, field: "command path"))
        outcome = try InteractionOutcome(tlv: try fields.value(1, field: "status"))
        reference = try fields.optionalNumber(2, field: "command reference")
    }

    var tlv: TLVValue { .structure([0: path.tlv, 1: outcome.tlv, 2: reference.map { .number($0) }]) }
}
