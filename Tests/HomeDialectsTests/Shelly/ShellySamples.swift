@testable import HomeDialects
import DeviceFixtures
import HomeModel
import Testing

/// Frames of a Plus 1PM below the root `u`.
enum ShellySamples {
    static let mac = "a8032abe54dc"
    static let address = LinkAddress(kind: .shelly, foreignID: mac, root: "u")

    static let information = #"{"id":"shellyplus1pm-a8032abe54dc","mac":"A8032ABE54DC","gen":2,"app":"Plus1PM"}"#
    static let configuration = #"{"input:0":{"id":0,"type":"switch"},"sys":{"cfg_rev":12}}"#
    static let status = """
        {"input:0":{"id":0,"state":false},"switch:0":{"id":0,"output":false,"apower":0.0,"aenergy":{"total":12.5}},\
        "sys":{"uptime":5,"cfg_rev":12},"wifi":{"rssi":-50}}
        """

    static func reply(_ id: Int64, _ result: String, source: String = "shellyplus1pm-a8032abe54dc") -> String {
        #"{"id":\#(id),"src":"\#(source)","dst":"u/reply","result":\#(result)}"#
    }

    static func refusal(_ id: Int64, _ code: Int, _ message: String) -> String {
        #"{"id":\#(id),"src":"shellyplus1pm-a8032abe54dc","error":{"code":\#(code),"message":"\#(message)"}}"#
    }

    static func notification(_ params: String, _ method: String = "NotifyStatus") -> String {
        #"{"src":"shellyplus1pm-a8032abe54dc","dst":"u/events","method":"\#(method)","params":\#(params)}"#
    }

    /// The ids of the questions about information, configuration and status.
    static let ids: [Int64] = [1 << 31, 1 << 31 + 1, 1 << 31 + 2]

    static func model(
        _ information: String = information, _ configuration: String = configuration, _ status: String = status
    ) throws -> ShellyDeviceModel {
        let document = try ShellyDocument(
            info: try JSONValue(parsing: Array(information.utf8)),
            configuration: try JSONValue(parsing: Array(configuration.utf8)),
            status: try JSONValue(parsing: Array(status.utf8)))
        return ShellyDeviceModel(root: "u", document)
    }

    static let fixtures = DeviceFixture.all.filter { $0.file.hasPrefix("shelly/") }
}

extension ShellyAnnouncements {
    /// Everything that the device is asked when it comes is answered.
    mutating func hearAll(
        _ information: String = ShellySamples.information, _ configuration: String = ShellySamples.configuration,
        _ status: String = ShellySamples.status
    ) -> [Announcement] {
        zip(ShellySamples.ids, [information, configuration, status]).flatMap { id, result in
            hear("u/reply/rpc", ShellySamples.reply(id, result))
        }
    }
}

extension DialectMessage {
    var json: JSONValue? { try? JSONValue(parsing: payload) }
}
