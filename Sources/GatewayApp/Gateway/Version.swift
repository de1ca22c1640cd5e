/// The version of this program: that of the newest section with a number in CHANGELOG.md, which a test compares. The
/// gateway reports it in `GET /diagnostics`, in its metrics and in the audit log.
package enum Version {
    package static let text = "0.1.0"

    /// The commit and its date. `git archive`, of which packages are built, replaces the text between the signs: see
    /// `export-subst` in .gitattributes.
    private static let archived = "$Format:%h, %cs$"

    /// The version with its commit, for `tomte --version`: "0.1.0 (1a2b3c4, 2026-11-26)".
    package static var withCommit: String {
        "\(text) (\(archived.hasPrefix("$") ? "built from a working tree" : archived))"
    }
}
