extension HAPResponse {
    /// The pairing message in this response.
    ///
    /// HAP-NodeJS reports pairing errors with the status 400 and a message in the body, so that the status decides only
    /// if there is no body. Throws `HAPRefusal` then.
    package func pairingBody() throws(HAPRefusal) -> [UInt8] {
        let isPairing = headers.value(of: "Content-Type")?.lowercased().hasPrefix(HAPContentType.pairing.rawValue)
        guard (200...299).contains(status) || isPairing == true, !body.isEmpty else {
            throw HAPRefusal(httpStatus: status)
        }
        return body
    }
}
