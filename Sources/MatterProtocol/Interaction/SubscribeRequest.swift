/// Asks a node to report attributes and events now, and again whenever they change.
///
/// The node answers with the first report (`ReportData`), which the subscriber acknowledges with a status response, and
/// then with `SubscribeResponse`.
package struct SubscribeRequest: InteractionMessage {
    package static let opcode = InteractionOpcode.subscribeRequest

    /// Whether other subscriptions of the subscriber stay. Otherwise the node ends them.
    package let keepsSubscriptions: Bool
    /// The shortest time between two reports in seconds.
    package let minimumInterval: UInt16
    /// The longest time between two reports in seconds, which the node may extend.
    package let maximumInterval: UInt16
    package let attributes: [AttributePathPattern]
    package let events: [EventPathPattern]
    package let eventFilters: [EventFilter]
    /// Whether lists contain only the elements of the subscriber's fabric.
    package let isFabricFiltered: Bool
    package let dataVersionFilters: [DataVersionFilter]

    package init(
        keepsSubscriptions: Bool, minimumInterval: UInt16, maximumInterval: UInt16,
        attributes: [AttributePathPattern] = [], events: [EventPathPattern] = [], eventFilters: [EventFilter] = [],
        isFabricFiltered: Bool = true, dataVersionFilters: [DataVersionFilter] = []
    ) {
        self.keepsSubscriptions = keepsSubscriptions
        self.minimumInterval = minimumInterval
        self.maximumInterval = maximumInterval
        self.attributes = attributes
        self.events = events
        self.eventFilters = eventFilters
        self.isFabricFiltered = isFabricFiltered
        self.dataVersionFilters = dataVersionFilters
    }

    package init(tlv: TLVValue) throws(InteractionError) {
        let fields = try InteractionFields(tlv, field: "subscribe request")
        keepsSubscriptions = try fields.boolean(0, field: "keep subscriptions")
        minimumInterval = try fields.number(1, field: "minimum interval")
        maximumInterval = try fields.number(2, field: "maximum interval")
        attributes = try fields.array(3, field: "attribute requests", element: AttributePathPattern.init(tlv:))
        events = try fields.array(4, field: "event requests", element: EventPathPattern.init(tlv:))
        eventFilters = try fields.array(5, field: "event filters", element: EventFilter.init(tlv:))
        isFabricFiltered = try fields.boolean(7, field: "fabric filtered")
        dataVersionFilters = try fields.array(
            8, field: "data version filters", element: DataVersionFilter.init(tlv:))
    }

    package var fields: [TLVElement] {
        .fields([
            0: .boolean(keepsSubscriptions), 1: .number(minimumInterval), 2: .number(maximumInterval),
            3: .arrayUnlessEmpty(attributes, value: \.tlv), 4: .arrayUnlessEmpty(events, value: \.tlv),
            5: .arrayUnlessEmpty(eventFilters, value: \.tlv), 7: .boolean(isFabricFiltered),
            8: .arrayUnlessEmpty(dataVersionFilters, value: \.tlv),
        ])
    }
}

/// The node has made a subscription, after the subscriber has acknowledged its first report.
package struct SubscribeResponse: InteractionMessage {
    package static let opcode = InteractionOpcode.subscribeResponse

    package let subscriptionID: UInt32
    /// The longest time between two reports in seconds. The node chose it.
    package let maximumInterval: UInt16

    package init(subscriptionID: UInt32, maximumInterval: UInt16) {
        self.subscriptionID = subscriptionID
        self.maximumInterval = maximumInterval
    }

    package init(tlv: TLVValue) throws(InteractionError) {
        let fields = try InteractionFields(tlv, field: "subscribe response")
        subscriptionID = try fields.number(0, field: "subscription id")
        maximumInterval = try fields.number(2, field: "maximum interval")
    }

    package var fields: [TLVElement] { .fields([0: .number(subscriptionID), 2: .number(maximumInterval)]) }
}
