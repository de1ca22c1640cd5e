package import HomeModel

/// Readings of one series that a client imports, not yet validated.
package struct ImportedSeries: Sendable {
    package let series: SeriesID
    /// Nil stands for the canonical unit.
    package let unit: String?
    /// Whether each reading stands for its hour, and is stored only if that hour has no reading.
    package let isHourly: Bool
    package let readings: [Reading]

    package init(series: SeriesID, unit: String? = nil, isHourly: Bool = false, readings: [Reading]) {
        self.series = series
        self.unit = unit
        self.isHourly = isHourly
        self.readings = readings
    }

    /// Returns the valid readings in the form that the store needs, and counts the rejected ones by reason.
    func validated(
        by validator: ReadingValidator, _ rule: QuantityRule, now: Timestamp
    ) -> (readings: [Reading], rejected: [String: Int]) {
        var validated: [Reading] = []
        var rejected: [String: Int] = [:]
        validated.reserveCapacity(readings.count)
        for reading in readings {
            let reported = ReportedReading(series: series, time: reading.time, value: reading.value, unit: unit)
            do throws(ReadingRejection) {
                validated.append(try validator.validate(reported, by: rule, now: now).reading)
            } catch {
                rejected[error.code, default: 0] += 1
            }
        }
        return (validated, rejected)
    }
}

/// A source of readings in another system, of which only the history is imported.
package struct ArchivedOrigin: Sendable {
    package static let maximumBytes = 255

    /// The identifier in the source system.
    package let origin: String
    package let name: String
    package let quantity: CapabilityName
    /// Nil keeps the flow of an earlier import. Energy without a flow is not counted.
    package let flow: EnergyFlow?

    package init(origin: String, name: String, quantity: CapabilityName, flow: EnergyFlow? = nil) {
        self.origin = origin
        self.name = name
        self.quantity = quantity
        self.flow = flow
    }

    func check() throws(ActionRefusal) {
        guard (1...Self.maximumBytes).contains(origin.utf8.count) else {
            throw .invalid(
                field: "origin", code: "tooLong", detail: "An origin has 1 to \(Self.maximumBytes) bytes.")
        }
        guard case .reading = quantity.kind.facts.recording else {
            throw .invalid(
                field: "quantity", code: "notAQuantity", detail: "“\(quantity)” is not a recorded quantity.")
        }
        guard flow == nil || quantity.kind.hasFlow else {
            throw .invalid(field: "flow", code: "notEnergy", detail: "Only power and energy have a flow.")
        }
    }

    /// Returns the capability, which is reported and never commanded. An archive does not know whether power flows one
    /// way only, so power may be negative.
    func capability(after known: Capability?) -> Capability {
        Capability(
            quantity, minimum: quantity.kind == .power ? quantity.kind.facts.range.lowerBound : nil,
            flow: flow ?? known?.flow)
    }
}
