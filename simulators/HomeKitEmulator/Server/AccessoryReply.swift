import HomeKitProtocol

/// The answer to one request, and what it means for its connection.
struct AccessoryReply {
    let response: HAPResponse
    var framing = HAPResponse.Framing.length
    /// The keys with which all bytes after the answer are encrypted; nil if nothing changes.
    var keys: SessionKeys?
    /// Whether the sessions of controllers without a pairing end after the answer.
    var endsRemovedSessions = false

    init(_ response: HAPResponse) { self.response = response }

    /// The answer to a request that the accessory does not have.
    init(httpStatus: Int) { self.init(HAPResponse(status: httpStatus)) }

    /// An answer with a pairing message.
    init(pairing body: [UInt8]) { self.init(HAPResponse(status: 200, contentType: .pairing, body: body)) }
}
