import MatterProtocol
import SeededRandom

/// Random messages of the interaction model.
extension SeededGenerator {
    mutating func integer<Number: FixedWidthInteger>() -> Number { Number.random(in: .min ... .max, using: &self) }

    mutating func list<Element>(
        upTo maximum: Int = 4, _ element: (inout SeededGenerator) -> Element
    ) -> [Element] {
        (0..<Int.random(in: 0...maximum, using: &self)).map { _ in element(&self) }
    }

    private mutating func optional<Value>(_ value: (inout SeededGenerator) -> Value) -> Value? {
        Bool.random(using: &self) ? value(&self) : nil
    }

    mutating func attributePath() -> AttributePath {
        AttributePath(
            endpoint: .random(in: 0...9, using: &self), cluster: .random(in: 0...0x500, using: &self),
            attribute: .random(in: 0...0xFFFF, using: &self))
    }

    private mutating func attributePattern() -> AttributePathPattern {
        AttributePathPattern(
            endpoint: optional { $0.integer() }, cluster: optional { $0.integer() },
            attribute: optional { $0.integer() })
    }

    private mutating func eventPattern() -> EventPathPattern {
        EventPathPattern(
            endpoint: optional { $0.integer() }, cluster: optional { $0.integer() }, event: optional { $0.integer() },
            isUrgent: .random(using: &self))
    }

    private mutating func dataVersionFilter() -> DataVersionFilter {
        DataVersionFilter(endpoint: integer(), cluster: integer(), dataVersion: integer())
    }

    private mutating func outcome() -> InteractionOutcome {
        InteractionOutcome(InteractionStatus(rawValue: integer()), clusterStatus: optional { $0.integer() })
    }

    mutating func attributeStatus() -> AttributeStatus {
        AttributeStatus(path: attributePattern(), outcome: outcome())
    }

    private mutating func attributeData() -> AttributeData {
        let index: ListIndex? =
            switch Int.random(in: 0...2, using: &self) {
            case 0: nil
            case 1: .append
            default: .position(integer())
            }
        return AttributeData(
            path: attributePath(), index: index, dataVersion: optional { $0.integer() }, value: tlvValue(depth: 3))
    }

    mutating func eventData() -> EventData {
        let time: UInt64 = integer()
        let times: [EventData.Timestamp?] = [nil, .epoch(time), .system(time), .epochDelta(time), .systemDelta(time)]
        return EventData(
            path: EventPath(endpoint: integer(), cluster: integer(), event: integer()), number: integer(),
            priority: .critical, timestamp: times.randomElement(using: &self) ?? nil,
            fields: optional { $0.tlvValue(depth: 2) })
    }

    private mutating func commandPath() -> CommandPath {
        CommandPath(endpoint: integer(), cluster: integer(), command: integer())
    }

    private mutating func commandData() -> CommandData {
        CommandData(path: commandPath(), fields: tlvValue(depth: 3), reference: optional { $0.integer() })
    }

    mutating func readRequest() -> ReadRequest {
        ReadRequest(
            attributes: list { $0.attributePattern() }, events: list { $0.eventPattern() },
            eventFilters: list { EventFilter(minimumEventNumber: $0.integer()) },
            isFabricFiltered: .random(using: &self), dataVersionFilters: list { $0.dataVersionFilter() })
    }

    mutating func subscribeRequest() -> SubscribeRequest {
        SubscribeRequest(
            keepsSubscriptions: .random(using: &self), minimumInterval: integer(), maximumInterval: integer(),
            attributes: list { $0.attributePattern() }, events: list { $0.eventPattern() },
            eventFilters: list { EventFilter(minimumEventNumber: $0.integer()) },
            isFabricFiltered: .random(using: &self), dataVersionFilters: list { $0.dataVersionFilter() })
    }

    mutating func reportData() -> ReportData {
        ReportData(
            subscriptionID: optional { $0.integer() },
            attributes: list {
                Bool.random(using: &$0) ? .data($0.attributeData()) : .status($0.attributeStatus())
            },
            events: list {
                Bool.random(using: &$0)
                    ? .data($0.eventData()) : .status(EventStatus(path: $0.eventPattern(), outcome: $0.outcome()))
            },
            hasMoreChunks: .random(using: &self), suppressesResponse: .random(using: &self))
    }

    mutating func writeRequest() -> WriteRequest {
        WriteRequest(
            attributes: list { $0.attributeData() }, isTimed: .random(using: &self),
            suppressesResponse: .random(using: &self), hasMoreChunks: .random(using: &self))
    }

    mutating func invokeRequest() -> InvokeRequest {
        InvokeRequest(
            commands: list { $0.commandData() }, isTimed: .random(using: &self),
            suppressesResponse: .random(using: &self))
    }

    mutating func invokeResponse() -> InvokeResponse {
        InvokeResponse(
            results: list {
                Bool.random(using: &$0)
                    ? .data($0.commandData())
                    : .status(
                        CommandStatus(
                            path: $0.commandPath(), outcome: $0.outcome(), reference: $0.optional { $0.integer() }))
            },
            suppressesResponse: .random(using: &self), hasMoreChunks: .random(using: &self))
    }
}
