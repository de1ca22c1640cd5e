import HomeModel

/// All topics on which a device publishes, with their readers.
struct TasmotaTopicList {
    private(set) var topics: [DeviceTopic] = []

    init(_ config: TasmotaConfig, points: [TasmotaBinding]) {
        let (report, answer) = (config.topics.report, config.topics.answer)
        let presence = TasmotaAvailabilityDecoder(
            online: config.online, offline: config.offline, whenOffline: config.sleepsDeeply ? .sleeping : .lost)
        topics.append(DeviceTopic(report + "LWT", lanes: [.control], decoder: presence))
        let state = Self.fields(points) { if case .state(let path) = $0 { path } else { nil } }
        let power = Self.fields(points) { if case .power(let path) = $0 { path } else { nil } }
        let sensor = Self.fields(points) { if case .sensor(let path) = $0 { path } else { nil } }
        let result = Self.fields(points) { if case .result(let path) = $0 { path } else { nil } }
        let goals = Self.fields(points) { if case .goal(let path) = $0 { path } else { nil } }
        add(report + "STATE", wrapper: nil, fields: state + power)
        add(answer + "STATUS11", wrapper: "StatusSTS", fields: state + power)
        add(report + "SENSOR", wrapper: nil, fields: sensor)
        add(answer + "STATUS8", wrapper: "StatusSNS", fields: sensor)
        add(answer + "STATUS10", wrapper: "StatusSNS", fields: sensor)
        let answers = TasmotaResultDecoder(
            fields: TasmotaFields(state + result), powers: TasmotaFields(power), goals: TasmotaFields(goals))
        let lanes = TasmotaFields(state + result + power).lanes.union([.control])
        topics.append(DeviceTopic(answer + "RESULT", lanes: lanes, decoder: answers))
        for point in points {
            for case .topic(let name) in point.locations {
                let field = TasmotaField(
                    path: TasmotaPath([]), binding: point.binding, encoding: point.encoding)
                topics.append(
                    DeviceTopic(
                        answer + name, lanes: TasmotaFields([field]).lanes,
                        decoder: TasmotaPlainValueDecoder(field: field)))
            }
        }
    }

    private mutating func add(_ topic: String, wrapper: String?, fields: [TasmotaField]) {
        guard !fields.isEmpty else { return }
        let fields = TasmotaFields(fields)
        topics.append(
            DeviceTopic(topic, lanes: fields.lanes, decoder: TasmotaDocumentDecoder(wrapper: wrapper, fields: fields)))
    }

    private static func fields(
        _ points: [TasmotaBinding], at location: (TasmotaLocation) -> TasmotaPath?
    ) -> [TasmotaField] {
        points.flatMap { point in
            point.locations.compactMap(location).map {
                TasmotaField(path: $0, binding: point.binding, encoding: point.encoding)
            }
        }
    }
}
