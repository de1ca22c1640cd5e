import HomeModel
import Testing

@testable import HomeDialects

@Suite struct TellingWordsTests {
    @Test(
        arguments: [
            (["lock", "unlock"], .lock), (["LOCKED", "normal"], .lock), (["unlatch", "hold"], .lock),
            (["open", "close", "stop", "vent"], .garageDoor), (["Open gate", "Close gate"], .garageDoor),
            (["up", "down", "stop"], .garageDoor), (["up", "down", "swing"], nil), (["stop", "pause"], nil),
            (["disarmed", "armed_home", "armed_night"], .alarm), (["ARM_AWAY", "OFF"], .alarm),
            (["armedAway", "off"], .alarm), (["home", "away"], nil), (["off", "on"], nil), ([], nil),
            (["warm", "block", "opened door"], .garageDoor), (["warm", "clock"], nil),
        ] as [([String], CapabilityKind?)])
    func oneWordIsEnough(options: [String], kind: CapabilityKind?) { #expect(TellingWords.kind(of: options) == kind) }

    @Test(
        arguments: [
            (["lock", "unlock", "unlatch"], .lock, ["locked", "unlocked", "unlatch"]),
            (["lock", "locked", "unlock"], .lock, ["lock", "locked", "unlocked"]),
            (["open", "opened", "close", "shut"], .garageDoor, ["open", "opened", "closed", "shut"]),
            (["heat_cool", "auto", "off"], .thermostatMode, ["heat_cool", "auto", "off"]),
            (["heat_cool", "off"], .thermostatMode, ["auto", "off"]), (["a", "b"], .choice, ["a", "b"]),
        ] as [([String], CapabilityKind, [String])])
    func noMeaningIsTakenTwice(options: [String], kind: CapabilityKind, meanings: [String]) {
        let words = TellingWords.meanings(of: options, in: kind)
        #expect(words.map(\.word) == options)
        #expect(words.map(\.meaning) == meanings)
    }

    @Test(
        arguments: [
            (["pump"], true), (["open", "gate"], true), (["gate", "led"], false), (["child", "lock"], false),
            (["valve", "calibration"], false), (["eco"], false), ([], false),
        ] as [([String], Bool)])
    func namesSpeakOfMoving(name: [String], moves: Bool) { #expect(TellingWords.mayMove(Set(name)) == moves) }
}
