import HomeModel

/// Shows the progress of a long operation: one changing line on a terminal, a new line now and then in other outputs.
struct ProgressLine {
    private static let barWidth = 24

    private let console: Console
    private let noun: String
    private let start: ContinuousClock.Instant
    private var shown: ContinuousClock.Instant?
    private var isOpen = false

    /// `noun` names the counted things, such as `rows`.
    init(_ noun: String, on console: Console = .errors, at start: ContinuousClock.Instant = .now) {
        self.noun = noun
        self.console = console
        self.start = start
    }

    /// Shows the progress, at most every 200 ms on a terminal and every 10 s in other outputs.
    mutating func update(count: Int, share: Double?, at now: ContinuousClock.Instant = .now) {
        update(share: share, at: now) { [noun] in Self.text(count, noun: noun, share: share, after: $0) }
    }

    /// The same with another text, which gets the time since the beginning.
    mutating func update(share: Double?, at now: ContinuousClock.Instant = .now, text: (Duration) -> String) {
        let pause = console.terminal.isInteractive ? Duration.milliseconds(200) : .seconds(10)
        guard now - (shown ?? start) >= pause else { return }
        shown = now
        let text = text(now - start)
        guard console.terminal.isInteractive else { return console.line(StyledText(text)) }
        let bar = share.map { Self.bar($0) + " " } ?? ""
        console.replaceLine(StyledText(bar + text).truncated(to: max(20, console.terminal.columns - 1)))
        isOpen = true
    }

    /// Erases the line on a terminal.
    mutating func end() {
        if isOpen { console.replaceLine("") }
        isOpen = false
    }

    /// `42 % · 1,204,000 rows · 310,000 a second · 4 min left`
    static func text(_ count: Int, noun: String, share: Double?, after elapsed: Duration) -> String {
        let seconds = max(elapsed / .seconds(1), 0.001)
        var pieces = ["\(CountText.text(count)) \(noun)", "\(CountText.text(Int(Double(count) / seconds))) a second"]
        if let share {
            pieces.insert("\(Int(share * 100)) %", at: 0)
            // Before that, the estimate is too inaccurate.
            if share > 0.01, share < 1, seconds > 1 {
                pieces.append("\(RelativeTime.text(.seconds(seconds * (1 - share) / share))) left")
            }
        }
        return pieces.joined(separator: " · ")
    }

    static func bar(_ share: Double) -> String {
        let filled = min(barWidth, max(0, Int(share * Double(barWidth))))
        return String(repeating: "█", count: filled) + String(repeating: "░", count: barWidth - filled)
    }
}

/// Formats counts for people.
enum CountText {
    /// `1,204,000`
    static func text(_ count: Int) -> String {
        var text = ""
        for (index, digit) in String(count.magnitude).reversed().enumerated() {
            if index > 0, index.isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return (count < 0 ? "-" : "") + String(text.reversed())
    }

    /// `1 reading`, `2 readings`, `3 entities`
    static func text(_ count: Int, one: String, many: String? = nil) -> String {
        "\(text(count)) \(count == 1 ? one : many ?? one + "s")"
    }
}
