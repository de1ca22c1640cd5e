/// The answers and events of simulated accessories.
extension [CharacteristicResult] {
    /// The answer to a read: 200 without statuses if all succeeded, else 207 with a status for each.
    package func readResponse() -> HAPResponse {
        let hasFailure = contains { $0.status != .success }
        return HAPResponse(
            status: hasFailure ? 207 : 200, contentType: .json, body: body(hasStatus: hasFailure))
    }

    /// The answer to a write: 204 if all succeeded and none returns a value, else 207 with a status for each.
    package func writeResponse() -> HAPResponse {
        guard contains(where: { $0.status != .success || $0.value != nil }) else { return HAPResponse(status: 204) }
        return HAPResponse(status: 207, contentType: .json, body: body(hasStatus: true))
    }

    /// An event with these values.
    package func event() -> HAPResponse {
        HAPResponse(kind: .event, status: 200, contentType: .json, body: body(hasStatus: false))
    }

    private func body(hasStatus: Bool) -> [UInt8] {
        HomeKitJSONWriter.objects(map { $0.members(hasStatus: hasStatus) }, key: "characteristics")
    }
}
