import Foundation
import DeviceProtocols
import HomeModel

extension DeviceFixture {
    /// All fixtures in `Tests/Fixtures/devices`. Traps if a file cannot be decoded.
    package static let all: [DeviceFixture] = {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/devices")
            .standardizedFileURL
        let files =
            FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?
            .compactMap { $0 as? URL }.filter { $0.pathExtension == "json" } ?? []
        return files.sorted { $0.path < $1.path }.map { file in
            let name = String(file.path.dropFirst(folder.path.count + 1))
            do {
                return try DeviceFixture(name, bytes: [UInt8](Data(contentsOf: file)))
            } catch {
                preconditionFailure("\(name): \(error)")
            }
        }
    }()

    private init(_ file: String, bytes: [UInt8]) throws {
        let json = try JSONValue(parsing: bytes, limits: .inventory)
        self.init(
            file: file, root: try json.required("root", read: \.text), announces: try json.messages("announces"),
            expects: try json.required("expects") { $0 }, says: try json.each("says", read: Saying.init),
            commands: try json.each("commands", read: Command.init))
    }
}

extension DeviceFixture.Message {
    fileprivate init(_ json: JSONValue) throws {
        self.init(topic: try json.required("topic", read: \.text), payload: json["payload"] ?? "")
    }
}

extension DeviceFixture.Saying {
    fileprivate init(_ json: JSONValue) throws {
        self.init(message: try DeviceFixture.Message(json), means: try json.required("means", read: \.texts))
    }
}

extension DeviceFixture.Command {
    fileprivate init(_ json: JSONValue) throws {
        let words = try json.required("tell", read: \.text).split(separator: " ", maxSplits: 2).map(String.init)
        guard words.count == 3, let part = PartID(words[0]), let capability = CapabilityName(words[1]) else {
            throw InvalidFixture(reason: "“tell” must be: part capability value")
        }
        self.init(
            part: part, capability: capability, value: words[2], sends: try json.messages("sends"),
            answers: try json.messages("answers"), asks: try json["asks"].map(DeviceFixture.Message.init),
            replies: try json.messages("replies"),
            outcome: try json.required("outcome") { $0.text.flatMap(CommandOutcome.init) })
    }
}

struct InvalidFixture: Error {
    let reason: String
}

extension JSONValue {
    fileprivate func required<Value>(_ key: String, read: (JSONValue) -> Value?) throws -> Value {
        guard let value = self[key].flatMap(read) else { throw InvalidFixture(reason: "“\(key)” is missing or wrong") }
        return value
    }

    fileprivate func each<Value>(_ key: String, read: (JSONValue) throws -> Value) throws -> [Value] {
        try (self[key]?.list ?? []).map(read)
    }

    fileprivate func messages(_ key: String) throws -> [DeviceFixture.Message] {
        try each(key, read: DeviceFixture.Message.init)
    }
}
