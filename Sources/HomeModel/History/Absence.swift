/// A time in which the gateway did not run, and devices published.
///
/// The broker kept what they published. A device that writes no time of its own has those readings from `to` on, in the
/// order in which they were published: when each of them was measured is not known.
package struct Absence: Hashable, Sendable, Codable {
    /// A shorter absence is not noted.
    package static let shortest = Duration.seconds(2)

    /// The last moment at which the gateway is known to have run.
    package let from: Timestamp
    /// When it took in the first of what was published meanwhile.
    package let to: Timestamp

    package init(from: Timestamp, to: Timestamp) {
        self.from = from
        self.to = to
    }
}
