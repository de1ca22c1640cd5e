package import HomeModel

/// What was unusual about refusals, worth a word to whoever runs the home.
package struct UnusualRefusal: Hashable, Sendable {
    package enum Pattern: Hashable, Sendable {
        /// So many within ten minutes.
        case many(Int)
        /// A guest wanted what their grants permit at quite another time.
        case farFromWindow(target: String, away: Duration)
    }

    package let person: PersonID
    /// The client or the token by which they came; nil for the console.
    package let client: ClientID?
    package let pattern: Pattern
}
