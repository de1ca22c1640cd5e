import HomeModel

/// Every topic on which a device speaks, and who reads it.
struct TasmotaTopicList {
    private(set) var topics: [HeardTopic] = []

    init(_ config: TasmotaConfig, _ points: [TasmotaPoint]) {
        let (report, answer) = (config.topics.report, config.topics.answer)
        let presence = TasmotaPresence(
            online: config.online, offline: config.offline, whenOffline: config.sleepsDeeply ? .sleeping : .lost)
        topics.append(HeardTopic(report + "LWT", lanes: [.control], reader: presence))
        let state = Self.fields(points) { if case .state(let path) = $0 { path } else { nil } }
        let power = Self.fields(points) { if case .power(let path) = $0 { path } else { nil } }
        let sensor = Self.fields(points) { if case .sensor(let path) = $0 { path } else { nil } }
        let result = Self.fields(points) { if case .result(let path) = $0 { path } else { nil } }
        let goals = Self.fields(points) { if case .goal(let path) = $0 { path } else { nil } }
        add(report + "STATE", nil, state + power)
        add(answer + "STATUS11", "StatusSTS", state + power)
        add(report + "SENSOR", nil, sensor)
        add(answer + "STATUS8", "StatusSNS", sensor)
        add(answer + "STATUS10", "StatusSNS", sensor)
        let answers = TasmotaResult(
            fields: TasmotaFields(state + result), powers: TasmotaFields(power), goals: TasmotaFields(goals))
        let lanes = TasmotaFields(state + result + power).lanes.union([.control])
        topics.append(HeardTopic(answer + "RESULT", lanes: lanes, reader: answers))
        for point in points {
            for case .topic(let name) in point.places {
                let field = TasmotaField(
                    path: TasmotaPath([]), binding: point.binding, spelling: point.spelling)
                topics.append(
                    HeardTopic(answer + name, lanes: TasmotaFields([field]).lanes, reader: TasmotaPlain(field: field)))
            }
        }
    }

    private mutating func add(_ topic: String, _ wrapper: String?, _ fields: [TasmotaField]) {
        guard !fields.isEmpty else { return }
        let fields = TasmotaFields(fields)
        topics.append(
            HeardTopic(topic, lanes: fields.lanes, reader: TasmotaDocument(wrapper: wrapper, fields: fields)))
    }

    private static func fields(
        _ points: [TasmotaPoint], at place: (TasmotaPlace) -> TasmotaPath?
    ) -> [TasmotaField] {
        points.flatMap { point in
            point.places.compactMap(place).map {
                TasmotaField(path: $0, binding: point.binding, spelling: point.spelling)
            }
        }
    }
}
