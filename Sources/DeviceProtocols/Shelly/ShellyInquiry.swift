import HomeModel

/// The queries for the description of a device and the replies so far.
struct ShellyInquiry: Sendable {
    /// Each question has an id of its own, which the reply repeats.
    enum Question: Int64, Sendable, CaseIterable {
        case info, configuration, status
        /// Components that a person added, such as Bluetooth devices and values. The device lists them in pages.
        case components

        var id: Int64 { ShellyRequest.firstDiscoveryID + rawValue }

        init?(id: Int64) {
            guard id >= ShellyRequest.firstDiscoveryID else { return nil }
            self.init(rawValue: id - ShellyRequest.firstDiscoveryID)
        }

        var method: String {
            switch self {
            case .info: "Shelly.GetDeviceInfo"
            case .configuration: "Shelly.GetConfig"
            case .status: "Shelly.GetStatus"
            case .components: "Shelly.GetComponents"
            }
        }
    }

    /// The result of a reply.
    enum Progress: Sendable {
        case waiting
        /// `known` is the description from the replies so far.
        case query(ShellyRequest, Question, known: ShellyDocument)
        case done(ShellyDocument, configuration: Int?)
        /// The device refused to list the rest of its components; contains the description so far and the reason.
        case incomplete(ShellyDocument, EscapedText)
    }

    private static let maximumPages = 64

    private var open: Set<Question> = [.info, .configuration, .status]
    private var source: String?
    private var answers: [Question: JSONValue] = [:]
    private var added: [JSONValue] = []
    private var pages = 0
    /// The number of components that the device has beyond those in `added`.
    private var unlisted = 0

    static let opening = [Question.info, .configuration, .status]

    /// Whether no reply has arrived, so that the device may not have received the queries.
    var isUnanswered: Bool { source == nil }

    func awaits(_ question: Question) -> Bool { open.contains(question) }

    /// Processes a reply. Throws if the whole inquiry cannot succeed.
    mutating func receive(_ reply: ShellyReply, to question: Question) throws(DialectError) -> Progress {
        guard source == nil || source == reply.source else {
            throw .badField("src", expected: "the same in all replies: two devices reply below this root")
        }
        source = reply.source
        open.remove(question)
        switch (reply.outcome, question) {
        // Firmware without this method refuses the first page. A refusal of a later page leaves the list incomplete.
        case (.error(let reason), .components) where !added.isEmpty: return .incomplete(try document(), reason)
        case (.error, .components): break
        case (.error(let reason), _): throw .badPayload(reason, expected: "an answer to \(question.method)")
        case (.result(let result), .components):
            guard isDue(page: result) else {
                open.insert(.components)
                return .waiting
            }
            if let offset = try receive(page: result) { return try page(from: offset) }
        case (.result(let result), _): answers[question] = result
        }
        return try next()
    }

    private mutating func next() throws(DialectError) -> Progress {
        guard Self.opening.allSatisfy({ answers[$0] != nil }) else { return .waiting }
        let document = try document()
        // Only firmware with such components has this member.
        if pages == 0, answers[.status]?["bthome"] != nil { return try page(from: 0) }
        guard open.isEmpty else { return .waiting }
        let revisions = [Question.status, .configuration].compactMap { answers[$0]?[path: ["sys", "cfg_rev"]] }
        return .done(document, configuration: revisions.first?.integer)
    }

    /// The description from the replies so far.
    private func document() throws(DialectError) -> ShellyDocument {
        let (configuration, status) = (answers[.configuration] ?? .null, answers[.status] ?? .null)
        return try ShellyDocument(
            info: answers[.info] ?? .null, configuration: configuration.adding(added.configurations),
            status: status.adding(added.statuses), unlisted: unlisted)
    }

    // MARK: Pages

    private mutating func page(from offset: Int) throws(DialectError) -> Progress {
        pages += 1
        open.insert(.components)
        let parameters: JSONObject = [
            "offset": .integer(Int64(offset)), "dynamic_only": true, "include": ["status", "config"],
        ]
        let request = ShellyRequest(method: Question.components.method, parameters: parameters)
        return .query(request, .components, known: try document())
    }

    /// Whether the page is the next one. A reply to an earlier inquiry has the same id but another offset.
    private func isDue(page result: JSONValue) -> Bool { (result["offset"]?.integer ?? added.count) == added.count }

    /// Adds a page. Returns the offset of the next one, or nil after the last.
    private mutating func receive(page result: JSONValue) throws(DialectError) -> Int? {
        let page = try result.list(at: "components") ?? []
        let room = ShellyDocument.maximumComponents - added.count
        added += page.prefix(room)
        let total = min(max(result["total"]?.integer ?? 0, added.count), Self.maximumTotal)
        guard total > added.count, !page.isEmpty, page.count <= room, pages < Self.maximumPages else {
            unlisted = total - added.count
            return nil
        }
        return added.count
    }

    private static let maximumTotal = 10_000
}

extension JSONValue {
    /// Adds separately listed components to a status or configuration.
    fileprivate func adding(_ components: [JSONObject.Member]) -> JSONValue {
        components.isEmpty ? self : .object(JSONObject((members ?? []) + components))
    }
}

/// Components in the form of `Shelly.GetComponents`.
extension [JSONValue] {
    var statuses: [JSONObject.Member] { members("status") }
    var configurations: [JSONObject.Member] { members("config") }

    private func members(_ field: String) -> [JSONObject.Member] {
        compactMap { component in
            guard let key = component["key"]?.text, let value = component[field] else { return nil }
            return JSONObject.Member(key: key, value: value)
        }
    }
}
