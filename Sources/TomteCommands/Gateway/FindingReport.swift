import GatewayWire

/// Formats findings: message, code and remedy.
enum FindingReport {
    static func lines(_ finding: FindingBody, limit: Int?) -> [StyledText] {
        let mark = HealthMark(finding.severity).symbol
        return WordWrap.lines("\(finding.message) (\(finding.code))", after: "\(mark) ", limit: limit)
            + (finding.remedy.isEmpty ? [] : WordWrap.lines(finding.remedy, after: "  → ", limit: limit))
    }

    static func worstFirst(_ findings: [FindingBody]) -> [FindingBody] {
        let marks: [HealthMark] = [.failing, .warning, .notice, .ok]
        return marks.flatMap { mark in findings.filter { HealthMark($0.severity) == mark } }
    }
}
