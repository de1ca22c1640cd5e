/// A request for the values of characteristics: `GET /characteristics?id=1.2,1.3`.
package struct CharacteristicReadRequest: Hashable, Sendable {
    /// More ids make small accessories answer with `outOfResources`, and a long query overflows buffers.
    package static let maximumIDs = 49

    package let ids: [CharacteristicID]
    /// Whether the answer has the metadata, the permissions, the type, and the state of notifications.
    package var options: Options

    /// What the answer contains beside the values.
    package struct Options: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }
        package static let metadata = Options(rawValue: 1)
        package static let permissions = Options(rawValue: 2)
        package static let type = Options(rawValue: 4)
        package static let notifications = Options(rawValue: 8)

        fileprivate static let names: [(Options, String)] = [
            (.metadata, "meta"), (.permissions, "perms"), (.type, "type"), (.notifications, "ev"),
        ]
    }

    private init(ids: [CharacteristicID], options: Options) {
        self.ids = ids
        self.options = options
    }

    /// The requests that read these characteristics, each with at most 49 of them, in their order.
    package static func batches(
        of ids: [CharacteristicID], options: Options = []
    ) -> [CharacteristicReadRequest] {
        stride(from: 0, to: ids.count, by: maximumIDs).map { start in
            CharacteristicReadRequest(ids: Array(ids[start...].prefix(maximumIDs)), options: options)
        }
    }

    package var request: HAPRequest {
        var target = "\(HAPEndpoint.characteristics.rawValue)?id=\(ids.map(\.description).joined(separator: ","))"
        for (option, name) in Options.names where options.contains(option) { target += "&\(name)=1" }
        return HAPRequest(method: "GET", target: target)
    }

    /// Reads a request, for simulated accessories; nil unless it has ids.
    package init?(_ request: HAPRequest) {
        guard request.method == "GET", HAPEndpoint(request) == .characteristics else { return nil }
        let query = request.target.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        var fields: [Substring: Substring] = [:]
        for field in query.split(separator: "&") {
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2, fields[parts[0]] == nil { fields[parts[0]] = parts[1] }
        }
        let texts = (fields["id"] ?? "").replacing("%2C", with: ",").split(separator: ",")
        let ids = texts.compactMap { CharacteristicID($0) }
        guard !ids.isEmpty, ids.count == texts.count else { return nil }
        let options = Options.names.filter { fields[Substring($0.1)] == "1" || fields[Substring($0.1)] == "true" }
        self.init(ids: ids, options: options.reduce(into: []) { $0.insert($1.0) })
    }
}
