/// Asks a node for attributes and events. The node answers with `ReportData`.
package struct ReadRequest: InteractionMessage {
    package static let opcode = InteractionOpcode.readRequest

    package let attributes: [AttributePathPattern]
    package let events: [EventPathPattern]
    package let eventFilters: [EventFilter]
    /// Whether lists contain only the elements of the reader's fabric.
    package let isFabricFiltered: Bool
    package let dataVersionFilters: [DataVersionFilter]

    package init(
        attributes: [AttributePathPattern] = [], events: [EventPathPattern] = [], eventFilters: [EventFilter] = [],
        isFabricFiltered: Bool = true, dataVersionFilters: [DataVersionFilter] = []
    ) {
        self.attributes = attributes
        self.events = events
        self.eventFilters = eventFilters
        self.isFabricFiltered = isFabricFiltered
        self.dataVersionFilters = dataVersionFilters
    }

    package init(tlv: TLVValue) throws(InteractionError) {
        let fields = try InteractionFields(tlv, field: "read request")
        attributes = try fields.array(0, field: "attribute requests", element: AttributePathPattern.init(tlv:))
        events = try fields.array(1, field: "event requests", element: EventPathPattern.init(tlv:))
        eventFilters = try fields.array(2, field: "event filters", element: EventFilter.init(tlv:))
        isFabricFiltered = try fields.boolean(3, field: "fabric filtered")
        dataVersionFilters = try fields.array(
            4, field: "data version filters", element: DataVersionFilter.init(tlv:))
    }

    package var fields: [TLVElement] {
        .fields([
            0: .arrayUnlessEmpty(attributes, value: \.tlv), 1: .arrayUnlessEmpty(events, value: \.tlv),
            2: .arrayUnlessEmpty(eventFilters, value: \.tlv), 3: .boolean(isFabricFiltered),
            4: .arrayUnlessEmpty(dataVersionFilters, value: \.tlv),
        ])
    }
}
