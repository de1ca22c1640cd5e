import Foundation
import GatewayWire
import HomeModel

/// Formats entries of the activity: the time, who, what, and the result.
struct ActivityText: Sendable {
    private let devices: [DeviceID: String]
    private let units: [SeriesID: String]
    private let people: [String: String]
    private let zone: TimeZone

    init(_ devices: [DeviceBody], people: [PersonBody]?, zone: TimeZone = .current) {
        self.devices = Dictionary(devices.map { ($0.id, $0.name) }, uniquingKeysWith: { $1 })
        units = devices.reduce(into: [:]) { units, device in
            for part in device.parts {
                for capability in part.capabilities {
                    units[SeriesID(device: device.id, part: part.id, capability: capability.name)] = capability.unit
                }
            }
        }
        self.people = Dictionary((people ?? []).map { ($0.id.rawValue, $0.name) }, uniquingKeysWith: { $1 })
        self.zone = zone
    }

    func table(_ entries: [ActivityBody]) -> Table {
        var table = Table([
            Table.Column(" ", isNeverTruncated: true), Table.Column("TIME", isNeverTruncated: true),
            Table.Column("WHO"), Table.Column("WHAT"), Table.Column("RESULT"),
        ])
        for entry in entries {
            table.add([
                mark(of: entry), StyledText(LocalTime.full(entry.time, in: zone)), StyledText(who(entry)),
                StyledText(what(entry)), StyledText(result(of: entry)),
            ])
        }
        return table
    }

    /// An entry that was just added, in one line if it fits in `limit` columns.
    func lines(_ entry: ActivityBody, limit: Int?) -> [StyledText] {
        let words = [who(entry), what(entry), result(of: entry)].filter { !$0.isEmpty }.joined(separator: "  ")
        let head = StyledText(LocalTime.clock(entry.time, in: zone), style: .faint) + "  " + mark(of: entry) + " "
        let line = head + StyledText(words)
        guard let limit, line.width > limit else { return [line] }
        return WordWrap.lines(words, after: head, limit: limit)
    }

    private func mark(of entry: ActivityBody) -> StyledText {
        if entry.event == .alarm { return StyledText("!", style: .bad) }
        if entry.act.map(isEndErased) == true { return StyledText("·") }
        return switch entry.act?.status {
        case nil: StyledText("·")
        case .done: StyledText("✓", style: .good)
        case .pending: StyledText("…")
        case .unknown: StyledText("!", style: .warning)
        case .abandoned: StyledText("?")
        case .refused, .failed: StyledText("✗", style: .bad)
        }
    }

    private func who(_ entry: ActivityBody) -> String {
        guard let act = entry.act else { return "" }
        guard let actor = act.actor else { return "someone" }
        if act.metadata["reason"] == "revoked", let person = act.concerned { return "removed phone of \(name(person))" }
        return name(actor)
    }

    private func what(_ entry: ActivityBody) -> String {
        let device = entry.device.map { devices[$0] ?? $0.rawValue }
        if let event = entry.event { return "\(device ?? ""): \(words(event))\(value(of: entry))" }
        guard let act = entry.act else { return "" }
        if let text = SignInText.text(act) ?? TariffChangeText.text(act) { return text }
        guard let capability = entry.capability, act.event == .deviceControl else {
            if let text = ActText.text(act, device: device, whom: act.concerned.map(name)) { return text }
            return ([act.event.rawValue] + [device ?? act.target.map(name)].compactMap(\.self)).joined(separator: " ")
        }
        return "\(device ?? ""): \(capability) \(act.metadata["value"] ?? "")"
    }

    /// Whether it is not known any more how the act ended, because its person was erased. The page decides in the same way:
    /// see `toneOf` in `page/activity/event-icons.js`.
    private func isEndErased(_ act: ActivityActBody) -> Bool { act.isErased == true && act.metadata.isEmpty }

    private func result(of entry: ActivityBody) -> String {
        guard let act = entry.act else { return "" }
        if isEndErased(act) { return "details were erased" }
        let wrong = act.wrongPINs == 0 ? [] : ["\(act.wrongPINs) wrong PIN\(act.wrongPINs == 1 ? "" : "s")"]
        let repeated = act.count.map { ["\($0) more times"] } ?? []
        let reason = act.metadata["reason"].map { [$0] } ?? []
        let status =
            switch act.status {
            case .done where act.isStopped: stopped(at: act.stoppedAt)
            case .done: act.outcome == .confirmed ? "" : act.outcome?.rawValue ?? ""
            case .abandoned: ""
            case .pending, .refused, .failed, .unknown: act.outcome?.rawValue ?? act.status.rawValue
            }
        let shown = act.status == .abandoned ? [] : reason
        let late = late(entry).map { [$0] } ?? []
        let erased = act.isErased == true ? ["details were erased"] : []
        return ([status] + late + shown + wrong + repeated + erased).filter { !$0.isEmpty }.joined(separator: ", ")
    }

    private func stopped(at position: Double?) -> String {
        position.map { "stopped at \(ValueText.text($0, unit: Unit.percent.rawValue))" } ?? "stopped"
    }

    /// "reported on at 14:03:05"; nil for a command that was answered in time, or never.
    private func late(_ entry: ActivityBody) -> String? {
        guard let report = entry.act?.lateReport else { return nil }
        let unit = series(of: entry).flatMap { units[$0] }
        return "reported \(ValueText.text(report.value, unit: unit)) at \(LocalTime.clock(report.time, in: zone))"
    }

    private func series(of entry: ActivityBody) -> SeriesID? {
        guard let device = entry.device, let part = entry.part, let capability = entry.capability else { return nil }
        return SeriesID(device: device, part: part, capability: capability)
    }

    private func value(of entry: ActivityBody) -> String {
        guard let series = series(of: entry), let value = entry.value,
            [.moved, .pressed, .lowBattery, .armed].contains(entry.event)
        else { return "" }
        return " (\(ValueText.text(value, unit: units[series])))"
    }

    private func name(_ id: String) -> String { people[id] ?? id }

    private func words(_ event: DeviceEventKind) -> String {
        switch event {
        case .opened, .closed, .locked, .unlocked, .moved, .jammed, .motion, .alarm, .armed, .disarmed, .offline:
            event.rawValue
        case .pressed: "pressed"
        case .alarmEnded: "alarm ended"
        case .online: "back online"
        case .lowBattery: "low battery"
        }
    }
}
