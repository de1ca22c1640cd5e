import DeviceFixtures
@testable import DeviceProtocols
import HomeModel
import Testing

/// A device with one property follows the payload rules of the Homie convention.
@Suite struct HomiePayloadTests {
    @Test(
        arguments: [
            ("21.5", 21.5), ("-0", 0), ("1e3", 1000), ("1E-2", 0.01), ("-4.5e2", -450), (".5", 0.5), ("5.", 5),
            ("007", 7), ("0.1", 0.1), ("1e300", 1e300),
        ] as [(String, Double)])
    func floatsAreDecoded(payload: String, value: Double) throws {
        let model = try HomieSamples.model(property: "gain", #""datatype":"float""#)
        #expect(try model.decode("node/gain", payload: payload)?.value == .number(value))
    }

    @Test(arguments: [
        "1_000", "1e999", "-1e999", "nan", "NaN", "inf", "Infinity", " 1", "1 ", "+1", "1e+3", "0x10", "0x1p3", "-",
        ".",
        "-.", "e3", "1e", "1e-", "1.2.3", "1,5", "--1", "1-", "١", "1\u{0}", "\u{0}", "\u{FEFF}1", "true", "1e1.5",
    ])
    func invalidFloatsAreRefused(payload: String) throws {
        let model = try HomieSamples.model(property: "gain", #""datatype":"float""#)
        guard case .badPayload = try model.decode("node/gain", payload: payload)?.error else {
            Issue.record("The decoder accepted “\(payload)” as a float.")
            return
        }
    }

    @Test(
        arguments: [
            ("0", 0), ("-12", -12), ("9223372036854775807", 0x1p63), ("-9223372036854775808", -0x1p63),
        ] as [(String, Double)])
    func integersAreDecoded(payload: String, value: Double) throws {
        let model = try HomieSamples.model(property: "count", #""datatype":"integer""#)
        #expect(try model.decode("node/count", payload: payload)?.value == .number(value))
    }

    @Test(arguments: ["9223372036854775808", "1.0", "1e3", "+1", " 1", "-", "--1", "1-", "0x1", "1_0", "१"])
    func invalidIntegersAreRefused(payload: String) throws {
        let model = try HomieSamples.model(property: "count", #""datatype":"integer""#)
        #expect(try model.decode("node/count", payload: payload)?.error?.code == "badPayload")
    }

    @Test(
        arguments: [
            (21, "21"), (0.1, "0.1"), (-0.0, "0"), (1e300, "1e300"), (1e-7, "1e-07"), (-1e16, "-1e16"),
            (.infinity, nil), (.nan, nil),
        ] as [(Double, String?)])
    func onlyFiniteNumbersAreEncoded(value: Double, payload: String?) throws {
        let model = try HomieSamples.model(property: "gain", #""datatype":"float","settable":true"#)
        #expect(model.payload(part: "node", capability: "number.gain", value: .number(value)) == payload)
    }

    @Test func integersAreEncodedWithoutAFraction() throws {
        let model = try HomieSamples.model(property: "gain", #""datatype":"integer","settable":true"#)
        #expect(model.payload(part: "node", capability: "number.gain", value: .number(2.6)) == "3")
        #expect(model.payload(part: "node", capability: "number.gain", value: .number(1e19)) == nil)
    }

    @Test(arguments: [("true", true), ("false", false), ("TRUE", nil), ("on", nil), ("1", nil), ("true ", nil)])
    func onlyTrueAndFalseAreBooleans(payload: String, value: Bool?) throws {
        let model = try HomieSamples.model(property: "motion", #""datatype":"boolean","format":"off,on""#)
        #expect(try model.decode("node/motion", payload: payload)?.value == value.map(CapabilityValue.boolean))
    }

    @Test(arguments: [("Car", "Car"), (" Car", " Car"), ("car", nil), ("Car ", nil), ("", nil)])
    func optionsMatchExactly(payload: String, value: String?) throws {
        let model = try HomieSamples.model(property: "kind", #""datatype":"enum","format":"Car, Car,bus""#)
        #expect(try model.decode("node/kind", payload: payload)?.value == value.map(CapabilityValue.text))
    }

    @Test(
        arguments: [
            ("hsv,300,50,75", 300, 50), ("hsv,0,0,0", 0, 0), ("rgb,255,0,0", 0, 100), ("rgb,0,0,128", 240, 100),
            ("rgb,100,100,100", 0, 0), ("rgb,0,0,0", 0, 0), ("xyz,0.3127,0.329", 0, 0), ("xyz,0.64,0.33", 0, 100),
        ] as [(String, Double, Double)])
    func colorsAreDecodedAsHueAndSaturation(payload: String, hue: Double, saturation: Double) throws {
        let model = try HomieSamples.model(property: "color", #""datatype":"color","format":"rgb,hsv,xyz""#)
        let value = try model.decode("node/color", payload: payload)?.value
        guard case .color(let decodedHue, let decodedSaturation) = value else {
            Issue.record("The decoder refused the color “\(payload)”.")
            return
        }
        #expect(abs(decodedSaturation - saturation) < 0.3)
        if saturation > 1 { #expect(min(abs(decodedHue - hue), 360 - abs(decodedHue - hue)) < 0.3) }
    }

    @Test(arguments: [
        "hsv,361,0,0", "hsv,1,101,0", "hsv,1,1", "hsv,1,1,1,1", "rgb,256,0,0", "rgb,-1,0,0", "rgb, 1,1,1", "xyz,1.1,0",
        "cmyk,1,1,1", "255,0,0", "rgb", "", "rgb,,,", "rgb,nan,0,0", "RGB,1,1,1",
    ])
    func invalidColorsAreRefused(payload: String) throws {
        let model = try HomieSamples.model(property: "color", #""datatype":"color","format":"rgb,hsv,xyz""#)
        #expect(try model.decode("node/color", payload: payload)?.value == nil)
    }

    @Test func colorInAnUnannouncedFormatIsRefused() throws {
        let model = try HomieSamples.model(property: "color", #""datatype":"color","format":"rgb""#)
        #expect(try model.decode("node/color", payload: "hsv,1,1,1")?.error?.code == "badPayload")
    }

    @Test func emptyStringIsEncodedAsOneZeroByte() throws {
        let model = try HomieSamples.model(property: "label", #""datatype":"string","settable":true"#)
        #expect(try model.decode("node/label", payload: "\u{0}")?.value == .text(""))
        #expect(try model.decode("node/label", payload: "") == nil)
        #expect(model.payload(part: "node", capability: "text.label", value: .text("")) == "\u{0}")
    }

    @Test(arguments: ["datetime", "duration", "json"])
    func emptyTextsOfOtherDatatypesAreRefused(datatype: String) throws {
        let model = try HomieSamples.model(property: "label", #""datatype":"\#(datatype)","settable":true"#)
        #expect(try model.decode("node/label", payload: "\u{0}")?.error?.code == "badPayload")
        #expect(try model.decode("node/label", payload: "PT5M")?.value == .text("PT5M"))
        #expect(model.payload(part: "node", capability: "text.label", value: .text("")) == nil)
    }

    @Test func invalidOrOversizedTextsAreRefused() throws {
        let model = try HomieSamples.model(property: "label", #""datatype":"string""#)
        let topic = try HomieTopic("u/5/device/node/label")
        #expect(model.interpret(topic, payload: [0x61, 0xFF])?.error == .notUTF8)
        #expect(
            model.interpret(topic, payload: Array(repeating: 0x61, count: 1025))?.error
                == .tooLarge(bytes: 1025, limit: 1024))
        #expect(try model.decode("node/label", payload: "\u{FEFF}a")?.error?.code == "badPayload")
    }

    @Test(
        arguments: [
            ("set-point", #""datatype":"float","unit":"°C","settable":true,"format":"21:21""#, 5, 35),
            ("set-point", #""datatype":"float","unit":"°C","settable":true,"format":"30:5""#, 5, 35),
            (
                "color-temperature", #""datatype":"integer","unit":"mired","settable":true,"format":"50:1000""#, 2000,
                6535
            ),
            ("brightness", #""datatype":"integer","unit":"%","settable":true,"format":"0:0""#, nil, nil),
            ("brightness", #""datatype":"integer","unit":"%","settable":true,"format":"10:90""#, 10, 90),
        ] as [(String, String, Double?, Double?)])
    func impossibleRangeIsReplacedByDefault(
        id: String, fields: String, minimum: Double?, maximum: Double?
    ) throws {
        let model = try HomieSamples.model(property: id, fields)
        let capability = try #require(model.description.parts.first?.capabilities.first)
        #expect(capability.minimum == minimum && capability.maximum == maximum)
    }

    @Test func stateBeyondRangeIsShownAsTheLimit() throws {
        let model = try HomieSamples.model(
            property: "brightness", #""datatype":"integer","unit":"%","format":"0:100""#)
        let node = try #require(PartID("node"))
        let name = CapabilityName(.brightness)
        #expect(try model.decode("node/brightness", payload: "101") == .beyondRange(node, name, shown: .number(100)))
    }
}
