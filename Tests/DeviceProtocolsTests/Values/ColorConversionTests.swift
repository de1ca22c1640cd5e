import DeviceFixtures
import HomeModel
import Testing

@testable import DeviceProtocols

/// Colours are equal to those of Home Assistant and Zigbee2MQTT for the same message, to within one degree of hue and
/// one percent of saturation. The conversions of those programs computed the expected numbers.
@Suite struct ColorConversionTests {
    private static let hues = [0, 30, 60, 120, 180, 240, 300].map(Double.init)

    /// Source: Home Assistant `util/color.py`, `color_hs_to_xy`, `color_xy_to_hs`.
    @Test(
        arguments: [
            (0, 100, 0.701, 0.299, 0, 100), (120, 100, 0.172, 0.747, 120, 100),
            (240, 100, 0.136, 0.04, 242.588, 100), (60, 100, 0.444, 0.517, 60.235, 100),
            (180, 100, 0.151, 0.343, 179.765, 100), (300, 100, 0.385, 0.155, 299.754, 95.686),
            (0, 0, 0.323, 0.329, 0, 0.392), (0, 50, 0.524, 0.313, 0, 49.412),
            (240, 50, 0.213, 0.159, 240.48, 49.02),
        ] as [(Double, Double, Double, Double, Double, Double)])
    func homeAssistantXYMatchesTheReference(
        hue: Double, saturation: Double, x: Double, y: Double, shownHue: Double, shownSaturation: Double
    ) throws {
        let light = try HomeAssistantSample.device(
            "light",
            fields: ["name": "", "cmd_t": "u/c", "stat_t": "u/s", "schema": "json", "sup_clrm": ["xy"], "clrm": true])
        let command = try #require(
            light.encodeCommand(
                .main, capability: CapabilityName(.color), value: .color(hue: hue, saturation: saturation), number: 1))
        let json = try JSONValue(parsing: command.messages[0].payload)
        #expect(
            abs((json["color"]?["x"]?.double ?? 9) - x) < 1e-9 && abs((json["color"]?["y"]?.double ?? 9) - y) < 1e-9,
            "\(json)")
        let updates = light.receive("u/s", payload: #"{"state":"ON","color_mode":"xy","color":{"x":\#(x),"y":\#(y)}}"#)
        #expect(
            Self.isNear(updates.compactMap(\.value).last, hue: shownHue, saturation: shownSaturation, tolerance: 0.01),
            "\(updates)")
    }

    /// Source: zigbee-herdsman-converters `src/lib/color.ts`, `ColorHSV.toXY`, `ColorXY.toHSV`.
    @Test(
        arguments: [
            (0, 100, 0.7006, 0.2993), (120, 100, 0.1724, 0.7468), (240, 100, 0.1355, 0.0399),
            (60, 100, 0.4442, 0.5166), (0, 50, 0.4126, 0.3220), (120, 50, 0.2885, 0.4241), (240, 50, 0.2699, 0.2474),
        ] as [(Double, Double, Double, Double)])
    func zigbee2MQTTXYMatchesTheReference(hue: Double, saturation: Double, x: Double, y: Double) throws {
        let format = ColorFormat.xy(.linear)
        let encoded = try #require(format.encode(hue: hue, saturation: saturation))
        #expect(
            abs((encoded["x"]?.double ?? 9) - x) < 1e-9 && abs((encoded["y"]?.double ?? 9) - y) < 1e-9, "\(encoded)")
        let read = try #require(format.decode(encoded))
        #expect(
            Self.isNear(.color(hue: read.hue, saturation: read.saturation), hue: hue, saturation: saturation),
            "\(read)")
    }

    @Test(arguments: hues, [20, 50, 80, 100] as [Double])
    func colorFormatsRoundTrip(hue: Double, saturation: Double) throws {
        let formats: [ColorFormat] = [
            .hs, .hueSaturation, .rgb, .rgbw, .rgbww(2000...6535), .xy(.linear), .xy(.companded), .xy(.exact),
        ]
        for format in formats {
            let read = try #require(format.encode(hue: hue, saturation: saturation).flatMap(format.decode))
            // White channels and the steps of a companded colour are whole numbers.
            let tolerance = format.hasChannels || format == .xy(.companded) ? 5.0 : 1
            #expect(
                Self.isNear(
                    .color(hue: read.hue, saturation: read.saturation), hue: hue, saturation: saturation,
                    tolerance: tolerance),
                "\(format) \(read)")
        }
    }

    /// Source: Home Assistant `color_rgb_to_rgbw`, `color_rgbw_to_rgb`.
    @Test func whiteChannelCarriesTheCommonShare() throws {
        #expect(WhiteChannels.rgbw(ofRGB: [255, 128, 128]) == [253, 0, 0, 255])
        #expect(WhiteChannels.rgbw(ofRGB: [255, 0, 0]) == [255, 0, 0, 0])
        #expect(WhiteChannels.rgbw(ofRGB: [255, 255, 255]) == [0, 0, 0, 255])
        #expect(WhiteChannels.rgb(ofRGBW: [0, 0, 0, 255]) == [255, 255, 255])
        #expect(WhiteChannels.rgbww(ofRGB: [0, 255, 0], whites: 2000...6535) == [0, 255, 0, 0, 0])
    }

    @Test func onlyTheActiveColorModeIsReported() throws {
        let light = try HomeAssistantSample.device(
            "light",
            fields: [
                "name": "", "cmd_t": "u/c", "stat_t": "u/s", "schema": "json", "clrm": true,
                "sup_clrm": ["color_temp", "rgbw", "hs"],
            ])
        func lines(_ payload: String) -> [String] { light.receive("u/s", payload: payload).map(\.line).sorted() }
        #expect(
            lines(#"{"color_mode":"color_temp","color_temp":250,"color":{"r":255,"g":0,"b":0,"w":0,"h":9,"s":9}}"#)
                == ["main colorTemperature 4000"])
        #expect(
            lines(#"{"color_mode":"rgbw","color_temp":250,"color":{"r":255,"g":0,"b":0,"w":0,"h":9,"s":9}}"#)
                == ["main color 0°/100 %"])
        #expect(
            lines(#"{"color_mode":"hs","color_temp":250,"color":{"r":255,"g":0,"b":0,"w":0,"h":9,"s":9}}"#)
                == ["main color 9°/9 %"])
        #expect(lines(#"{"color_mode":"white","brightness":255}"#) == ["main brightness 100"])
    }

    /// The light has no brightness topic, so red, green and blue contain the brightness.
    @Test func colorChannelsCarryTheBrightness() throws {
        let light = try HomeAssistantSample.device(
            "light",
            fields: ["name": "", "cmd_t": "u/p", "rgb_cmd_t": "u/c", "rgb_stat_t": "u/s", "on_cmd_type": "first"])
        #expect(
            light.receive("u/s", payload: "0,128,0").map(\.line) == [
                "main brightness 50.196078431", "main color 120°/100 %",
            ])
        #expect(light.receive("u/s", payload: "0,0,0").isEmpty)
        func messages(_ kind: CapabilityKind, value: CapabilityValue, state: [CapabilityName: CapabilityValue])
            -> [String]?
        {
            light.encodeCommand(.main, capability: CapabilityName(kind), value: value, number: 1, showing: state)?
                .messages.map {
                    "\($0.topic) \(String(decoding: $0.payload, as: UTF8.self))"
                }
        }
        let green: [CapabilityName: CapabilityValue] = [
            CapabilityName(.color): .color(hue: 120, saturation: 100), CapabilityName(.brightness): .number(20),
        ]
        #expect(messages(.brightness, value: .number(50), state: green) == ["u/p ON", "u/c 0,128,0"])
        #expect(messages(.brightness, value: .number(50), state: [:]) == ["u/p ON", "u/c 128,128,128"])
        #expect(messages(.color, value: .color(hue: 0, saturation: 100), state: green) == ["u/p ON", "u/c 51,0,0"])
        #expect(messages(.brightness, value: .number(0), state: green) == ["u/p OFF"])
    }

    private static func isNear(
        _ value: CapabilityValue?, hue: Double, saturation: Double, tolerance: Double = 1
    ) -> Bool {
        guard case .color(let readHue, let readSaturation) = value else { return false }
        let turn = abs(readHue - hue)
        return abs(readSaturation - saturation) <= tolerance
            && (saturation < 5 || min(turn, 360 - turn) <= tolerance)
    }
}
