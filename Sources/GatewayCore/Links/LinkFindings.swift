package import HomeModel

/// The findings on the links' networks since the start, until they are cleared.
package actor LinkFindings {
    /// The limit of findings. Each topic has one: the latest of the most important ones. When a flood of topics exceeds
    /// the limit, the least important finding is dropped.
    package static let most = 256
    /// The limit for each root, so that no device can hide the findings of others, or hide a dangerous finding behind
    /// harmless ones.
    package static let mostPerRoot = 32

    /// A finding with its id, the number of times it was found, and the last time.
    package struct Entry: Hashable, Sendable {
        package let id: FindingID
        package fileprivate(set) var finding: LinkFinding
        package fileprivate(set) var count: Int
        package fileprivate(set) var lastSeen: Timestamp

        package init(id: FindingID, finding: LinkFinding, count: Int, lastSeen: Timestamp) {
            (self.id, self.finding, self.count, self.lastSeen) = (id, finding, count, lastSeen)
        }
    }

    private var byTopic: [String: Entry] = [:]
    private var idsGiven = 0
    /// How often each code was found.
    package private(set) var counts: [String: Int] = [:]
    private var lastLogged: [String: Timestamp] = [:]

    package init() {}

    /// All findings: dangerous ones first, then the latest.
    package var all: [Entry] {
        byTopic.values.sorted { left, right in
            if left.finding.isDangerous != right.finding.isDangerous { return left.finding.isDangerous }
            return (right.lastSeen, left.finding.topic) < (left.lastSeen, right.finding.topic)
        }
    }

    package func entry(_ id: FindingID) -> Entry? { byTopic.values.first { $0.id == id } }

    /// Counts a finding, and returns true when its code should be logged again.
    func note(_ finding: LinkFinding, at now: Timestamp) -> Bool {
        counts[finding.code, default: 0] += 1
        var entry = byTopic[finding.topic] ?? fresh(finding, at: now)
        if finding.isDangerous || !entry.finding.isDangerous { entry.finding = finding }
        entry.count += 1
        entry.lastSeen = now
        byTopic[finding.topic] = entry
        if let last = lastLogged[finding.code], now - last < .seconds(60) { return false }
        lastLogged[finding.code] = now
        return true
    }

    func forget(_ id: FindingID) { byTopic = byTopic.filter { $0.value.id != id } }

    private func fresh(_ finding: LinkFinding, at now: Timestamp) -> Entry {
        evictLeastImportant(for: finding)
        idsGiven += 1
        let id = FindingID("f\(idsGiven)") ?? FindingID("f" as StaticString)
        return Entry(id: id, finding: finding, count: 0, lastSeen: now)
    }

    private func evictLeastImportant(for finding: LinkFinding) {
        let siblings = byTopic.values.filter { $0.finding.root == finding.root }
        let crowd =
            siblings.count >= Self.mostPerRoot ? siblings : byTopic.count >= Self.most ? Array(byTopic.values) : []
        if let least = crowd.min(by: Self.matters(_:less:)) { byTopic[least.finding.topic] = nil }
    }

    private static func matters(_ left: Entry, less right: Entry) -> Bool {
        if left.finding.isDangerous != right.finding.isDangerous { return right.finding.isDangerous }
        return left.lastSeen < right.lastSeen
    }
}
