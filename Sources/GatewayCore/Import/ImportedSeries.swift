package import HomeModel

/// Readings of one series that somebody brings in, not yet believed.
package struct ImportedSeries: Sendable {
    package let series: SeriesID
    /// Nil is the canonical one.
    package let unit: String?
    /// Whether each stands for its hour, and is only wanted where no reading of that hour is there.
    package let isHourly: Bool
    package let readings: [Reading]

    package init(series: SeriesID, unit: String? = nil, isHourly: Bool = false, readings: [Reading]) {
        self.series = series
        self.unit = unit
        self.isHourly = isHourly
        self.readings = readings
    }

    /// Those that hold, as the store takes them, and why the others do not.
    func believed(
        by validator: ReadingValidator, _ rule: QuantityRule, now: Timestamp
    ) -> (readings: [Reading], rejected: [String: Int]) {
        var believed: [Reading] = []
        var rejected: [String: Int] = [:]
        believed.reserveCapacity(readings.count)
        for reading in readings {
            let reported = ReportedReading(series: series, time: reading.time, value: reading.value, unit: unit)
            do throws(ReadingRejection) {
                believed.append(try validator.validate(reported, by: rule, now: now).reading)
            } catch {
                rejected[error.code, default: 0] += 1
            }
        }
        return (believed, rejected)
    }
}

/// Something of which only the past is brought in.
package struct ArchivedOrigin: Sendable {
    package static let maximumBytes = 255

    /// What it is called where it comes from.
    package let origin: String
    package let name: String
    package let quantity: CapabilityName
    /// Nil leaves it as it was said before; without one, its energy is not counted.
    package let flow: EnergyFlow?

    package init(origin: String, name: String, quantity: CapabilityName, flow: EnergyFlow? = nil) {
        self.origin = origin
        self.name = name
        self.quantity = quantity
        self.flow = flow
    }

    func check() throws(ActRefusal) {
        guard (1...Self.maximumBytes).contains(origin.utf8.count) else {
            throw .invalid(
                field: "origin", code: "tooLong", detail: "An origin has 1 to \(Self.maximumBytes) bytes.")
        }
        guard case .reading = quantity.kind.facts.recording else {
            throw .invalid(
                field: "quantity", code: "notAQuantity", detail: "“\(quantity)” is no quantity that is recorded.")
        }
        guard flow == nil || quantity.kind.hasFlow else {
            throw .invalid(field: "flow", code: "notEnergy", detail: "Only power and energy have a flow.")
        }
    }

    /// Reported, never commanded. Whether power flows one way only is nothing that an archive knows.
    func capability(after known: Capability?) -> Capability {
        Capability(
            quantity, minimum: quantity.kind == .power ? quantity.kind.facts.range.lowerBound : nil,
            flow: flow ?? known?.flow)
    }
}
