import Foundation
import GatewayWire
import HomeModel
import TomteClient

/// Shows one device with its parts, capabilities and values.
struct DeviceSheet {
    private let device: DeviceBody
    private let cutOff: KeyRotationPlan.Item?
    private let now: Timestamp

    /// `cutOff` is its connection in the plan of new keys, if the end of the old ones cut it off.
    init(_ device: DeviceBody, cutOff: KeyRotationPlan.Item? = nil, now: Timestamp) {
        self.device = device
        self.cutOff = cutOff
        self.now = now
    }

    /// Every part, or only `part`.
    func lines(part: PartID?, limit: Int?) -> [StyledText] {
        let parts = device.parts.filter { part == nil || $0.id == part }
        return heading(limit: limit) + obstacle(limit: limit) + parts.flatMap { [""] + lines($0, limit: limit) }
            + others(limit: limit)
    }

    /// The features that the device announces and no capability represents.
    private func others(limit: Int?) -> [StyledText] {
        guard let others = device.others, !others.isEmpty else { return [] }
        return ["", "\("other", .strong)"]
            + others.flatMap { WordWrap.lines($0, after: "  ", style: .faint, limit: limit) }
    }

    private func heading(limit: Int?) -> [StyledText] {
        let maker = [device.manufacturer, device.model].compactMap(\.self).joined(separator: " ")
        let facts = [device.room?.name ?? "no room", device.link, maker.isEmpty ? nil : maker].compactMap(\.self)
        return ["\(device.name, .strong)  \(device.id, .faint)"]
            + WordWrap.lines(
                facts.joined(separator: " · "), after: "\(DeviceTable.status(device.availability)) · ", limit: limit)
    }

    /// Why it cannot connect, with the command that sets it up again.
    private func obstacle(limit: Int?) -> [StyledText] {
        guard let cutOff else { return [] }
        let reason =
            cutOff.isIssued == true
            ? "It has not connected with its new certificate yet. If the certificate is lost, issue another one:"
            : "It cannot connect, because its certificate is not valid any more: it was not set up again before the old "
                + "keys ended. Set it up again:"
        return WordWrap.lines(reason, after: "\("!", .warning) ", limit: limit)
            + (KeyRotationSheet.command(for: cutOff).map { [StyledText("    \($0)")] } ?? [])
    }

    private func lines(_ part: PartBody, limit: Int?) -> [StyledText] {
        var table = Table([
            Table.Column("CAPABILITY"), Table.Column("VALUE"), Table.Column("SEEN", isNeverTruncated: true),
            Table.Column("ACCEPTS"),
        ])
        for capability in part.capabilities {
            table.add([
                StyledText(capability.name.description), value(capability), age(capability),
                StyledText(takes(capability)),
            ])
        }
        let purpose = part.purpose.map { ": \($0.rawValue)" } ?? ""
        let name = part.name.map { " “\($0)”" } ?? ""
        return ["\(part.id.rawValue + name + purpose, .strong)"] + question(part, limit: limit)
            + table.lines(limit: limit.map { $0 - 2 }).map { "  " + $0 }
    }

    private func question(_ part: PartBody, limit: Int?) -> [StyledText] {
        guard part.asksForPurpose else { return [] }
        let reason = part.purpose.map { "Its purpose “\($0.rawValue)” is of an earlier version and too imprecise" }
        return WordWrap.lines(
            "\(reason ?? "Its purpose is not set"), so it counts as sensitive. To set it:",
            after: "  \("!", .warning) ", limit: limit)
            + WordWrap.lines("tomte devices purpose \(device.id)/\(part.id) PURPOSE", after: "    → ", limit: limit)
    }

    private func value(_ capability: CapabilityBody) -> StyledText {
        guard let state = capability.state else { return StyledText("–", style: .faint) }
        return StyledText(ValueText.text(state.value, unit: capability.unit), style: state.isStale ? .warning : nil)
    }

    private func age(_ capability: CapabilityBody) -> StyledText {
        guard let state = capability.state else { return StyledText("never", style: .faint) }
        let age = state.time.map { RelativeTime.text($0, now: now) } ?? "retained by the broker"
        return state.isStale ? StyledText("\(age), stale", style: .warning) : StyledText(age)
    }

    /// The values that a command may have, or the flow of a capability that measures energy.
    private func takes(_ capability: CapabilityBody) -> String {
        guard capability.isCommanded else { return capability.flow?.rawValue ?? "" }
        let access = capability.access
        switch capability.type {
        case .boolean: return "on\(need(access?.on)), off\(need(access?.off))"
        case .choice:
            return (capability.commandOptions ?? capability.options).map { $0 + need(access?.options?[$0]) }
                .joined(separator: ", ")
        case .text: return "text" + need(access?.set)
        case .color: return "hue/saturation: 0–360/0–100" + need(access?.set)
        case .number: return range(capability) + needs(of: capability)
        }
    }

    /// What a command with this access needs.
    private func need(_ access: CommandAccess?) -> String {
        switch access {
        case .direct, nil: ""
        case .stepUp: " (PIN)"
        case .refused: " (not allowed)"
        }
    }

    /// What a command with a number needs, and what the numbers need that differ from the others.
    private func needs(of capability: CapabilityBody) -> String {
        guard let access = capability.access else { return "" }
        if let on = access.on {
            guard let off = access.off, off != on else { return need(on) }
            return "\(need(on)); 0\(off == .direct ? " (no PIN)" : need(off))"
        }
        guard let beyond = access.beyond, let minimum = access.minimum, let maximum = access.maximum else {
            return need(access.set)
        }
        let usual = "\(ValueText.text(minimum, in: capability.unit)) to \(ValueText.text(maximum, in: capability.unit))"
        return "\(need(access.set)); outside \(usual)\(need(beyond))"
    }

    private func range(_ capability: CapabilityBody) -> String {
        let unit = capability.unit
        let span =
            switch (capability.minimum, capability.maximum) {
            case (let low?, let high?): "\(ValueText.text(low, in: unit)) to \(ValueText.text(high, unit: unit))"
            case (let low?, nil): "from \(ValueText.text(low, unit: unit))"
            case (nil, let high?): "up to \(ValueText.text(high, unit: unit))"
            case (nil, nil): unit ?? "number"
            }
        return span + (capability.step.map { ", step \(ValueText.text($0, in: unit))" } ?? "")
    }
}
