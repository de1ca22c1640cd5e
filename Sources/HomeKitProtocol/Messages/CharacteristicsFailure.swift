/// The reason why a message about characteristics cannot be read, or was refused as a whole.
package enum CharacteristicsFailure: Error, Hashable, Sendable {
    case json(HomeKitJSONError)
    /// The JSON has not the members that it must have.
    case malformed
    /// The accessory refused the request with a status of HTTP alone.
    case refused(HAPRefusal)

    static func parse(_ body: [UInt8]) throws(CharacteristicsFailure) -> HomeKitJSON {
        do throws(HomeKitJSONError) {
            return try HomeKitJSONParser.parse(body, limits: .characteristics)
        } catch {
            throw .json(error)
        }
    }
}
