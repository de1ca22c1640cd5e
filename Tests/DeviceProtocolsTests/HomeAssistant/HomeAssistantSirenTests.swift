import DeviceFixtures
import HomeModel
import Testing

@testable import DeviceProtocols

/// A command that turns a siren off must never send a message that sounds it.
@Suite struct HomeAssistantSirenTests {
    private static let template = "{% if tone is defined %}{{ tone }}{% else %}siren-{{ value }}{% endif %}"

    @Test(
        arguments: [
            ([:], #"u/c {"state":"ON"}"#, #"u/c {"state":"OFF"}"#),
            (["pl_on": "1", "pl_off": "0"], #"u/c {"state":"1"}"#, #"u/c {"state":"0"}"#),
            (["cmd_tpl": "siren-{{ value }}"], "u/c siren-ON", "u/c siren-OFF"),
            (["cmd_tpl": "sound", "cmd_off_tpl": "hush"], "u/c sound", "u/c hush"),
            (["cmd_tpl": "sound", "command_off_template": "{{ value }} now"], "u/c sound", "u/c OFF now"),
            (["cmd_off_tpl": "hush {{ state }}"], #"u/c {"state":"ON"}"#, "u/c hush OFF"),
        ] as [(JSONValue, String, String)])
    func offCommandUsesTheOffTemplate(fields: JSONValue, on: String, off: String) throws {
        let siren = try Self.siren(fields)
        #expect(siren.told(.main, capability: "siren", value: .boolean(true)) == [on])
        #expect(siren.told(.main, capability: "siren", value: .boolean(false)) == [off])
        #expect(siren.description.others.isEmpty)
    }

    /// The model encodes no command if the template renders no text, because Home Assistant sends nothing then. An empty
    /// template renders no text either: the general command template, which could sound the siren, does not replace it.
    @Test(arguments: ["", "{{ '' }}", "{{ value_json.missing.deeper }}"])
    func offMessageThatCannotBeRenderedIsNotSent(template: String) throws {
        let siren = try Self.siren(["cmd_tpl": "sound", "cmd_off_tpl": .text(template)])
        let off = siren.told(.main, capability: "siren", value: .boolean(false))
        #expect(off == nil, "\(String(describing: off))")
        #expect(siren.told(.main, capability: "siren", value: .boolean(true)) == ["u/c sound"])
    }

    @Test func unsupportedOffTemplateRemovesTheSiren() throws {
        let siren = try Self.siren(["cmd_tpl": "sound", "cmd_off_tpl": "{{ states('x.y') }}"])
        #expect(siren.capabilityLines.isEmpty && siren.description.others.count == 1)
    }

    @Test func toneVolumeAndDurationCommandsSoundTheSiren() throws {
        let siren = try Self.siren(["av_tones": ["fire", "bell"]])
        #expect(
            siren.told(.main, capability: "choice.tone", value: .text("bell")) == [#"u/c {"state":"ON","tone":"bell"}"#]
        )
        #expect(
            siren.told(.main, capability: "number.volume", value: .number(40)) == [
                #"u/c {"state":"ON","volume_level":0.4}"#
            ])
        #expect(
            siren.told(.main, capability: "number.duration", value: .number(30)) == [
                #"u/c {"state":"ON","duration":30}"#
            ])
        #expect(
            siren.receive("u/s", payload: #"{"state":"ON","tone":"fire","volume_level":0.5,"duration":9}"#).map(\.line)
                .sorted()
                == ["main choice.tone fire", "main number.duration 9", "main number.volume 50", "main siren on"])
        #expect(siren.receive("u/s", payload: "OFF").map(\.line) == ["main siren off"])
        let plain = try Self.siren(["sup_dur": false, "sup_vol": false])
        #expect(plain.capabilityLines == ["main siren rw"])
        let templated = try Self.siren(["av_tones": ["a"], "cmd_tpl": .text(Self.template)])
        #expect(templated.told(.main, capability: "choice.tone", value: .text("a")) == ["u/c a"])
        #expect(templated.told(.main, capability: "siren", value: .boolean(false)) == ["u/c siren-OFF"])
    }

    private static func siren(_ fields: JSONValue) throws -> any DialectModel {
        let base: JSONValue = ["name": "", "cmd_t": "u/c", "stat_t": "u/s"]
        return try HomeAssistantSample.device(
            "siren", fields: .object(JSONObject((base.members ?? []) + (fields.members ?? []))))
    }
}
