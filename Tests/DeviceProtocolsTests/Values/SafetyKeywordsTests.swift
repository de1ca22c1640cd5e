import HomeModel
import Testing

@testable import DeviceProtocols

@Suite struct SafetyKeywordsTests {
    @Test(
        arguments: [
            (["lock", "unlock"], .lock), (["LOCKED", "normal"], .lock), (["unlatch", "hold"], .lock),
            (["open", "close", "stop", "vent"], .garageDoor), (["Open gate", "Close gate"], .garageDoor),
            (["up", "down", "stop"], .garageDoor), (["up", "down", "swing"], nil), (["stop", "pause"], nil),
            (["disarmed", "armed_home", "armed_night"], .alarm), (["ARM_AWAY", "OFF"], .alarm),
            (["armedAway", "off"], .alarm), (["home", "away"], nil), (["off", "on"], nil), ([], nil),
            (["warm", "block", "opened door"], .garageDoor), (["warm", "clock"], nil),
            (["off", "armHome", "armAway"], .alarm), (["off", "armhome"], .alarm), (["off", "armNight"], .alarm),
            (["open1", "hold"], .garageDoor), (["GateOpen", "hold"], .garageDoor), (["army", "navy"], nil),
        ] as [([String], CapabilityKind?)])
    func oneKeywordDecidesTheKind(options: [String], kind: CapabilityKind?) {
        #expect(SafetyKeywords.kind(of: options) == kind)
    }

    @Test(
        arguments: [
            (["lock", "unlock", "unlatch"], .lock, ["locked", "unlocked", "unlatch"]),
            (["lock", "locked", "unlock"], .lock, ["lock", "locked", "unlocked"]),
            (["open", "opened", "close", "shut"], .garageDoor, ["open", "opened", "closed", "shut"]),
            (["heat_cool", "auto", "off"], .thermostatMode, ["heat_cool", "auto", "off"]),
            (["heat_cool", "off"], .thermostatMode, ["auto", "off"]), (["a", "b"], .choice, ["a", "b"]),
        ] as [([String], CapabilityKind, [String])])
    func eachMeaningIsUsedOnce(options: [String], kind: CapabilityKind, meanings: [String]) {
        let words = SafetyKeywords.meanings(of: options, in: kind)
        #expect(words.map(\.word) == options)
        #expect(words.map(\.meaning) == meanings)
    }

    @Test(
        arguments: [
            (["pump"], true), (["open", "gate"], true), (["gate", "led"], false), (["child", "lock"], false),
            (["valve", "calibration"], false), (["eco"], false), ([], false),
        ] as [([String], Bool)])
    func nameDecidesWhetherItMoves(name: [String], moves: Bool) { #expect(SafetyKeywords.mayMove(name) == moves) }

    @Test(arguments: [
        "Door lock", "Gate lock", "door_lock", "Lock", "Lock button", "Garage alarm", "Valve mode", "valve_mode",
        "Relay1", "pump2", "valve_1", "gateRelay", "Pump enable", "Open window", "Auto gate lock", "Auto unlock",
    ])
    func ambiguousNameMayMove(name: String) {
        let words = SafetyKeywords.words(of: name)
        #expect(SafetyKeywords.mayMove(words) && !SafetyKeywords.isSetting(words))
    }

    @Test(arguments: [
        "Child lock", "childLock", "keypad_lockout", "Buttons lock", "auto_relock", "Door auto lock", "Gate LED2",
        "Relay indicator", "Motion detection enable", "window_detection", "Valve detection", "valve_calibration",
        "Valve schedule", "Relay memory", "Motor reversal", "window_open_feature", "alarm", "Eco mode", "enable_max",
    ])
    func settingNamesAreRecognized(name: String) {
        let words = SafetyKeywords.words(of: name)
        #expect(SafetyKeywords.isSetting(words) && !SafetyKeywords.mayMove(words))
    }

    @Test func nameIsSplitIntoLowercaseWords() {
        #expect(SafetyKeywords.words(of: "door2Lock-3 RELAY_1a pump12") == ["door", "lock", "relay", "1a", "pump"])
        #expect(SafetyKeywords.words(of: "") == [])
    }

    @Test(arguments: (UInt8.min...0x7F).map { Character(Unicode.Scalar($0)) } + ["é", "Ö", "ß", "²", "–", "½"])
    func everyCharacterIsClassifiedLikeUnicode(character: Character) {
        let isOfWord = character.isLetter || character.isNumber
        let word = character.lowercased() + "b"
        let words = character.isUppercase ? ["a", word] : isOfWord ? ["a" + word] : ["a", "b"]
        #expect(SafetyKeywords.words(of: "a\(character)b") == words)
    }
}
