import GatewayWire
import HomeModel

/// Makes the findings of `tomte setup`, in the form of the findings of a health check. The severity `ok` is a check that
/// passed.
enum SetupFinding {
    static let subsystem = "setup"

    static func ok(_ code: String, message: String) -> FindingBody {
        finding(code, severity: .ok, message: message, remedy: "")
    }

    static func notice(_ code: String, message: String, remedy: String) -> FindingBody {
        finding(code, severity: .notice, message: message, remedy: remedy)
    }

    static func warning(_ code: String, message: String, remedy: String) -> FindingBody {
        finding(code, severity: .warning, message: message, remedy: remedy)
    }

    static func failing(_ code: String, message: String, remedy: String) -> FindingBody {
        finding(code, severity: .failing, message: message, remedy: remedy)
    }

    private static func finding(
        _ code: String, severity: HealthMark, message: String, remedy: String
    ) -> FindingBody {
        FindingBody(
            code: "setup.\(code)", severity: severity.rawValue, subsystem: subsystem, message: message, remedy: remedy)
    }
}

/// The findings so far. In text form each is printed at once, because the checks take seconds.
struct SetupReport {
    private(set) var findings: [FindingBody] = []
    private let console: Console?

    /// - Parameter console: where findings are printed; nil for none.
    init(console: Console?) { self.console = console }

    mutating func add(_ more: [FindingBody]) {
        findings += more
        guard let console else { return }
        for finding in more { console.lines(Self.lines(finding, limit: console.terminal.lineLimit)) }
    }

    var isFailing: Bool { findings.contains { HealthMark($0.severity) == .failing } }

    /// The message, then what to do.
    static func lines(_ finding: FindingBody, limit: Int?) -> [StyledText] {
        let message = WordWrap.lines(finding.message, after: "\(HealthMark(finding.severity).symbol) ", limit: limit)
        return message + FindingReport.remedyLines(finding.remedy, limit: limit)
    }
}
