/// The answer to a read or a write of characteristics.
///
/// Accessories differ: some give a status for each characteristic with 207, some one for all with 200, 207 or an error
/// of HTTP (`{"status":-70407}`), and some leave characteristics out.
package struct CharacteristicsAnswer: Hashable, Sendable {
    package let results: [CharacteristicID: CharacteristicResult]
    /// The status of the whole request; nil if the accessory gave none. A response 204 is a success.
    package let overall: HAPStatus?

    /// Throws `.refused` for an error of HTTP without a status in its body.
    package init(_ response: HAPResponse) throws(CharacteristicsFailure) {
        let isSuccess = (200...299).contains(response.status)
        guard response.status != 204, !(isSuccess && response.body.isEmpty) else {
            self.init(results: [:], overall: .success)
            return
        }
        let body: HomeKitJSON
        do throws(CharacteristicsFailure) {
            body = try CharacteristicsFailure.parse(response.body)
        } catch {
            throw isSuccess ? error : .refused(HAPRefusal(httpStatus: response.status))
        }
        let overall = body["status"]?.looseInteger.map { HAPStatus(code: $0) }
        let entries = body["characteristics"]?.elements
        guard entries != nil || overall != nil else {
            throw isSuccess ? .malformed : .refused(HAPRefusal(httpStatus: response.status))
        }
        var results: [CharacteristicID: CharacteristicResult] = [:]
        for entry in entries ?? [] {
            // The first entry of a characteristic counts.
            if let result = CharacteristicResult(entry), results[result.id] == nil { results[result.id] = result }
        }
        self.init(results: results, overall: overall)
    }

    private init(results: [CharacteristicID: CharacteristicResult], overall: HAPStatus?) {
        self.results = results
        self.overall = overall
    }

    /// The status of one characteristic: its own, else that of the whole request. Nil if the accessory said nothing of
    /// it, so that it is not known what became of it.
    package func status(of id: CharacteristicID) -> HAPStatus? { results[id]?.status ?? overall }
}
