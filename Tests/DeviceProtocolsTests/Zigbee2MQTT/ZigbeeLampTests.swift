import DeviceFixtures
import HomeModel
import Testing

@testable import DeviceProtocols

/// A dimmable lamp of Zigbee2MQTT that is switched by its brightness, and its reports while it is off.
@Suite struct ZigbeeLampTests {
    private static let lamp: JSONValue = [
        "type": "light",
        "features": [
            ZigbeeSamples.binary("state", access: 7, on: "ON", off: "OFF"),
            [
                "type": "numeric", "name": "brightness", "property": "brightness", "access": 7, "value_min": 0,
                "value_max": 254,
            ],
        ],
    ]

    @Test(
        arguments: [
            (0.0, #"{"state":"OFF"}"#), (50, #"{"state":"ON","brightness":127}"#),
            (100, #"{"state":"ON","brightness":254}"#),
        ] as [(Double, String)])
    func brightnessSwitchesTheLamp(level: Double, payload: String) throws {
        let model = try #require(ZigbeeSamples.model([Self.lamp]))
        #expect(
            model.told(.main, capability: "brightness", value: .number(level)) == ["house/z2m/thing/set \(payload)"])
    }

    /// A report that equals the one before the off is decoded again after it.
    @Test func lampThatIsOffKeepsItsBrightness() throws {
        let model = try #require(ZigbeeSamples.model([Self.lamp]))
        let on = #"{"state":"ON","brightness":127}"#
        let off = #"{"state":"OFF","brightness":0}"#
        for _ in 0..<2 {
            #expect(
                model.receive("house/z2m/thing", payload: on).map(\.line).sorted() == [
                    "main brightness 50", "main switch on",
                ])
            for _ in 0..<2 {
                #expect(model.receive("house/z2m/thing", payload: off).map(\.line) == ["main switch off"])
            }
        }
    }
}
