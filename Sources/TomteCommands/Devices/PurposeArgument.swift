import ArgumentParser
import HomeModel

extension Purpose: ExpressibleByArgument {
    /// One of the purposes from which people choose; upper and lower case are equal.
    package init?(argument: String) {
        guard let purpose = Self.choices.first(where: { $0.rawValue.lowercased() == argument.lowercased() }) else {
            return nil
        }
        self = purpose
    }

    package static var allValueStrings: [String] { choices.map(\.rawValue) }

    /// For the help: the choices, by the commands that need a PIN.
    static var explanation: String {
        let groups = Dictionary(grouping: choices) { [$0.rules.on, $0.rules.off] }
        let headings: [(classes: [SafetyClass], text: String)] = [
            ([.routine, .routine], "No PIN is needed for"), ([.sensitive, .routine], "A PIN to switch on"),
            ([.routine, .sensitive], "A PIN to switch off"), ([.sensitive, .sensitive], "A PIN for both"),
        ]
        return headings.map { heading in
            "\(heading.text): \((groups[heading.classes] ?? []).map(\.rawValue).joined(separator: ", "))."
        }
        .joined(separator: "\n")
    }
}

/// The purpose of a device's part, as an argument: `PURPOSE`, or `PART=PURPOSE`.
struct PurposeArgument: ExpressibleByArgument, Hashable, Sendable {
    let part: PartID?
    let purpose: Purpose

    init?(argument: String) {
        let halves = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let last = halves.last, let purpose = Purpose(argument: String(last)) else { return nil }
        self.purpose = purpose
        guard halves.count == 2 else {
            part = nil
            return
        }
        guard let part = PartID(String(halves[0])) else { return nil }
        self.part = part
    }

    static var allValueStrings: [String] { Purpose.allValueStrings }

    /// The purpose of each part. An answer without a part is for every part in `asking`, or for `main` if that is
    /// empty; an answer with a part replaces it.
    static func byPart(_ answers: [PurposeArgument], asking: [PartID]) -> [PartID: Purpose] {
        var purposes: [PartID: Purpose] = [:]
        for answer in answers where answer.part == nil {
            for part in asking.isEmpty ? [.main] : asking { purposes[part] = answer.purpose }
        }
        for answer in answers {
            if let part = answer.part { purposes[part] = answer.purpose }
        }
        return purposes
    }
}
