import HomeModel

/// The parts of a group command as the audit log stores them: `device/part`, and `device/part!code` for one that is left
/// out. Ids contain none of these separators.
struct GroupPartList: Sendable {
    /// A page fits into an entry beside everything else that it may contain.
    static let maximumPageBytes = 800

    private(set) var children: [(device: DeviceID, part: PartID)] = []
    private(set) var leftOut: [LeftOutPart] = []

    init(_ selection: GroupSelection) {
        children = selection.children.map { ($0.device, $0.part) }
        leftOut = selection.leftOut
    }

    /// Parses the pages. Returns nil when an item is damaged or there are too many.
    init?(pages: [String]) {
        for item in pages.flatMap({ $0.split(separator: " ") }) {
            let pieces = item.split(separator: "!", maxSplits: 1)
            let names = pieces[0].split(separator: "/")
            guard names.count == 2, let device = DeviceID(String(names[0])), let part = PartID(String(names[1])),
                children.count + leftOut.count < GroupCommandRequest.maximumParts
            else { return nil }
            if pieces.count == 2 {
                leftOut.append(LeftOutPart(device: device, part: part, code: String(pieces[1])))
            } else {
                children.append((device, part))
            }
        }
    }

    /// The items in order, at most `maximumPageBytes` on each page. There is at least one page.
    var pages: [String] {
        let items =
            children.map { "\($0.device)/\($0.part)" } + leftOut.map { "\($0.device)/\($0.part)!\($0.code)" }
        var pages = [""]
        for item in items {
            let page = pages[pages.count - 1]
            if page.isEmpty {
                pages[pages.count - 1] = item
            } else if page.utf8.count + item.utf8.count < Self.maximumPageBytes {
                pages[pages.count - 1] += " " + item
            } else {
                pages.append(item)
            }
        }
        return pages
    }
}

/// The outcomes of the children of a group command as the audit log stores them: `confirmed:1-18 refused/usedUp:19,21`.
struct ChildOutcomes: Hashable, Sendable, CustomStringConvertible {
    /// How one child ended.
    struct Ending: Hashable, Sendable {
        let outcome: CommandOutcome
        let code: String
    }

    /// By the number of the child, from 1.
    private(set) var endings: [Int: Ending] = [:]

    init(of record: GroupCommandRecord) {
        for (index, child) in record.children.enumerated() {
            guard let outcome = child.outcome else { continue }
            endings[index + 1] = Ending(outcome: outcome, code: child.code ?? outcome.rawValue)
        }
    }

    /// Parses what `description` writes. Items that are damaged are left out.
    init(_ text: String) {
        for item in text.split(separator: " ") {
            let halves = item.split(separator: ":")
            guard halves.count == 2, let ending = Ending(halves[0]) else { continue }
            for range in halves[1].split(separator: ",") {
                let bounds = range.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
                guard let first = bounds.first ?? nil, let last = bounds.last ?? nil, first <= last,
                    (1...GroupCommandRequest.maximumParts).contains(first), last <= GroupCommandRequest.maximumParts
                else { continue }
                for number in first...last { endings[number] = ending }
            }
        }
    }

    var description: String {
        let numbers = Dictionary(grouping: endings.keys) { endings[$0] }
        return numbers.compactMap { ending, numbers in ending.map { "\($0):\(Self.ranges(numbers.sorted()))" } }
            .sorted().joined(separator: " ")
    }

    /// `1-3,5` for 1, 2, 3 and 5.
    private static func ranges(_ numbers: [Int]) -> String {
        var ranges: [ClosedRange<Int>] = []
        for number in numbers {
            if let last = ranges.last, last.upperBound + 1 == number {
                ranges[ranges.count - 1] = last.lowerBound...number
            } else {
                ranges.append(number...number)
            }
        }
        return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
            .joined(separator: ",")
    }
}

extension ChildOutcomes.Ending: CustomStringConvertible {
    init?(_ text: Substring) {
        let halves = text.split(separator: "/", maxSplits: 1)
        guard let outcome = halves.first.flatMap({ CommandOutcome(rawValue: String($0)) }) else { return nil }
        self.init(outcome: outcome, code: halves.count == 2 ? String(halves[1]) : outcome.rawValue)
    }

    var description: String { code == outcome.rawValue ? code : "\(outcome.rawValue)/\(code)" }
}
