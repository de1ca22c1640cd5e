import MatterProtocol

/// The attributes and events that a node reports.
struct NodeReport: Sendable {
    var attributes: [AttributeReport] = []
    var events: [EventReport] = []
}

/// What a read or a subscription asks for.
struct ReportSelection: Sendable {
    let attributes: [AttributePathPattern]
    let events: [EventPathPattern]
    /// No event before this number is reported.
    var minimumEventNumber: UInt64
    let isFabricFiltered: Bool
    let dataVersionFilters: [DataVersionFilter]

    init(_ request: ReadRequest) {
        attributes = request.attributes
        events = request.events
        minimumEventNumber = request.eventFilters.map(\.minimumEventNumber).max() ?? 0
        isFabricFiltered = request.isFabricFiltered
        dataVersionFilters = request.dataVersionFilters
    }

    init(_ request: SubscribeRequest) {
        attributes = request.attributes
        events = request.events
        minimumEventNumber = request.eventFilters.map(\.minimumEventNumber).max() ?? 0
        isFabricFiltered = request.isFabricFiltered
        dataVersionFilters = request.dataVersionFilters
    }

    /// Whether the reader has the cluster's attributes already.
    func filters(_ cluster: UInt32, on endpoint: UInt16, dataVersion: UInt32) -> Bool {
        dataVersionFilters.contains {
            $0.endpoint == endpoint && $0.cluster == cluster && $0.dataVersion == dataVersion
        }
    }
}

/// Who reads an attribute that has other values for other fabrics.
struct Reader: Sendable {
    let fabric: UInt8?
    /// Whether lists contain only the elements of the reader's fabric.
    let isFabricFiltered: Bool
}
