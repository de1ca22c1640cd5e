import ArgumentParser
import HomeModel

/// The purpose of a device's part, as an argument: `PURPOSE`, or `PART=PURPOSE`.
struct PurposeArgument: ExpressibleByArgument, Hashable, Sendable {
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
