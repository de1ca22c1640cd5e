package import HomeModel

/// The findings on the links' networks since the start, until they are cleared.
package actor LinkFindings {
    /// The limit of findings. Each location has one: the latest of the most important ones. When a flood of locations
    /// exceeds the limit, the least important finding is dropped.
    package static let most = 256
    /// The limit for each root, so that no device can hide the findings of others, or hide a dangerous finding behind
    /// harmless ones.
    package static let mostPerRoot = 32

    /// A finding with its id, the number of times it was found, and the last time.
    package struct Entry: Hashable, Sendable {
        package fileprivate(set) var id: FindingID
        package fileprivate(set) var finding: LinkFinding
        package fileprivate(set) var count: Int
        package fileprivate(set) var lastSeen: Timestamp

        package init(id: FindingID, finding: LinkFinding, count: Int, lastSeen: Timestamp) {
            (self.id, self.finding, self.count, self.lastSeen) = (id, finding, count, lastSeen)
        }
    }

    private var byKey: [Key: Entry] = [:]
    private var idsGiven = 0
    /// How often each code was found.
    package private(set) var counts: [String: Int] = [:]
    private var lastLogged: [String: Timestamp] = [:]

    package init() {}

    /// What identifies an entry: links may use the same texts for locations of their networks.
    private struct Key: Hashable {
        let source: LinkFinding.Source
        let location: LinkFinding.Location

        init(_ finding: LinkFinding) { (source, location) = (finding.source, finding.location) }
    }

    /// All findings: dangerous ones first, then the latest.
    package var all: [Entry] {
        byKey.values.sorted { left, right in
            if left.finding.isDangerous != right.finding.isDangerous { return left.finding.isDangerous }
            return (right.lastSeen, left.finding.location.text) < (left.lastSeen, right.finding.location.text)
        }
    }

    package func entry(_ id: FindingID) -> Entry? { byKey.values.first { $0.id == id } }

    /// Counts a finding, and returns true when its code should be logged again.
    func note(_ finding: LinkFinding, at now: Timestamp) -> Bool {
        counts[finding.code, default: 0] += 1
        var entry = byKey[Key(finding)] ?? fresh(finding, at: now)
        if finding.isDangerous || !entry.finding.isDangerous {
            // A person who clears the former id has not seen the new subjects.
            if finding.subjects != entry.finding.subjects { entry.id = freshID() }
            entry.finding = finding
        }
        entry.count += 1
        entry.lastSeen = now
        byKey[Key(finding)] = entry
        if let last = lastLogged[finding.code], now - last < .seconds(60) { return false }
        lastLogged[finding.code] = now
        return true
    }

    func forget(_ id: FindingID) { byKey = byKey.filter { $0.value.id != id } }

    private func fresh(_ finding: LinkFinding, at now: Timestamp) -> Entry {
        evictLeastImportant(for: finding)
        return Entry(id: freshID(), finding: finding, count: 0, lastSeen: now)
    }

    private func freshID() -> FindingID {
        idsGiven += 1
        return FindingID("f\(idsGiven)") ?? FindingID("f" as StaticString)
    }

    private func evictLeastImportant(for finding: LinkFinding) {
        let all = Array(byKey.values)
        let siblings = all.filter {
            $0.finding.source == finding.source && $0.finding.location.root == finding.location.root
        }
        let crowd = siblings.count >= Self.mostPerRoot ? siblings : all.count >= Self.most ? all : []
        if let least = crowd.min(by: Self.matters(_:less:)) { byKey[Key(least.finding)] = nil }
    }

    private static func matters(_ left: Entry, less right: Entry) -> Bool {
        if left.finding.isDangerous != right.finding.isDangerous { return right.finding.isDangerous }
        return left.lastSeen < right.lastSeen
    }
}
