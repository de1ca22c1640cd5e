/// The reason why a session cannot go on. Its connection must be closed: a frame that is lost or changed puts the
/// counters of both sides out of step for ever.
package enum FrameError: Error, Hashable, Sendable {
    case frameTooLong(length: Int, limit: Int)
    /// A frame was changed, replayed, out of step, or encrypted with another key.
    case wrongTag
    /// The direction has used all numbers of its counter.
    case counterExhausted
    /// An earlier call threw an error.
    case sessionEnded
    /// The cryptographic library failed.
    case cryptography
}
