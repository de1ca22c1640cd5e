import DeviceProtocols
import Foundation

/// The web requests of a simulated Tasmota device. Source: Tasmota's documentation, "Commands", and its
/// `HandleHttpCommand`.
struct TasmotaSetupEmulator: SetupEmulator {
    private static let maximumCommands = 30

    private let mac: String
    private var settings: [String: String] = [:]

    init(_ device: EmulatedDevice) { mac = SyntheticHardwareID.mac(of: device.id).uppercased() }

    var announcedName: String { "tasmota-\(mac.suffix(6))-\((Int(mac.suffix(4), radix: 16) ?? 0) & 0x1FFF)" }

    mutating func respond(to request: WebRequest) -> (response: WebResponse, connection: EmulatedConnection?) {
        guard request.method == "GET", let parts = URLComponents(string: request.uri), parts.path == "/cm",
            let line = parts.queryItems?.first(where: { $0.name == "cmnd" })?.value
        else { return (WebResponse(status: 302, headers: ["Location": "http://192.168.4.1"]), nil) }
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        guard words.first?.lowercased() == "backlog", words.count == 2 else {
            return (answer(execute(line)), nil)
        }
        let commands = words[1].split(separator: ";").prefix(Self.maximumCommands)
        for command in commands { _ = execute(command.trimmingCharacters(in: .whitespaces)) }
        // A Backlog runs after its response, and a changed connection restarts the device after the last command.
        return (answer([:]), connection)
    }

    private func answer(_ json: JSONValue) -> WebResponse { WebResponse(body: json.bytes) }

    private mutating func execute(_ command: String) -> JSONValue {
        let words = command.split(separator: " ", maxSplits: 1).map(String.init)
        guard let name = words.first else { return ["Command": "Unknown"] }
        switch (name.lowercased(), words.dropFirst().first) {
        case ("status", "5"):
            return ["StatusNET": ["Hostname": .text(announcedName), "Mac": .text(address), "Webserver": 2]]
        case ("status", "2"): return ["StatusFWR": ["Version": "14.2.0(tasmota32)", "Hardware": "ESP32-C3"]]
        case (let known, let value?) where Self.known.contains(known):
            settings[known] = value
            return .members([(name, .text(value))])
        case (let known, nil) where Self.known.contains(known):
            return .members([(name, .text(settings[known] ?? ""))])
        default: return ["Command": "Unknown"]
        }
    }

    private static let known: Set<String> = [
        "setoption3", "setoption103", "setoption132", "mqttfingerprint1", "mqttfingerprint2", "mqtthost", "mqttport",
        "mqttuser", "mqttpassword", "fulltopic",
    ]

    /// `A4:CF:12:00:1B:2C`
    private var address: String {
        let digits = Array(mac)
        return stride(from: 0, to: digits.count, by: 2).map { String(digits[$0..<$0 + 2]) }.joined(separator: ":")
    }

    private var connection: EmulatedConnection? {
        let fingerprint = settings["mqttfingerprint1"]?.split(separator: " ").compactMap { UInt8($0, radix: 16) } ?? []
        guard settings["setoption3"] == "1", settings["setoption103"] == "1", settings["setoption132"] == "1",
            fingerprint.count == 20, let host = settings["mqtthost"],
            let port = settings["mqttport"].flatMap(UInt16.init), let user = settings["mqttuser"],
            let password = settings["mqttpassword"], let root = settings["fulltopic"]?.split(separator: "/").first
        else { return nil }
        return EmulatedConnection(
            host: host, port: port, root: String(root), user: user, password: password,
            trust: .keyFingerprint(fingerprint))
    }
}
