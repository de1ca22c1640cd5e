/// A request that changes characteristics: `PUT /characteristics`.
package struct CharacteristicWriteRequest: Hashable, Sendable {
    package let writes: [CharacteristicWrite]
    /// The id of the timed write that `PrepareRequest` announced; nil for an ordinary write.
    package let pid: UInt64?

    package init(writes: [CharacteristicWrite], pid: UInt64? = nil) {
        self.writes = writes
        self.pid = pid
    }

    package var request: HAPRequest {
        let timed = pid.map { [("pid", CharacteristicID.json($0))] } ?? []
        return HAPRequest(
            method: "PUT", target: HAPEndpoint.characteristics.rawValue, contentType: .json,
            body: HomeKitJSONWriter.objects(writes.map(\.members), key: "characteristics", then: timed))
    }

    /// Reads a request, for simulated accessories. Throws `.malformed` unless every entry has its ids.
    package init(_ request: HAPRequest) throws(CharacteristicsFailure) {
        let body = try CharacteristicsFailure.parse(request.body)
        guard let entries = body["characteristics"]?.elements, !entries.isEmpty else { throw .malformed }
        let writes = entries.compactMap { CharacteristicWrite($0) }
        guard writes.count == entries.count else { throw .malformed }
        self.init(writes: writes, pid: body["pid"]?.looseID)
    }
}
