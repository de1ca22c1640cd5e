import Foundation
import GatewayWire
import HomeModel

/// Formats live events as lines: time, device, capability, value.
struct EventText: Sendable {
    private static let deviceColumns = 26
    private static let capabilityColumns = 18

    private var names: [DeviceID: String] = [:]
    private var units: [SeriesID: String] = [:]
    /// The time zone of the times.
    private(set) var zone: TimeZone

    init(zone: TimeZone = .current) { self.zone = zone }

    /// Sets the time zone of the lines that follow.
    mutating func setZone(_ zone: TimeZone) { self.zone = zone }

    /// Replaces the names of devices, and adds the units of their capabilities.
    mutating func setDevices(_ devices: [DeviceBody]) {
        names = Dictionary(devices.map { ($0.id, $0.name) }, uniquingKeysWith: { $1 })
        for device in devices {
            for part in device.parts {
                for capability in part.capabilities {
                    units[SeriesID(device: device.id, part: part.id, capability: capability.name)] = capability.unit
                }
            }
        }
    }

    /// The line of an event; nil for an event that is not shown.
    func line(_ event: EventBody, now: Timestamp) -> StyledText? {
        switch event {
        case .reading(let series, let reading, let unit):
            line(reading.time, series: series, value: StyledText(ValueText.text(reading.value, unit: unit)))
        case .state(let series, let time, let value):
            line(time ?? now, series: series, value: StyledText(ValueText.text(value, unit: units[series])))
        case .availability(let device, let availability):
            clock(now) + column(name(device), width: Self.deviceColumns) + "is " + DeviceTable.status(availability)
        case .command(let record): command(record, now: now)
        case .group(let group):
            clock(now) + "Group command \(group.id): \(GroupText.mark(group.outcome)) \(GroupText.text(group.counts))"
        case .gap(let missed):
            clock(now) + StyledText("– \(missed.map(String.init) ?? "Some") events were missed.", style: .warning)
        case .devices, .home, .activity, .waiting, .maintenance: nil
        }
    }

    private func command(_ record: CommandRecordBody, now: Timestamp) -> StyledText {
        let series = SeriesID(device: record.device, part: record.part, capability: record.capability)
        let value = ValueText.text(record.value, unit: units[series])
        let outcome = record.outcome?.rawValue ?? record.stage
        return line(now, series: series, value: "→ \(value)  \(OutcomeText.mark(record.outcome)) \(outcome)")
    }

    private func line(_ time: Timestamp, series: SeriesID, value: StyledText) -> StyledText {
        let name = name(series.device) + (series.part == .main ? "" : "/\(series.part)")
        return clock(time) + column(name, width: Self.deviceColumns)
            + column(series.capability.description, width: Self.capabilityColumns) + value
    }

    private func name(_ device: DeviceID) -> String { names[device] ?? device.rawValue }

    private func clock(_ time: Timestamp) -> StyledText {
        StyledText(LocalTime.clock(time, in: zone), style: .faint) + "  "
    }

    private func column(_ text: String, width: Int) -> StyledText {
        StyledText(text).truncated(to: width).padded(to: width) + "  "
    }
}

extension EventBody {
    /// The device that the event concerns, with the part if the event names one.
    var subject: (DeviceID, PartID?)? {
        switch self {
        case .reading(let series, _, _), .state(let series, _, _): (series.device, series.part)
        case .availability(let device, _): (device, nil)
        case .command(let record): (record.device, record.part)
        case .group, .devices, .home, .activity, .waiting, .maintenance, .gap: nil
        }
    }
}
