import Foundation
import HomeModel
import Testing

@testable import HomeDialects

/// One real-looking device as data: what it announces, what it is to be taken for, what it says, what it can be told.
///
/// `$id` stands for the number of the order that is answered.
struct DeviceFixture: Sendable, CustomTestStringConvertible {
    struct Message: Sendable {
        let topic: String
        /// A text is sent as it is, anything else as JSON.
        let payload: JSONValue
    }

    struct Saying: Sendable {
        let message: Message
        /// As `DeviceStatement.line` writes them.
        let means: [String]
    }

    struct Command: Sendable {
        /// `part capability value`
        let tell: String
        let sends: [Message]
        /// What the device says when it has got `sends`.
        let answers: [Message]
        /// What it is asked before a report counts, or before time is over; nil where it cannot be asked.
        let asks: Message?
        let replies: [Message]
        let outcome: CommandOutcome
    }

    let file: String
    let root: String
    let announces: [Message]
    /// `dialect`, `name`, `manufacturer`, `model`, `hardware`, `parts`, `others`, `findings`.
    let expects: JSONValue
    let says: [Saying]
    let commands: [Command]

    var testDescription: String { file }

    static let all: [DeviceFixture] = {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Fixtures/devices")
            .standardizedFileURL
        let files =
            FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?
            .compactMap { $0 as? URL }.filter { $0.pathExtension == "json" } ?? []
        return files.sorted { $0.path < $1.path }.map { url in
            let name = url.path.dropFirst(folder.path.count + 1)
            do {
                return try DeviceFixture(String(name), [UInt8](Data(contentsOf: url)))
            } catch {
                preconditionFailure("\(name): \(error)")
            }
        }
    }()

    private init(_ file: String, _ bytes: [UInt8]) throws {
        let json = try JSONValue(parsing: bytes, limits: .inventory)
        self.file = file
        root = try #require(json["root"]?.text, "\(file) needs a root")
        announces = try (json["announces"]?.list ?? []).map(Message.init)
        expects = try #require(json["expects"], "\(file) expects nothing")
        says = try (json["says"]?.list ?? []).map { saying in
            Saying(message: try Message(saying), means: try #require(saying["means"]?.texts))
        }
        commands = try (json["commands"]?.list ?? []).map(Command.init)
    }
}

extension DeviceFixture.Message {
    fileprivate init(_ json: JSONValue) throws {
        topic = try #require(json["topic"]?.text)
        payload = json["payload"] ?? ""
    }

    func bytes(id: UInt32) -> [UInt8] {
        if let text = payload.text { return Array(text.replacing("$id", with: "\(id)").utf8) }
        return Array(payload.description.replacing("\"$id\"", with: "\(id)").utf8)
    }

    /// JSON is compared as such: the order of members does not count.
    func isSame(as message: DialectMessage, id: UInt32) -> Bool {
        let own = bytes(id: id)
        guard topic == message.topic else { return false }
        if own == message.payload { return true }
        guard payload.text == nil, let left = try? JSONValue(parsing: own),
            let right = try? JSONValue(parsing: message.payload)
        else { return false }
        return left.sorted == right.sorted
    }
}

extension DeviceFixture.Command {
    fileprivate init(_ json: JSONValue) throws {
        tell = try #require(json["tell"]?.text)
        sends = try (json["sends"]?.list ?? []).map(DeviceFixture.Message.init)
        answers = try (json["answers"]?.list ?? []).map(DeviceFixture.Message.init)
        asks = try json["asks"].map(DeviceFixture.Message.init)
        replies = try (json["replies"]?.list ?? []).map(DeviceFixture.Message.init)
        outcome = try #require(json["outcome"]?.text.flatMap(CommandOutcome.init))
    }

    /// What is told, in the words of `model`.
    func wanted(of model: any DialectModel) throws -> (PartID, Capability, CapabilityValue) {
        let words = tell.split(separator: " ", maxSplits: 2).map(String.init)
        let part = try #require(PartID(words[0]))
        let name = try #require(CapabilityName(words[1]))
        let capability = try #require(model.description[part]?[name], "\(tell): there is no such capability")
        return (part, capability, try #require(CapabilityValue(fixture: words[2], capability.valueType)))
    }
}

extension JSONValue {
    var sorted: JSONValue {
        switch self {
        case .list(let values): .list(values.map(\.sorted))
        case .object(let object):
            .object(
                JSONObject(
                    object.members.sorted { $0.key < $1.key }.map { .init(key: $0.key, value: $0.value.sorted) }))
        case .number(let value): Int64(exactly: value).map { .integer($0) } ?? self
        default: self
        }
    }
}

extension CapabilityValue {
    init?(fixture text: String, _ type: ValueType) {
        switch type {
        case .boolean: self = .boolean(text == "on")
        case .number:
            guard let number = Double(text) else { return nil }
            self = .number(number)
        case .choice, .text: self = .text(text)
        case .color:
            let numbers = text.split(separator: "/").compactMap { Double($0) }
            guard numbers.count == 2 else { return nil }
            self = .color(hue: numbers[0], saturation: numbers[1])
        }
    }
}

extension Capability {
    /// `switch rw`, `power r`, `brightness rw 0…100 step 1`, `thermostatMode rw off|heat`, `energy r production`.
    var line: String {
        var words = ["\(name)", (isReported ? "r" : "") + (isCommanded ? "w" : "")]
        if minimum != nil || maximum != nil {
            words.append(
                [minimum, maximum].map { $0.map { CapabilityValue.number($0).description } ?? "" }.joined(
                    separator: "…"))
        }
        if let step { words.append("step \(CapabilityValue.number(step))") }
        if options != kind.facts.options { words.append(options.joined(separator: "|")) }
        if let flow { words.append(flow.rawValue) }
        return words.joined(separator: " ")
    }
}

extension DeviceStatement {
    /// `main switch on`, `main power 12.5 W`, `available ready`, `accepted main switch on`, `answered 7`, `failed …`,
    /// `unreadable main power badPayload`.
    var line: String {
        switch self {
        case .availability(let availability): "available \(availability.rawValue)"
        case .reading(let part, let name, let value, let unit):
            "\(part) \(name) \(CapabilityValue.number(value))\(unit.map { " \($0)" } ?? "")"
        case .state(let part, let name, let value): "\(part) \(name) \(value)"
        case .accepted(let part, let name, let value): "accepted \(part) \(name) \(value)"
        case .answered(let number, let failure): "answered \(number)\(failure.map { " \($0)" } ?? "")"
        case .failed(let reason): "failed \(reason)"
        case .unreadable(let part, let name, let error):
            (["unreadable"] + [part?.rawValue, name?.description].compactMap(\.self) + [error.code])
                .joined(separator: " ")
        }
    }
}
