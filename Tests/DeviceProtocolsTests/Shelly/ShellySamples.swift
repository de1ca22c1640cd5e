@testable import DeviceProtocols
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

    static func reply(_ id: Int64, result: String, source: String = "shellyplus1pm-a8032abe54dc") -> String {
        #"{"id":\#(id),"src":"\#(source)","dst":"u/reply","result":\#(result)}"#
    }

    static func refusal(_ id: Int64, code: Int, message: String) -> String {
        #"{"id":\#(id),"src":"shellyplus1pm-a8032abe54dc","error":{"code":\#(code),"message":"\#(message)"}}"#
    }

    static func notification(_ params: String, method: String = "NotifyStatus") -> String {
        #"{"src":"shellyplus1pm-a8032abe54dc","dst":"u/events","method":"\#(method)","params":\#(params)}"#
    }

    /// The ids of the queries for information, configuration and status.
    static let ids: [Int64] = [1 << 31, 1 << 31 + 1, 1 << 31 + 2]

    static func model(
        information: String = information, configuration: String = configuration, status: String = status
    ) throws -> ShellyDeviceModel {
        let document = try ShellyDocument(
            info: try JSONValue(parsing: Array(information.utf8)),
            configuration: try JSONValue(parsing: Array(configuration.utf8)),
            status: try JSONValue(parsing: Array(status.utf8)))
        return ShellyDeviceModel(root: "u", document)
    }

    static let fixtures = DeviceFixture.all.filter { $0.file.hasPrefix("shelly/") }
}

extension ShellyDiscoveryParser {
    /// Delivers the replies to the three queries that follow a connect.
    mutating func receiveReplies(
        information: String = ShellySamples.information, configuration: String = ShellySamples.configuration,
        status: String = ShellySamples.status
    ) -> [DiscoveryEvent] {
        zip(ShellySamples.ids, [information, configuration, status]).flatMap { id, result in
            receive("u/reply/rpc", payload: ShellySamples.reply(id, result: result))
        }
    }
}
