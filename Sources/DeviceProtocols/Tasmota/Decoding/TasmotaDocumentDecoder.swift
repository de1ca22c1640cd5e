import HomeModel

/// A value in a document and the capability that it belongs to.
struct TasmotaField: Sendable {
    let path: TasmotaPath
    let binding: ValueBinding
    let encoding: TasmotaEncoding

    func read(_ document: JSONValue) -> DeviceUpdate? {
        path.value(in: document).flatMap { binding.interpret(encoding.read($0)) }
    }
}

/// The values of a document, grouped by lane.
typealias TasmotaFields = LaneFields<TasmotaField>

extension TasmotaFields {
    init(_ fields: [TasmotaField]) { self.init(fields, of: \.binding) }

    func decode(_ document: JSONValue, on lane: MessageLane) -> [DeviceUpdate] {
        self[lane].compactMap { $0.read(document) }
    }
}

/// Decodes `tele/…/STATE` and `SENSOR`, and the same content inside a reply to `STATUS`.
struct TasmotaDocumentDecoder: PayloadDecoder {
    /// The key of the content in a reply: `StatusSTS` or `StatusSNS`.
    let wrapper: String?
    let fields: TasmotaFields

    func decode(_ payload: [UInt8], on lane: MessageLane) -> [DeviceUpdate] {
        guard !payload.isEmpty else { return [] }
        do throws(DialectError) {
            let document = try JSONValue(parsing: payload)
            guard let document = wrapper.map({ document[$0] }) ?? document else { return [] }
            return fields.decode(document, on: lane)
        } catch {
            return [.unreadable(nil, nil, error)]
        }
    }
}

/// Decodes `stat/…/RESULT`: the reply to every command, and events at the device itself.
struct TasmotaResultDecoder: PayloadDecoder {
    let fields: TasmotaFields
    let powers: TasmotaFields
    /// Decoded only on the control lane.
    let goals: TasmotaFields

    func decode(_ payload: [UInt8], on lane: MessageLane) -> [DeviceUpdate] {
        guard !payload.isEmpty else { return [] }
        do throws(DialectError) {
            let document = try JSONValue(parsing: payload)
            if let refusal = Self.refusal(in: document) { return lane == .control ? [.failed(refusal)] : [] }
            // A light's reply also contains the power that results from a new brightness, and no other message reports
            // it. A reply with the power alone is followed by a message on the topic of the power.
            let isAlone = document.members?.count == 1
            let powers = isAlone && lane == .telemetry ? [] : powers.decode(document, on: lane)
            let accepted = lane == .control ? goals.decode(document, on: lane) + (isAlone ? powers : []) : []
            return accepted.compactMap(\.asAccepted) + fields.decode(document, on: lane) + (isAlone ? [] : powers)
        } catch {
            return [.unreadable(nil, nil, error)]
        }
    }

    /// The reason of a rejection: `{"Command":"Unknown"}`, `{"Command":"Error"}` or `{"ShutterPosition1":"Locked"}`.
    private static func refusal(in document: JSONValue) -> EscapedText? {
        if let word = document["Command"]?.text, word == "Unknown" || word == "Error" {
            let input = document["Input"]?.text.map { " (\($0))" } ?? ""
            return EscapedText("The device says: \(word)\(input)", limit: 128)
        }
        guard let only = document.members?.first, only.value == "Locked" else { return nil }
        return EscapedText("The device says: \(only.key) is locked", limit: 128)
    }
}

/// Decodes `stat/…/POWER1` and `stat/…/SHUTTER1`, which contain only the value.
struct TasmotaPlainValueDecoder: PayloadDecoder {
    let field: TasmotaField

    func decode(_ payload: [UInt8], on lane: MessageLane) -> [DeviceUpdate] {
        // With SetOption4, JSON replies arrive on this topic, too; the plain value follows.
        guard field.binding.isReceived(on: lane), let first = payload.first, first != UInt8(ascii: "{") else {
            return []
        }
        guard payload.count <= 64, let text = String(validating: payload, as: UTF8.self) else {
            return [.unreadable(field.binding.part, field.binding.name, .notUTF8)]
        }
        return field.binding.interpret(field.encoding.read(.text(text))).map { [$0] } ?? []
    }
}

/// Decodes `tele/…/LWT`.
struct TasmotaAvailabilityDecoder: PayloadDecoder {
    let online: String
    let offline: String
    /// `.sleeping` for a device with deep sleep, which goes offline after each report.
    let whenOffline: Availability

    func decode(_ payload: [UInt8], on lane: MessageLane) -> [DeviceUpdate] {
        guard !payload.isEmpty else { return [] }
        let word = String(decoding: payload.prefix(64), as: UTF8.self)
        switch word {
        case online: return [.availability(.ready)]
        case offline: return [.availability(whenOffline)]
        default:
            let known = EscapedText("\(online) and \(offline)", limit: 128)
            return [.unreadable(nil, nil, .unknownState(EscapedText(word, limit: 64), known: known))]
        }
    }
}

extension DeviceUpdate {
    /// The statement as the target of the device.
    fileprivate var asAccepted: DeviceUpdate? {
        if case .state(let part, let name, let value) = self { .accepted(part, name, value) } else { nil }
    }
}
