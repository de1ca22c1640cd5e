import Foundation

/// All figures of one run, and the machine on which it ran.
struct Report: Codable, Sendable {
    let machine: Machine
    let figures: [Figure]
    let seconds: Double

    init(machine: Machine, figures: [Figure], took: Duration) {
        self.machine = machine
        self.figures = figures
        seconds = took / .seconds(1)
    }

    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    func table() -> String {
        let header = ["figure", "measured", "goal", "baseline of the same run", "ratio", ""]
        let rows = [header] + figures.map(\.cells)
        let widths = header.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        let lines = rows.map { row in
            zip(row, widths).map { $0.padding(to: $1) }.joined(separator: "  ").trimmingSuffix(" ")
        }
        let notes = figures.compactMap { figure in figure.note.map { "\(figure.name): \($0)" } }
        let rule = String(repeating: "─", count: widths.reduce(0, +) + 2 * (widths.count - 1))
        return ([machine.sentence(took: seconds), "", lines[0], rule] + lines.dropFirst() + [""] + notes)
            .joined(separator: "\n")
    }
}

extension Figure {
    fileprivate var cells: [String] {
        [
            name, "\(values.text) \(unit)", goals.map(\.text).joined(separator: ", "),
            baseline.map { "\($0.what) \($0.values.text)" } ?? "–",
            ratio.map { "\($0.brief)×" } ?? "–", isMet.map { $0 ? "met" : "NOT MET" } ?? "–",
        ]
    }
}

extension Goal {
    fileprivate var text: String {
        let subject = isRatio ? "ratio " : value.isEmpty ? "" : "\(value) "
        return "\(subject)\(isUpperBound ? "≤" : "≥") \(bound.brief)"
    }
}

extension [Figure.Value] {
    fileprivate var text: String {
        map { $0.name.isEmpty ? $0.number.brief : "\($0.name) \($0.number.brief)" }.joined(separator: "  ")
    }
}

extension Double {
    /// Three significant digits; a whole number has no digits behind the point.
    var brief: String {
        let digits = abs(self) >= 100 || self == rounded() ? 0 : abs(self) >= 10 ? 1 : 2
        return formatted(
            .number.precision(.fractionLength(digits)).grouping(.automatic).locale(Locale(identifier: "en_US")))
    }
}

extension String {
    func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

    fileprivate func trimmingSuffix(_ character: Character) -> String {
        var text = self[...]
        while text.last == character { text.removeLast() }
        return String(text)
    }
}
