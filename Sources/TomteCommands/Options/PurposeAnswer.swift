import ArgumentParser
import HomeModel

/// `PURPOSE`, or `PART=PURPOSE`.
struct PurposeAnswer: ExpressibleByArgument, Hashable, Sendable {
    let part: PartID?
    let purpose: Purpose

    init?(argument: String) {
        let halves = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let last = halves.last, let purpose = Purpose(rawValue: last.lowercased()) else { return nil }
        self.purpose = purpose
        guard halves.count == 2 else {
            part = nil
            return
        }
        guard let part = PartID(String(halves[0])) else { return nil }
        self.part = part
    }

    static var allValueStrings: [String] { Purpose.allCases.map(\.rawValue) }

    /// Answers without a part are for every part that asks; for `main` when none does.
    static func byPart(_ answers: [PurposeAnswer], asking: [PartID]) -> [PartID: Purpose] {
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
