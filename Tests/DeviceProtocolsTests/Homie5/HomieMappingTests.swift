import DeviceFixtures
@testable import DeviceProtocols
import HomeModel
import Testing

@Suite struct HomieMappingTests {
    @Test(arguments: [
        ("temperature", #""datatype":"float","unit":"°C""#, "temperature"),
        ("temperature", #""datatype":"float""#, "temperature"),
        ("temperature", #""datatype":"float","unit":"°R""#, "number.temperature"),
        ("outdoor", #""datatype":"float","unit":"°C""#, "temperature.outdoor"),
        ("eco", #""datatype":"float","unit":"°C","settable":true"#, "targetTemperature.eco"),
        ("setpoint", #""datatype":"float","unit":"°C","settable":true"#, "targetTemperature"),
        ("switch", #""datatype":"boolean","settable":true"#, "switch"),
        ("on", #""datatype":"boolean","settable":true"#, "switch"),
        ("state", #""datatype":"boolean","settable":true"#, "switch"),
        ("state", #""datatype":"boolean""#, "choice.state"),
        ("power", #""datatype":"boolean","settable":true"#, "switch"),
        ("power", #""datatype":"enum","format":"OFF,ON","settable":true"#, "switch"),
        ("power", #""datatype":"float","unit":"kW""#, "power"),
        ("pump", #""datatype":"boolean","settable":true"#, "switch.pump"),
        ("pump", #""datatype":"boolean""#, "choice.pump"),
        ("limit", #""datatype":"integer","unit":"W","settable":true"#, "number.limit"),
        ("used", #""datatype":"float","unit":"kWh""#, "energy.used"),
        ("brightness", #""datatype":"integer","unit":"%","format":"0:100""#, "brightness"),
        ("brightness", #""datatype":"integer","unit":"lx""#, "illuminance.brightness"),
        ("mode", #""datatype":"enum","format":"off,heat,auto","settable":true"#, "thermostatMode"),
        ("mode", #""datatype":"enum","format":"eco,turbo","settable":true"#, "choice.mode"),
        ("lock", #""datatype":"boolean","settable":true"#, "lock"),
        ("bolt", #""datatype":"enum","format":"lock,unlock","settable":true"#, "lock.bolt"),
        ("bolt", #""datatype":"enum","format":"lock,unlock""#, "choice.bolt"),
        ("mode", #""datatype":"enum","format":"DISARM,ARM_HOME,ARM_AWAY","settable":true"#, "alarm.mode"),
        ("cover", #""datatype":"enum","format":"open,close,stop","settable":true"#, "garageDoor.cover"),
        ("cover", #""datatype":"integer","unit":"%","settable":true"#, "position"),
        ("door", #""datatype":"boolean""#, "contact"),
        ("door", #""datatype":"boolean","settable":true"#, "garageDoor"),
        ("door", #""datatype":"enum","format":"lock,unlock","settable":true"#, "lock"),
        ("valve", #""datatype":"boolean","settable":true"#, "valve"),
        ("co", #""datatype":"boolean""#, "carbonMonoxide"),
        ("co", #""datatype":"float","unit":"ppm""#, "co"),
        ("co2", #""datatype":"integer","unit":"ppm""#, "co2"),
        ("pm2-5", #""datatype":"float","unit":"µg/m³""#, "pm25"),
        ("speed", #""datatype":"integer","unit":"%","settable":true"#, "fanSpeed"),
        ("speed", #""datatype":"float","unit":"m/s""#, "speed"),
        ("timeout", #""datatype":"float","unit":"s""#, "duration.timeout"),
        ("timeout", #""datatype":"float","unit":"s","settable":true"#, "number.timeout"),
        ("wind-speed", #""datatype":"float","unit":"km/h""#, "windSpeed"),
        ("s", #""datatype":"float","unit":"VA""#, "apparentPower.s"),
        ("power-factor", #""datatype":"float""#, "powerFactor"), ("ph", #""datatype":"float","unit":"pH""#, "ph"),
        ("frequency", #""datatype":"float","unit":"Hz""#, "frequency"),
        ("tyre", #""datatype":"float","unit":"bar""#, "pressure.tyre"),
        ("doorbell", #""datatype":"boolean","retained":false"#, "button"),
        ("serial", #""datatype":"string""#, "text.serial"),
        ("-x", #""datatype":"string""#, "text.x"),
    ])
    func idUnitAndDatatypeDecideTheCapability(id: String, fields: String, name: String) throws {
        let model = try HomieSamples.model(property: id, fields)
        #expect(model.description.parts.map(\.id.rawValue) == ["node"])
        #expect(model.description.parts.first?.capabilities.map(\.name.description) == [name])
        #expect(model.description.others.isEmpty)
    }

    @Test func invalidAndCollidingIDsGetUniqueNames() throws {
        let long = String(repeating: "a", count: 100)
        let properties =
            #"{"properties":{"-v":{"datatype":"float"},"v":{"datatype":"float"},"--":{"datatype":"float"}}}"#
        let nodes = ["-x", "x", long, long + "b", "-"].map { "\"\($0)\":\(properties)" }.joined(separator: ",")
        let model = try HomieSamples.model(#"{"homie":"5.0","version":1,"nodes":{\#(nodes)}}"#)
        #expect(Set(model.description.parts.map(\.id)).count == 5)
        #expect(
            model.description[id("x")]?.capabilities.map(\.name.description) == [
                "number.main", "number.v", "number.v-2",
            ])
        #expect(try model.decode("x/v", payload: "1") == .state(id("x"), name("number.v"), .number(1)))
        #expect(try model.decode("-x/-v", payload: "1") == .state(id("x-2"), name("number.v-2"), .number(1)))
    }

    @Test func propertiesOfOneKindGetDistinctNames() throws {
        let model = try HomieSamples.model(
            """
            {"homie":"5.0","version":1,"nodes":{"n":{"properties":{
              "relay":{"datatype":"boolean","settable":true},"on":{"datatype":"boolean","settable":true},
              "temp":{"datatype":"float","unit":"°C"},"temperature":{"datatype":"float","unit":"°C"}}}}}
            """)
        let names = model.description.parts.flatMap(\.capabilities).map(\.name.description)
        #expect(names == ["switch", "switch.relay", "temperature", "temperature.temp"])
        #expect(
            try model.decode("n/temp", payload: "20")
                == .reading(id("n"), name("temperature.temp"), value: 20, unit: nil))
    }

    @Test func dimmerUnitsAreConverted() throws {
        let model = try HomieSamples.model(HomieSamples.dimmer)
        let light = try #require(model.description[id("light")])
        #expect(model.description.name == "Hallway dimmer" && model.description.model == "example.dimmer")
        let white = try #require(light[name("colorTemperature")])
        #expect(white.minimum == 2000 && abs((white.maximum ?? 0) - 6535.947712418) < 1e-6 && white.step == nil)
        #expect(try model.decode("light/color-temperature", payload: "250")?.value == .number(4000))
        #expect(model.payload(part: "light", capability: "colorTemperature", value: .number(2700)) == "370")
        #expect(
            model.valueAsSent(id("light"), capability: name("colorTemperature"), value: .number(4000)) == .number(4000))
        #expect(model.payload(part: "light", capability: "brightness", value: .number(41.6)) == "42")
        #expect(
            model.payload(part: "light", capability: "color", value: .color(hue: 120, saturation: 100))
                == "hsv,120,100,100")
        #expect(model.payload(part: "light", capability: "choice.effect", value: .text("Party Time")) == "Party Time")
        #expect(model.payload(part: "light", capability: "choice.effect", value: .text("strobe")) == nil)
        #expect(light[name("brightness")]?.step == 1 && light[name("brightness")]?.roundsToStep == true)
    }

    @Test func meterFlowsAreDetected() throws {
        let model = try HomieSamples.model(HomieSamples.meter)
        let flows = model.description.parts.flatMap { part in
            part.capabilities.map { "\(part.id) \($0.name) \($0.flow?.rawValue ?? "-")" }
        }
        #expect(
            flows == [
                "grid energy.export gridExport", "grid energy.import gridImport", "grid power -",
                "phase-1 current -", "phase-1 voltage -", "pv energy production", "pv power production",
            ])
        #expect(
            try model.decode("pv/power", payload: "1.5")
                == .reading(id("pv"), name("power"), value: 1.5, unit: "kW"))
        #expect(try model.decode("grid/power", payload: "-300")?.value == .number(-300))
        #expect(model.description[id("grid")]?[name("power")]?.range == -25_000...25_000)
    }

    @Test(arguments: [
        ("import", #""name":"PV yield""#, "production"), ("import", #""name":"Total""#, "gridImport"),
        ("total", #""name":"Total""#, nil), ("battery-charge", #""settable":false"#, "charge"),
        ("discharged-today", #""settable":false"#, "discharge"), ("charger", #""settable":false"#, nil),
    ])
    func nameDecidesTheFlowBeforeTheID(id: String, field: String, flow: String?) throws {
        let model = try HomieSamples.model(property: id, #""datatype":"float","unit":"kWh",\#(field)"#)
        let capability = try #require(model.description.parts.first?.capabilities.first)
        #expect(capability.kind == .energy && capability.flow?.rawValue == flow)
    }

    @Test(arguments: ["a\u{1B}[2Jb,c", "a,\\u202Eb", "a,,b", "a,a", ""])
    func invalidOptionsAreUnsupported(format: String) throws {
        let escaped = format.replacing("\u{1B}", with: #"\u001B"#)
        let model = try HomieSamples.model(property: "choice", #""datatype":"enum","format":"\#(escaped)""#)
        #expect(model.description.parts.first?.capabilities.isEmpty == true)
        #expect(model.description.others.count == 1)
    }

    @Test func fahrenheitThermostatIsCommandedInCelsius() throws {
        let model = try HomieSamples.model(HomieSamples.thermostat)
        let part = try #require(model.description[id("thermostat")])
        let target = try #require(part[name("targetTemperature")])
        #expect(target.range == 5...30)
        #expect(model.payload(part: "thermostat", capability: "targetTemperature", value: .number(21)) == "70")
        #expect(try model.decode("thermostat/setpoint", payload: "86")?.value == .number(30))
        #expect(
            try model.decode("thermostat/temperature", payload: "68")
                == .reading(id("thermostat"), name("temperature"), value: 68, unit: "°F"))
        #expect(part[name("thermostatMode")]?.options == ["off", "heat", "auto"])
        #expect(model.payload(part: "thermostat", capability: "thermostatMode", value: .text("auto")) == "HEAT_COOL")
        #expect(
            try model.decode("thermostat/mode", payload: "HEAT", suffix: "/$target")
                == .accepted(id("thermostat"), name("thermostatMode"), .text("heat")))
        #expect(part[name("temperature.engine-temperature")]?.kind == .temperature)
        #expect(part.capabilities.filter { $0.kind == .text }.count == 3)
    }

    @Test func unsupportedPropertyIsListedAndGivesNoUpdate() throws {
        let model = try HomieSamples.model(HomieSamples.thermostat)
        #expect(model.description.others.count == 2)
        #expect(model.description.others.first == "thermostat/broken: “format” must be min:max or min:max:step.")
        #expect(try model.decode("thermostat/broken", payload: "5") == nil)
        #expect(try model.decode("thermostat/unheard-of", payload: "5")?.error?.code == "notDescribed")
    }

    @Test func optionsWithoutStandardMeaningKeepTheirSpelling() throws {
        let model = try HomieSamples.model(HomieSamples.entrance)
        #expect(model.description[id("door")]?[name("lock")]?.options == ["locked", "unlocked", "UNLATCH"])
        #expect(model.payload(part: "door", capability: "lock", value: .text("unlocked")) == "UNLOCK")
        #expect(model.payload(part: "door", capability: "lock", value: .text("UNLATCH")) == "UNLATCH")
        #expect(try model.decode("door/open", payload: "true")?.value == .boolean(false))
        #expect(try model.decode("bell/doorbell", payload: "true")?.value == .text("pressed"))
        #expect(model.description[id("drive")]?[name("garageDoor.actuator")]?.options == ["open", "closed", "stopped"])
        let chime = try #require(model.message(id("bell"), capability: name("text.chime"), value: .text("ding")))
        #expect(
            chime
                == DialectMessage(
                    topic: "u/5/device/bell/chime/set", payload: Array("ding".utf8), qos: 0, retain: false))
        #expect(model.message(id("door"), capability: name("lock"), value: .text("locked"))?.qos == 1)
        #expect(model.message(id("door"), capability: name("tamper"), value: .boolean(true)) == nil)
    }

    @Test(arguments: [
        (#""format":"open,closed""#, "true", true), (#""format":"closed,open""#, "true", false), ("", "true", true),
    ])
    func contactLabelsDecideTheMeaningOfTrue(format: String, payload: String, value: Bool) throws {
        let fields = [#""datatype":"boolean""#, format].filter { !$0.isEmpty }.joined(separator: ",")
        let model = try HomieSamples.model(property: "contact", fields)
        #expect(try model.decode("node/contact", payload: payload)?.value == .boolean(value))
    }

    @Test(arguments: [("off,on", true), ("on,off", false), ("no,yes", true), ("this,that", true)])
    func switchLabelsDecideTheMeaningOfTrue(format: String, value: Bool) throws {
        let model = try HomieSamples.model(
            property: "switch", #""datatype":"boolean","format":"\#(format)","settable":true"#)
        #expect(try model.decode("node/switch", payload: "true")?.value == .boolean(value))
        #expect(model.payload(part: "node", capability: "switch", value: .boolean(value)) == "true")
    }

    @Test func narrowerPercentRangeIsNotRescaled() throws {
        let model = try HomieSamples.model(
            property: "target-humidity", #""datatype":"integer","format":"30:70","settable":true"#)
        #expect(model.payload(part: "node", capability: "targetHumidity", value: .number(50)) == "50")
        #expect(model.description.parts.first?.capabilities.first?.range == 30...70)
    }

    @Test func customRangeIsScaledToPercent() throws {
        let model = try HomieSamples.model(
            property: "brightness", #""datatype":"integer","format":"0:255","settable":true"#)
        #expect(try model.decode("node/brightness", payload: "255")?.value == .number(100))
        #expect(model.payload(part: "node", capability: "brightness", value: .number(50)) == "128")
    }

    @Test(arguments: ["hsv", "rgb", "xyz"])
    func colorsRoundTripInEveryFormat(format: String) throws {
        let model = try HomieSamples.model(
            property: "color", #""datatype":"color","format":"\#(format)","settable":true"#)
        for hue in stride(from: 0.0, to: 360, by: 15) {
            let value = CapabilityValue.color(hue: hue, saturation: 60)
            guard
                case .color(let gotHue, let gotSaturation) = model.valueAsSent(
                    id("node"), capability: name("color"), value: value)
            else {
                Issue.record("The model did not encode \(value).")
                continue
            }
            let turn = abs(gotHue - hue)
            #expect(min(turn, 360 - turn) < 0.01 && abs(gotSaturation - 60) < 0.01, "\(value)")
        }
    }

    @Test func lanesSubscribeToTheirOwnTopics() throws {
        let model = try HomieSamples.model(HomieSamples.thermostat)
        #expect(model.topics(on: .telemetry).contains("u/5/device/thermostat/temperature"))
        #expect(!model.topics(on: .telemetry).contains("u/5/device/thermostat/schedule"))
        let commandable = ["boost", "mode", "schedule", "setpoint"].flatMap { [$0, "\($0)/$target"] }
        let expected = (commandable + ["next-change"]).map { "u/5/device/thermostat/\($0)" }.sorted()
        #expect(model.topics(on: .control) == expected)
    }

    @Test func stateSetsAvailabilityAndEmptyStateRemovesDevice() throws {
        var parser = HomieDiscoveryParser(root: "u")
        let address = LinkAddress(kind: .homie5, foreignID: "lamp", root: "u")
        let states: [(String, Availability)] = [
            ("init", .starting), ("ready", .ready), ("lost", .lost), ("sleeping", .sleeping),
            ("disconnected", .disconnected),
        ]
        for (payload, availability) in states {
            let events = parser.receive("u/5/lamp/$state", payload: payload)
            #expect(events.availabilities == [address: availability])
        }
        #expect(parser.receive("u/5/lamp/$state", payload: "").removed == [address])
        let finding = try #require(parser.receive("u/5/lamp/$state", payload: "Ready").findings.first)
        let known = EscapedText("init, ready, sleeping, disconnected and lost")
        #expect(finding.error == .unknownState(EscapedText("Ready"), known: known))
    }

    @Test func lostBridgeMakesItsChildrenLost() {
        var parser = HomieDiscoveryParser(root: "u")
        _ = parser.receive("u/5/lamp/$description", payload: #"{"homie":"5.0","version":1,"root":"bridge"}"#)
        _ = parser.receive("u/5/plug/$description", payload: #"{"homie":"5.0","version":1,"root":"other"}"#)
        let lost = parser.receive("u/5/bridge/$state", payload: "lost").availabilities
        #expect(lost.keys.map(\.foreignID).sorted() == ["bridge", "lamp"])
        #expect(lost.values.allSatisfy { $0 == .lost })
    }

    @Test func topicOfAnotherDeviceIsForeign() throws {
        let model = try HomieSamples.model(HomieSamples.dimmer)
        #expect(model.interpret(try HomieTopic("v/5/device/$state"), payload: [])?.error?.code == "foreignTopic")
        #expect(model.interpret(try HomieTopic("u/5/devices/$state"), payload: [])?.error?.code == "foreignTopic")
    }

    private func id(_ text: String) -> PartID { PartID(text) ?? .main }
    private func name(_ text: String) -> CapabilityName { CapabilityName(text) ?? CapabilityName(.text) }
}
