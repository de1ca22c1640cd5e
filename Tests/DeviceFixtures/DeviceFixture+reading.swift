import Foundation
import HomeDialects
import HomeModel

extension DeviceFixture {
    /// Everything in `Tests/Fixtures/devices`. A file that cannot be read is a mistake of ours.
    package static let all: [DeviceFixture] = {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/devices")
            .standardizedFileURL
        let files =
            FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?
            .compactMap { $0 as? URL }.filter { $0.pathExtension == "json" } ?? []
        return files.sorted { $0.path < $1.path }.map { file in
            let name = String(file.path.dropFirst(folder.path.count + 1))
            do {
                return try DeviceFixture(name, [UInt8](Data(contentsOf: file)))
            } catch {
                preconditionFailure("\(name): \(error)")
            }
        }
    }()

    private init(_ file: String, _ bytes: [UInt8]) throws {
        let json = try JSONValue(parsing: bytes, limits: .inventory)
        self.init(
            file: file, root: try json.must("root", \.text), announces: try json.messages("announces"),
            expects: try json.must("expects") { $0 }, says: try json.each("says", Saying.init),
            commands: try json.each("commands", Command.init))
    }
}

extension DeviceFixture.Message {
    fileprivate init(_ json: JSONValue) throws {
        self.init(topic: try json.must("topic", \.text), payload: json["payload"] ?? "")
    }
}

extension DeviceFixture.Saying {
    fileprivate init(_ json: JSONValue) throws {
        self.init(message: try DeviceFixture.Message(json), means: try json.must("means", \.texts))
    }
}

extension DeviceFixture.Command {
    fileprivate init(_ json: JSONValue) throws {
        let words = try json.must("tell", \.text).split(separator: " ", maxSplits: 2).map(String.init)
        guard words.count == 3, let part = PartID(words[0]), let capability = CapabilityName(words[1]) else {
            throw BadFixture(what: "“tell” is: part capability value")
        }
        self.init(
            part: part, capability: capability, value: words[2], sends: try json.messages("sends"),
            answers: try json.messages("answers"), asks: try json["asks"].map(DeviceFixture.Message.init),
            replies: try json.messages("replies"),
            outcome: try json.must("outcome") { $0.text.flatMap(CommandOutcome.init) })
    }
}

struct BadFixture: Error {
    let what: String
}

extension JSONValue {
    fileprivate func must<Value>(_ key: String, _ read: (JSONValue) -> Value?) throws -> Value {
        guard let value = self[key].flatMap(read) else { throw BadFixture(what: "“\(key)” is missing or wrong") }
        return value
    }

    fileprivate func each<Value>(_ key: String, _ read: (JSONValue) throws -> Value) throws -> [Value] {
        try (self[key]?.list ?? []).map(read)
    }

    fileprivate func messages(_ key: String) throws -> [DeviceFixture.Message] {
        try each(key, DeviceFixture.Message.init)
    }
}
