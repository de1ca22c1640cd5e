import HomeModel

/// One value of a document.
struct TasmotaField: Sendable {
    let path: TasmotaPath
    let binding: ValueBinding
    let spelling: TasmotaSpelling

    func read(_ document: JSONValue) -> DeviceStatement? {
        path.value(in: document).flatMap { binding.interpret(spelling.read($0)) }
    }
}

/// Values of a document.
typealias TasmotaFields = LaneFields<TasmotaField>

extension TasmotaFields {
    init(_ fields: [TasmotaField]) { self.init(fields, of: \.binding) }

    func read(_ document: JSONValue, on lane: MessageLane) -> [DeviceStatement] {
        self[lane].compactMap { $0.read(document) }
    }
}

/// `tele/…/STATE` and `SENSOR`, and the same inside of an answer to `STATUS`.
struct TasmotaDocument: PayloadReader {
    /// `StatusSTS`, `StatusSNS`.
    let wrapper: String?
    let fields: TasmotaFields

    func read(_ payload: [UInt8], on lane: MessageLane) -> [DeviceStatement] {
        guard !payload.isEmpty else { return [] }
        do throws(DialectError) {
            let document = try JSONValue(parsing: payload)
            guard let document = wrapper.map({ document[$0] }) ?? document else { return [] }
            return fields.read(document, on: lane)
        } catch {
            return [.unreadable(nil, nil, error)]
        }
    }
}

/// `stat/…/RESULT`: the answer to every command, and what happens at the device itself.
struct TasmotaResult: PayloadReader {
    let fields: TasmotaFields
    let powers: TasmotaFields
    /// Heard by who listens for answers.
    let goals: TasmotaFields

    func read(_ payload: [UInt8], on lane: MessageLane) -> [DeviceStatement] {
        guard !payload.isEmpty else { return [] }
        do throws(DialectError) {
            let document = try JSONValue(parsing: payload)
            if let refusal = Self.refusal(in: document) { return lane == .control ? [.failed(refusal)] : [] }
            // A light's answer shows the power that a new brightness gave it, and nothing else does; an answer of power
            // alone only comes before the power itself.
            let isAlone = document.members?.count == 1
            let powers = isAlone && lane == .telemetry ? [] : powers.read(document, on: lane)
            let accepted = lane == .control ? goals.read(document, on: lane) + (isAlone ? powers : []) : []
            return accepted.compactMap(\.asAccepted) + fields.read(document, on: lane) + (isAlone ? [] : powers)
        } catch {
            return [.unreadable(nil, nil, error)]
        }
    }

    /// `{"Command":"Unknown"}`, `{"Command":"Error"}`; `{"ShutterPosition1":"Locked"}`.
    private static func refusal(in document: JSONValue) -> InertText? {
        if let word = document["Command"]?.text, word == "Unknown" || word == "Error" {
            let input = document["Input"]?.text.map { " (\($0))" } ?? ""
            return InertText("The device says: \(word)\(input)", limit: 128)
        }
        guard let only = document.members?.first, only.value == "Locked" else { return nil }
        return InertText("The device says: \(only.key) is locked", limit: 128)
    }
}

/// `stat/…/POWER1`, `stat/…/SHUTTER1`: the value and nothing else.
struct TasmotaPlain: PayloadReader {
    let field: TasmotaField

    func read(_ payload: [UInt8], on lane: MessageLane) -> [DeviceStatement] {
        // With SetOption4 the answers in JSON come here too; the plain value follows.
        guard field.binding.isHeard(on: lane), let first = payload.first, first != UInt8(ascii: "{") else { return [] }
        guard payload.count <= 64, let text = String(validating: payload, as: UTF8.self) else {
            return [.unreadable(field.binding.part, field.binding.name, .notUTF8)]
        }
        return field.binding.interpret(field.spelling.read(.text(text))).map { [$0] } ?? []
    }
}

/// `tele/…/LWT`.
struct TasmotaPresence: PayloadReader {
    let online: String
    let offline: String
    /// A device in deep sleep says goodbye each time.
    let whenOffline: Availability

    func read(_ payload: [UInt8], on lane: MessageLane) -> [DeviceStatement] {
        guard !payload.isEmpty else { return [] }
        let word = String(decoding: payload.prefix(64), as: UTF8.self)
        switch word {
        case online: return [.availability(.ready)]
        case offline: return [.availability(whenOffline)]
        default: return [.unreadable(nil, nil, .unknownState(InertText(word, limit: 64)))]
        }
    }
}

extension DeviceStatement {
    /// The device goes for what it says.
    fileprivate var asAccepted: DeviceStatement? {
        if case .state(let part, let name, let value) = self { .accepted(part, name, value) } else { nil }
    }
}
