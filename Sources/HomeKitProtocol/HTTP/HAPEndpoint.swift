/// The paths of an accessory, and the requests that a controller sends to them.
package enum HAPEndpoint: String, Hashable, Sendable, CaseIterable {
    case pairSetup = "/pair-setup"
    case pairVerify = "/pair-verify"
    case pairings = "/pairings"
    case accessories = "/accessories"
    case characteristics = "/characteristics"
    case prepare = "/prepare"
    case identify = "/identify"

    /// The endpoint of a request; nil for another path.
    package init?(_ request: HAPRequest) { self.init(rawValue: request.path) }

    /// A request with a pairing message for `pairSetup`, `pairVerify` or `pairings`.
    package func pairingRequest(body: [UInt8]) -> HAPRequest {
        HAPRequest(method: "POST", target: rawValue, contentType: .pairing, body: body)
    }

    /// The request for the accessory database.
    package static var databaseRequest: HAPRequest { HAPRequest(method: "GET", target: accessories.rawValue) }

    /// The request that makes an accessory show itself before it is paired. Afterwards it answers with an error, and
    /// the characteristic *Identify* does the same.
    package static var identifyRequest: HAPRequest { HAPRequest(method: "POST", target: identify.rawValue) }
}
