/// What one asker may see of a home, worked out once.
package struct Visibility: Sendable {
    /// The kinds of capability whose values may be shown, of every device of which anything may.
    package let kinds: [DeviceID: Set<CapabilityKind>]
    /// When it ends by itself; nil when only a change of the policy or of the home ends it.
    package let until: Timestamp?

    package var isEmpty: Bool { kinds.isEmpty }

    package func shows(_ device: DeviceID) -> Bool { kinds[device] != nil }

    package func shows(_ series: SeriesID) -> Bool {
        kinds[series.device]?.contains(series.capability.kind) ?? false
    }
}

extension AccessPolicy {
    /// All that `maySee` allows of these devices.
    package func visibility(
        of identity: Identity, in devices: some Sequence<Device>, at now: Timestamp
    ) -> Visibility {
        var kinds: [DeviceID: Set<CapabilityKind>] = [:]
        for device in devices {
            let visible = visibleKinds(to: identity, of: device, at: now)
            if !visible.isEmpty { kinds[device.id] = visible }
        }
        return Visibility(kinds: kinds, until: identity.person.flatMap { nextChange(for: $0, after: now) })
    }

    /// The kinds of a device's capabilities whose values may be shown.
    package func visibleKinds(
        to identity: Identity, of device: Device, at now: Timestamp
    ) -> Set<CapabilityKind> {
        device.kinds.filter { maySee(identity, $0, of: device, at: now) }
    }
}

extension Device {
    /// All kinds of capability that it describes.
    var kinds: Set<CapabilityKind> {
        Set(description.parts.flatMap { part in part.capabilities.map(\.kind) })
    }
}
