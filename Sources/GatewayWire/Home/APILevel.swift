/// The level of the API. Raise `current` when a client must change to keep working, and `oldestSupported` when the gateway
/// stops to support clients of a level. Our own clients state the level that they were made for in each request; a program
/// of other people that states none is never refused for its age.
package enum APILevel {
    package static let current = 1
    package static let oldestSupported = 1
    /// The header field of a request with the level of the client.
    package static let headerField = "Tomte-API-Level"
    /// The code of the problem for a client that is too old.
    package static let problemCode = "clientTooOld"
}
