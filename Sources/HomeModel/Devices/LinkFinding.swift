/// A problem that a link found on its network, such as an announcement that breaks a rule, or a device that acts in the
/// name of another. The link supplies all texts.
package struct LinkFinding: Hashable, Sendable {
    /// The link that found the problem.
    package struct Source: Hashable, Sendable {
        /// The name of the link. No two links of a gateway have the same.
        package let name: String
        /// The key under which the audit log stores locations. Stored entries have it, so it must not change.
        package let auditKey: String
        /// The key of locations in log lines.
        package let logKey: String

        package init(name: String, auditKey: String, logKey: String) {
            self.name = name
            self.auditKey = auditKey
            self.logKey = logKey
        }
    }

    /// Where on its network a link found the problem.
    package struct Location: Hashable, Sendable {
        /// The location in the terms of the network, exactly as it was received.
        package let text: String
        /// The part of the network in which only one device can cause findings, such as its `LinkAddress.root`.
        package let root: String

        package init(text: String, root: String) {
            self.text = text
            self.root = root
        }
    }

    package let source: Source
    package let location: Location
    /// A stable code for counters.
    package let code: String
    /// One sentence for people.
    package let detail: String
    /// Whether it may be an attack, or may cause a movement without a command.
    package let isDangerous: Bool
    /// Whether the network retains it and nothing useful would be lost with it, so that it can be cleared there.
    package let isKept: Bool
    /// What the finding is about, in terms of the link, such as each controller that it counts. A person who clears the
    /// finding has seen these, and no others.
    package let subjects: Set<String>

    package init(
        source: Source, location: Location, code: String, detail: String, isDangerous: Bool, isKept: Bool,
        subjects: Set<String> = []
    ) {
        self.source = source
        self.location = location
        self.code = code
        self.detail = detail
        self.isDangerous = isDangerous
        self.isKept = isKept
        self.subjects = subjects
    }
}

package typealias FindingID = Identifier<LinkFinding>
