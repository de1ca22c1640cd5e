/// The clock by which the data of a withdrawn consent may be deleted.
enum AcceptedClock: Sendable {
    /// A synchronised clock that is not far ahead of the last run of retention.
    case plausible
    /// A synchronised clock: an owner asks now, and has just seen what is deleted by it.
    case synchronised
    /// The present clock, whatever it is: a person has confirmed it for a run of retention.
    case confirmed
}
