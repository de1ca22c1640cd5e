import HomeModel

/// What a device is asked to say of itself, until all of it was answered.
struct ShellyInquiry: Sendable {
    /// Each has an id of its own, so that answers tell which question they are to.
    enum Question: Int64, Sendable, CaseIterable {
        case info, configuration, status
        /// What a person added: Bluetooth devices, values. In pages.
        case components

        var id: Int64 { ShellyRequest.firstOwnID + rawValue }

        init?(id: Int64) {
            guard id >= ShellyRequest.firstOwnID else { return nil }
            self.init(rawValue: id - ShellyRequest.firstOwnID)
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

    /// What it takes to go on.
    enum Progress: Sendable {
        case waiting
        /// `known` is what the answers so far say of the device.
        case ask(ShellyRequest, Question, known: ShellyDocument)
        case done(ShellyDocument, configuration: Int?)
        /// The device refused to list the rest of its components.
        case cut(ShellyDocument, InertText)
    }

    private static let maximumPages = 64

    private var open: Set<Question> = [.info, .configuration, .status]
    private var source: String?
    private var answers: [Question: JSONValue] = [:]
    private var added: [JSONValue] = []
    private var pages = 0
    /// How many components the device has announced beyond those in `added`.
    private var unlisted = 0

    static let opening = [Question.info, .configuration, .status]

    /// Whether the device may not have heard a thing.
    var isUnanswered: Bool { source == nil }

    func awaits(_ question: Question) -> Bool { open.contains(question) }

    /// Throws what makes the whole inquiry worthless.
    mutating func hear(_ reply: ShellyReply, to question: Question) throws(DialectError) -> Progress {
        guard source == nil || source == reply.source else {
            throw .badField("src", expected: "one device’s: two answer below this root")
        }
        source = reply.source
        open.remove(question)
        switch (reply.outcome, question) {
        // Firmware without this method refuses the first page. A refusal of a later page leaves the list incomplete.
        case (.error(let reason), .components) where !added.isEmpty: return .cut(try document(), reason)
        case (.error, .components): break
        case (.error(let reason), _): throw .badPayload(reason, expected: "an answer to \(question.method)")
        case (.result(let result), .components):
            guard isDue(page: result) else {
                open.insert(.components)
                return .waiting
            }
            if let offset = try hear(page: result) { return try page(from: offset) }
        case (.result(let result), _): answers[question] = result
        }
        return try next()
    }

    private mutating func next() throws(DialectError) -> Progress {
        guard Self.opening.allSatisfy({ answers[$0] != nil }) else { return .waiting }
        let document = try document()
        // Firmware that knows such components says so here.
        if pages == 0, answers[.status]?["bthome"] != nil { return try page(from: 0) }
        guard open.isEmpty else { return .waiting }
        let revisions = [Question.status, .configuration].compactMap { answers[$0]?[path: ["sys", "cfg_rev"]] }
        return .done(document, configuration: revisions.first?.integer)
    }

    /// Of the answers so far.
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
        return .ask(request, .components, known: try document())
    }

    /// Whether a page follows the pages before it. An answer to an earlier inquiry, which has the same id, does not.
    private func isDue(page result: JSONValue) -> Bool { (result["offset"]?.integer ?? added.count) == added.count }

    /// Adds a page; returns where the next one begins, or nil after the last.
    private mutating func hear(page result: JSONValue) throws(DialectError) -> Int? {
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
    /// A status or configuration, with components that are listed apart.
    fileprivate func adding(_ components: [JSONObject.Member]) -> JSONValue {
        components.isEmpty ? self : .object(JSONObject((members ?? []) + components))
    }
}

/// Components as `Shelly.GetComponents` lists them.
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
