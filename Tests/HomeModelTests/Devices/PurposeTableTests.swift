import Foundation
import Testing

@testable import HomeModel

/// The table of purposes in `devices/README.md` states what the policy decides. It is the only list of the expected
/// values: each cell is compared with a text that is made from decisions of the policy.
struct PurposeTableTests {
    /// A row of the table. A row for several purposes stands for each of them.
    struct Row: Sendable, CustomTestStringConvertible {
        let purpose: Purpose?
        let cells: [String]

        var testDescription: String { purpose?.rawValue ?? "none" }
    }

    static let rows: [Row] = {
        let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../devices/README.md")
        let text = (try? String(contentsOf: page.standardizedFileURL, encoding: .utf8)) ?? ""
        let section = text.components(separatedBy: "\n## Purposes\n").last?.components(separatedBy: "\n## ").first ?? ""
        let lines = section.split(separator: "\n").filter { $0.hasPrefix("|") }.dropFirst(2)
        return lines.flatMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            let names = (cells.first ?? "").matches(of: #/`(\w+)`/#).map { String($0.1) }
            let values = Array(cells.dropFirst(2))
            return names.isEmpty
                ? [Row(purpose: nil, cells: values)] : names.map { Row(purpose: Purpose(rawValue: $0), cells: values) }
        }
    }()

    @Test func tableHasOneRowForEachPurposeAndOneForNone() {
        #expect(Self.rows.filter { $0.purpose == nil }.count == 1)
        #expect(Self.rows.compactMap(\.purpose).map(\.rawValue).sorted() == Purpose.allCases.map(\.rawValue).sorted())
    }

    @Test(arguments: rows) func cellsEqualTheDecisionsOfThePolicy(_ row: Row) {
        let home = Household(purpose: row.purpose)
        #expect(
            row.cells == [
                home.need(.switch, value: .boolean(true)), home.need(.switch, value: .boolean(false)),
                home.setPointNeeds, home.permitted(to: .owner, isLockedDown: true, isSteppedUp: true),
                home.permitted(to: .child),
            ], "\(row.purpose?.rawValue ?? "none")")
    }

    /// Other values than those of a switch count as on or off.
    @Test(arguments: rows) func levelsModesAndButtonsFollowTheColumnsOnAndOff(_ row: Row) {
        let home = Household(purpose: row.purpose)
        let (on, off) = (row.cells[0], row.cells[1])
        #expect(home.need(.thermostatMode, value: .text("heat")) == on)
        #expect(home.need(.thermostatMode, value: .text("off")) == off)
        #expect(home.need(.button, value: .text("press")) == (on == off ? on : "PIN"))
        // The level of a part without a purpose is that of a lamp or fan, and asks for none.
        for kind in [CapabilityKind.brightness, .fanSpeed] where row.purpose != nil {
            #expect(home.need(kind, value: .number(40)) == on)
            #expect(home.need(kind, value: .number(0)) == off)
        }
        #expect(home.need(.position, value: .number(40)) == on)
        #expect(home.need(.position, value: .number(0)) == off)
    }

    /// A lockdown permits nothing that needs a PIN outside it: the safe direction is free at every time.
    @Test(arguments: rows) func everyCommandThatALockdownPermitsIsFree(_ row: Row) {
        let home = Household(purpose: row.purpose)
        for (kind, value) in home.everyCommand
        where home.outcome(kind, value: value, by: .any(.owner, isSteppedUp: true), isLockedDown: true) == nil {
            #expect(home.need(kind, value: value) == "free", "\(kind) \(value)")
        }
    }

    /// A part asks for a purpose exactly while the table frees nothing for lack of a precise answer.
    @Test func imprecisePurposesAskAgainAndFreeNothing() {
        for row in Self.rows {
            let isImprecise = row.purpose.map { !Purpose.choices.contains($0) } ?? true
            #expect(Household(purpose: row.purpose).part.asksForPurpose == isImprecise)
            if isImprecise { #expect(row.cells == ["PIN", "PIN", "PIN", "nothing", "nothing"]) }
        }
    }
}

/// A home with one device, whose part accepts all commands that a purpose can decide about.
private struct Household {
    let part: Part
    private let device: Device

    init(purpose: Purpose?) {
        let kinds: [CapabilityKind] = [.switch, .targetTemperature, .thermostatMode, .button, .fanSpeed, .position]
        part = .sample(kinds.map { Capability(CapabilityName($0), isCommanded: true) }, purpose: purpose)
        device = .sample(parts: [part])
    }

    private static let setPoints = stride(from: -50.0, through: 300, by: 0.5).map { $0 }

    var everyCommand: [(CapabilityKind, CapabilityValue)] {
        [(.switch, .boolean(true)), (.switch, .boolean(false)), (.thermostatMode, .text("off"))]
            + [(.fanSpeed, .number(0)), (.brightness, .number(0)), (.position, .number(0))]
            + Self.setPoints.map { (.targetTemperature, .number($0)) }
    }

    /// The refusal of the command; nil when it is allowed.
    func outcome(
        _ kind: CapabilityKind, value: CapabilityValue, by identity: Identity, isLockedDown: Bool = false
    ) -> CommandRefusal? {
        let people = AccessPolicy.household().people.values.map(\.self)
        let policy = AccessPolicy(people: people, isLockedDown: isLockedDown)
        do throws(CommandRefusal) {
            _ = try policy.authorize(.sample(CapabilityName(kind), value: value), by: identity, for: device, at: noon)
            return nil
        } catch {
            return error
        }
    }

    /// What an adult needs for the command.
    func need(_ kind: CapabilityKind, value: CapabilityValue) -> String {
        switch outcome(kind, value: value, by: .any(.member)) {
        case nil: "free"
        case .denied(.stepUpNeeded(.commands)): "PIN"
        case let refusal?: "\(refusal)"
        }
    }

    var setPointNeeds: String {
        let free = Self.setPoints.filter { need(.targetTemperature, value: .number($0)) == "free" }
        return switch free.count {
        case 0: "PIN"
        case Self.setPoints.count: "free"
        default: "\(span(free)), else PIN"
        }
    }

    /// The commands that a person may send, as the table writes them.
    func permitted(to role: Role, isLockedDown: Bool = false, isSteppedUp: Bool = false) -> String {
        func isAllowed(_ kind: CapabilityKind, value: CapabilityValue) -> Bool {
            let identity = Identity.any(role, isSteppedUp: isSteppedUp)
            return outcome(kind, value: value, by: identity, isLockedDown: isLockedDown) == nil
        }
        let setPoints = Self.setPoints.filter { isAllowed(.targetTemperature, value: .number($0)) }
        let words = [
            isAllowed(.switch, value: .boolean(true)) ? "on" : nil,
            isAllowed(.switch, value: .boolean(false)) ? "off" : nil,
            setPoints.isEmpty ? nil : setPoints == Self.setPoints ? "every set-point" : span(setPoints),
        ].compactMap(\.self)
        return words.isEmpty ? "nothing" : words.joined(separator: ", ")
    }

    /// `5 to 8 °C`, or every single number when some between the ends are missing.
    private func span(_ degrees: [Double]) -> String {
        guard let first = degrees.first, let last = degrees.last, degrees.count == Int((last - first) * 2) + 1 else {
            return "\(degrees)"
        }
        return "\(Int(first)) to \(Int(last)) °C"
    }
}
