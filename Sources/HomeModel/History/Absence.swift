/// A period in which the gateway did not run, and devices published messages.
///
/// The broker kept these messages. Readings of a device that sends no time of its own are stored from `to` on, in the
/// order in which they were published: when each of them was measured is not known.
package struct Absence: Hashable, Sendable, Codable {
    /// A shorter absence is not recorded.
    package static let shortest = Duration.seconds(2)

    /// The last moment at which the gateway is known to have run.
    package let from: Timestamp
    /// The moment at which the gateway received the first message that was published in this period.
    package let to: Timestamp

    package init(from: Timestamp, to: Timestamp) {
        self.from = from
        self.to = to
    }
}
