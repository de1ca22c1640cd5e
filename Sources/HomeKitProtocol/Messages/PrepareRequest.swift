/// The announcement of a timed write: `PUT /prepare`. The write with the same `pid` must arrive within the time, or the
/// accessory answers it with `invalidValue`.
package struct PrepareRequest: Hashable, Sendable {
    package let pid: UInt64
    package let milliseconds: UInt64

    package init(pid: UInt64, milliseconds: UInt64) {
        self.pid = pid
        self.milliseconds = milliseconds
    }

    /// A fresh id: an integer of 31 bits, which accessories of every kind can store. Zero is not used, because
    /// HAP-NodeJS takes it for no id.
    package static func randomPID(using generator: inout some RandomNumberGenerator) -> UInt64 {
        UInt64.random(in: 1...0x7FFF_FFFF, using: &generator)
    }

    package var request: HAPRequest {
        HAPRequest(
            method: "PUT", target: HAPEndpoint.prepare.rawValue, contentType: .json,
            body: HomeKitJSONWriter.object([
                ("ttl", CharacteristicID.json(milliseconds)), ("pid", CharacteristicID.json(pid)),
            ]))
    }

    /// Reads a request, for simulated accessories.
    package init(_ request: HAPRequest) throws(CharacteristicsFailure) {
        let body = try CharacteristicsFailure.parse(request.body)
        guard let pid = body["pid"]?.looseID, let milliseconds = body["ttl"]?.looseID else { throw .malformed }
        self.init(pid: pid, milliseconds: milliseconds)
    }

    /// The status in an answer to this request.
    package static func status(in response: HAPResponse) throws(CharacteristicsFailure) -> HAPStatus {
        try CharacteristicsAnswer(response).overall ?? .success
    }
}
