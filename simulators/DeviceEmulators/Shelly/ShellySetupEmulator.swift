import DeviceProtocols

/// The RPC over HTTP of a simulated Shelly. Source: Shelly's API documentation, "RPC Channels", "Shelly" and "Mqtt".
struct ShellySetupEmulator: SetupEmulator {
    private static let information = "Shelly.GetDeviceInfo"

    private let emulated: EmulatedShellyDevice?
    private var authority = ""
    private var config: [String: JSONValue] = [:]

    init(_ device: EmulatedDevice) { emulated = try? EmulatedShellyDevice(device) }

    var announcedName: String { emulated?.id ?? "shelly" }

    mutating func respond(to request: WebRequest) -> (response: WebResponse, connection: EmulatedConnection?) {
        guard let emulated else { return (WebResponse(status: 500), nil) }
        if request.method == "GET", request.uri == "/rpc/\(Self.information)" {
            return (WebResponse(body: emulated.information.bytes), nil)
        }
        guard request.method == "POST", request.uri == "/rpc", let frame = try? JSONValue(parsing: request.body),
            let id = frame["id"], let method = frame["method"]?.text
        else { return (WebResponse(status: 404), nil) }
        let parameters = frame["params"] ?? [:]
        let outcome = call(method, parameters: parameters)
        let answer: JSONValue = .members([
            ("id", id), ("src", .text(emulated.id)), ("result", outcome.result), ("error", outcome.error),
        ])
        return (WebResponse(body: answer.bytes), method == "Shelly.Reboot" ? connection : nil)
    }

    private mutating func call(
        _ method: String, parameters: JSONValue
    ) -> (result: JSONValue?, error: JSONValue?) {
        switch method {
        case Self.information: return (emulated?.information ?? .null, nil)
        case "Shelly.PutUserCA":
            guard let data = parameters["data"]?.text else { return (nil, ShellyRefusal.argument("data").json) }
            authority = parameters["append"]?.boolean == true ? authority + data : data
            return (["len": .integer(Int64(authority.utf8.count))], nil)
        case "Mqtt.GetConfig": return (.object(JSONObject(shown)), nil)
        case "Mqtt.SetConfig":
            guard let members = parameters["config"]?.members else {
                return (nil, ShellyRefusal.argument("config").json)
            }
            for member in members { config[member.key] = member.value }
            return (["restart_required": true], nil)
        case "Shelly.Reboot": return (.null, nil)
        default: return (nil, ShellyRefusal.method(method).json)
        }
    }

    /// The settings without the password, which the device never shows.
    private var shown: [JSONObject.Member] {
        config.sorted { $0.key < $1.key }.filter { $0.key != "pass" }.map { .init(key: $0.key, value: $0.value) }
    }

    private var connection: EmulatedConnection? {
        let server = config["server"]?.text?.split(separator: ":") ?? []
        guard config["enable"]?.boolean == true, config["ssl_ca"]?.text == "user_ca.pem", server.count == 2,
            let port = UInt16(server[1]), let root = config["topic_prefix"]?.text, let user = config["user"]?.text,
            let password = config["pass"]?.text
        else { return nil }
        return EmulatedConnection(
            host: String(server[0]), port: port, root: root, user: user, password: password,
            trust: .authority(pem: authority))
    }
}
