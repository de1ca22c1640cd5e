import Foundation
import GatewayWire
import DeviceProtocols
import HomeModel
import MosquittoTransport
import Synchronization
import TestSupport

/// The cost of decoding messages, on one core.
struct DecodeBenchmark: Benchmark {
    let name = "decode"
    let summary = "messages decoded a second, and the list of a large Zigbee network"

    private static let messages = 200_000
    private static let rounds = 5
    private static let networkSize = 200
    private static let networks = 20
    private static let connections = 5

    func figures() async throws -> [Figure] {
        let plain = try Self.homie()
        let state = try Self.zigbee()
        let foundation = Self.rate { (try? JSONSerialization.jsonObject(with: Data(state.payload))) != nil }
        let reader = Self.rate { (try? JSONValue(parsing: state.payload)) != nil }
        let inventory = Self.inventory(Self.networkSize)
        let network = try Self.network(inventory)
        let ready = try await Self.adoptReady(inventory)
        return [
            Figure(
                "plain values understood", in: "/s", values: .one(Self.rate { plain.isUnderstood }),
                goals: [.atLeast(300_000)], note: "a Homie property"),
            Figure(
                "JSON telemetry understood", in: "/s", values: .one(Self.rate { state.isUnderstood }),
                goals: [.atLeast(150_000)],
                baseline: Figure.Baseline(what: "JSONSerialization, before any mapping", values: .one(foundation)),
                note: "\(state.payload.count) bytes, \(state.count) values; the JSON parser alone \(Int(reader))/s"),
            Figure(
                "a Zigbee2MQTT network of \(Self.networkSize) devices, from its list to models", in: "ms",
                values: [Figure.Value(name: "", number: network.milliseconds)], goals: [.atMost(1000)],
                note: "\(inventory.count >> 10) kB of bridge/devices"),
            Figure(
                "… and from its bridge's connection until all can be adopted", in: "ms", values: ready.values,
                goals: [.atMost(1000, value: "p99")], note: "over TLS, the broker and the command line"),
            Figure(
                "memory per device", in: "kB", values: [Figure.Value(name: "", number: network.kilobytesPerDevice)],
                goals: [.atMost(20)], note: "description, model and the stored part of its announcement"),
        ]
    }

    /// Returns the best rate of several rounds, to exclude other work of the machine.
    private static func rate(_ work: () -> Bool) -> Double {
        (0..<rounds).map { _ in
            let start = ContinuousClock.now
            for _ in 0..<messages where !work() { return 0 }
            return Double(messages) / ((ContinuousClock.now - start) / .seconds(1))
        }.max() ?? 0
    }

    /// A message with the reader of its topic.
    private struct Sample {
        let route: any PayloadDecoder
        let payload: [UInt8]
        /// The number of values in the message.
        let count: Int

        var isUnderstood: Bool { route.decode(payload, on: .telemetry).count == count }
    }

    private static func homie() throws -> Sample {
        let json = """
            {"homie":"5.0","version":1,"nodes":{"main":{"properties":{"temperature":{"datatype":"float","unit":"°C"}}}}}
            """
        let model = try HomieDeviceModel(domain: "u", id: "sensor", json: Array(json.utf8))
        return try sample(of: model, "u/5/sensor/main/temperature", payload: "21.37", count: 1)
    }

    private static func zigbee() throws -> Sample {
        var announcements = bridge("u")
        let news = announcements.receive(levels("u/z2m/bridge/devices"), payload: inventory(1), isRetained: true)
        guard case .described(_, let model, _) = news.first(where: { if case .described = $0 { true } else { false } })
        else { throw ConditionNotMet("the network has a device") }
        return try sample(
            of: model, "u/z2m/Plug 1",
            payload: """
                {"state":"ON","power":61.4,"current":0.27,"voltage":231.2,"energy":104.771,"linkquality":143,\
                "power_on_behavior":"previous","child_lock":"UNLOCK","update":{"installed_version":41,"state":"idle"}}
                """, count: 6)
    }

    private static func sample(
        of model: any DialectModel, _ topic: String, payload: String, count: Int
    ) throws -> Sample {
        guard let subscribed = model.topics.first(where: { $0.topic == topic }) else {
            throw ConditionNotMet("the device publishes on \(topic)")
        }
        let sample = Sample(route: subscribed.decoder, payload: Array(payload.utf8), count: count)
        guard sample.isUnderstood else {
            throw ConditionNotMet(
                "\(topic) has \(count) values, not \(subscribed.decoder.decode(sample.payload, on: .telemetry))")
        }
        return sample
    }

    /// Measures several such networks together, so that the overhead of the allocator matters less.
    private static func network(_ inventory: [UInt8]) throws -> (milliseconds: Double, kilobytesPerDevice: Double) {
        let before = ProcessUsage(of: getpid()).anonymousMegabytes
        let networks = (1...networks).map { number -> (Zigbee2MQTTDiscoveryParser, [DiscoveryEvent], Duration) in
            let start = ContinuousClock.now
            var announcements = bridge("u\(number)")
            let news = announcements.receive(
                levels("u\(number)/z2m/bridge/devices"), payload: inventory, isRetained: true)
            return (announcements, news, ContinuousClock.now - start)
        }
        let described = networks.reduce(0) { $0 + $1.1.count { if case .described = $0 { true } else { false } } }
        guard described == networkSize * Self.networks else {
            throw ConditionNotMet("all devices are described, not only \(described)")
        }
        let grown = ProcessUsage(of: getpid()).anonymousMegabytes - before
        return withExtendedLifetime(networks) {
            let times = networks.map { $0.2 / .milliseconds(1) }.sorted()
            return (times[times.count / 2], max(0, grown) * 1024 / Double(described))
        }
    }

    /// Returns the parser of a bridge that has published its settings, which a bridge does first.
    private static func bridge(_ root: String) -> Zigbee2MQTTDiscoveryParser {
        var announcements = Zigbee2MQTTDiscoveryParser(root: root)
        _ = announcements.receive(levels("\(root)/z2m/bridge/info"), payload: info(root), isRetained: true)
        return announcements
    }

    private static func levels(_ topic: String) -> [Substring] {
        topic.split(separator: "/", omittingEmptySubsequences: false)
    }
}

extension DecodeBenchmark {
    /// Measures from the moment at which a bridge begins to connect to a real gateway, as a client sees it that polls.
    private static func adoptReady(_ inventory: [UInt8]) async throws -> Latencies {
        let times = Mutex<[Duration]>([])
        try await withHome(settings: PopulatedHome.settings) { home in
            for number in 1...connections {
                let root = "bridge-\(number)"
                let bridge = try await MosquittoToolClient(root, in: home)
                let start = ContinuousClock.now
                try await bridge.withConnection { connection in
                    for (topic, payload) in [("info", info(root)), ("devices", inventory)] {
                        _ = try await connection.publish(
                            Publication(
                                topic: "\(root)/z2m/bridge/\(topic)", payload: payload, qos: .atLeastOnce, retain: true)
                        )
                    }
                    while try await home.discovered().count(where: \.isAdoptable) < number * networkSize {}
                }
                times.withLock { $0.append(ContinuousClock.now - start) }
            }
        }
        return Latencies(times.withLock { $0 })
    }

    private static func info(_ root: String) -> [UInt8] {
        Array(#"{"config": {"advanced": {"output": "json"}, "mqtt": {"base_topic": "\#(root)/z2m"}}}"#.utf8)
    }

    /// Returns `bridge/devices` of `count` metered plugs, with all descriptive text that a bridge adds.
    private static func inventory(_ count: Int) -> [UInt8] {
        JSONValue.list((1...count).map(plug)).bytes
    }

    private static func plug(_ number: Int) -> JSONValue {
        return [
            "ieee_address": .text("0xa4c1380000" + UInt32(number).hexadecimal(digits: 6)),
            "type": "Router", "network_address": .integer(Int64(number)), "supported": true, "disabled": false,
            "friendly_name": .text("Plug \(number)"), "manufacturer": "_TZ3000_typdpbpg", "model_id": "TS011F",
            "power_source": "Mains (single phase)", "interview_completed": true, "interviewing": false,
            "definition": [
                "model": "TS011F_plug_1", "vendor": "Tuya", "description": "Smart plug (with power monitoring)",
                "supports_ota": true, "options": .list([]),
                "exposes": .list([
                    [
                        "type": "switch",
                        "features": .list([
                            [
                                "type": "binary", "name": "state", "label": "State", "property": "state", "access": 7,
                                "value_on": "ON", "value_off": "OFF", "value_toggle": "TOGGLE",
                                "description": "On/off state of the switch",
                            ]
                        ]),
                    ],
                    numeric("power", unit: "W", about: "Instantaneous measured power"),
                    numeric("current", unit: "A", about: "Instantaneous measured electrical current"),
                    numeric("voltage", unit: "V", about: "Measured electrical potential value"),
                    numeric("energy", unit: "kWh", about: "Sum of consumed energy"),
                    numeric("linkquality", unit: "lqi", about: "Link quality (signal strength)"),
                ]),
            ],
        ]
    }

    private static func numeric(_ name: String, unit: String, about: String) -> JSONValue {
        [
            "type": "numeric", "name": .text(name), "label": .text(name.capitalized), "property": .text(name),
            "access": 1, "unit": .text(unit), "description": .text(about),
        ]
    }
}
