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
        case ask(ShellyRequest, Question)
        case done(ShellyDocument, configuration: Int?)
    }

    private static let maximumPages = 16

    private var open: Set<Question> = [.info, .configuration, .status]
    private var source: String?
    private var answers: [Question: JSONValue] = [:]
    private var added: [JSONValue] = []
    private var pages = 0

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
        case (.error, .components): break
        case (.error(let reason), _): throw .badPayload(reason, expected: "an answer to \(question.method)")
        case (.result(let result), .components):
            if let more = try hear(page: result) { return more }
        case (.result(let result), _): answers[question] = result
        }
        return try next()
    }

    private mutating func next() throws(DialectError) -> Progress {
        guard let info = answers[.info], let configuration = answers[.configuration], let status = answers[.status]
        else { return .waiting }
        // Firmware that knows such components says so here.
        if pages == 0, status["bthome"] != nil { return page(from: 0) }
        guard open.isEmpty else { return .waiting }
        let document = try ShellyDocument(
            info: info, configuration: configuration.adding(added.configurations),
            status: status.adding(added.statuses))
        let revision = status[path: ["sys", "cfg_rev"]] ?? configuration[path: ["sys", "cfg_rev"]]
        return .done(document, configuration: revision?.integer)
    }

    // MARK: Pages

    private mutating func page(from offset: Int) -> Progress {
        pages += 1
        open.insert(.components)
        let parameters: JSONObject = [
            "offset": .integer(Int64(offset)), "dynamic_only": true, "include": ["status", "config"],
        ]
        return .ask(ShellyRequest(method: Question.components.method, parameters: parameters), .components)
    }

    private mutating func hear(page result: JSONValue) throws(DialectError) -> Progress? {
        let page = try result.list(at: "components") ?? []
        added += page
        guard added.count <= ShellyDocument.maximumComponents else {
            throw .tooMany("components", limit: ShellyDocument.maximumComponents)
        }
        let total = result["total"]?.integer ?? 0
        guard total > added.count, !page.isEmpty, pages < Self.maximumPages else { return nil }
        return self.page(from: added.count)
    }
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
