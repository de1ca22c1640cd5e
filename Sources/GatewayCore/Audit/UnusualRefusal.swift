package import HomeModel

/// An unusual pattern of refusals, which the people who manage the home should see.
package struct UnusualRefusal: Hashable, Sendable {
    /// The property that makes refusals unusual.
    package enum Pattern: Hashable, Sendable {
        /// The number of refusals within ten minutes.
        case many(Int)
        /// A guest wanted something that their grants permit only at a very different time.
        case farFromWindow(target: String, away: Duration)
    }

    package let person: PersonID
    /// The client or token that the requests came from; nil for the console.
    package let client: ClientID?
    package let pattern: Pattern
}
