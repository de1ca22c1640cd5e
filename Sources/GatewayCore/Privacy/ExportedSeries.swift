package import HomeModel

/// A series of readings or state changes in an export.
package struct ExportedSeries: Hashable, Sendable {
    package let series: SeriesID
    package let deviceName: DisplayName
    package let unit: String?
    /// Every reading, or the hourly roll-ups, which may be kept longer.
    package let resolution: HistoryResolution
}

/// The series of the household that an export contains: those whose past the person may see now, and the asker too.
struct ExportedReadings: Sendable {
    let registry: HomeRegistry
    let people: PeopleRegistry
    let history: ReadingHistory
    let clock: HomeClock

    func series(about subject: ExportSubject, as asker: Identity) async -> [ExportedSeries] {
        let (home, policy, now) = await (registry.snapshot, people.policy, clock.decisionTime())
        return home.devices.values.sorted { $0.id < $1.id }.flatMap { device in
            device.description.parts.flatMap { part in
                part.capabilities.flatMap { capability -> [ExportedSeries] in
                    let kind = capability.kind
                    guard let resolutions = kind.exportedResolutions,
                        policy.mayViewHistory(subject.person.id, of: kind, device: device, at: now),
                        policy.mayViewHistory(asker, of: kind, device: device, at: now)
                    else { return [] }
                    let series = SeriesID(device: device.id, part: part.id, capability: capability.name)
                    return resolutions.map {
                        ExportedSeries(
                            series: series, deviceName: device.name, unit: home.unit(of: series), resolution: $0)
                    }
                }
            }
        }
    }

    /// Passes the rows to `receive`, page by page, up to the end of the export. The series ends early when the right to
    /// see it ends, or when its device leaves the home.
    func read(
        _ exported: ExportedSeries, about subject: ExportSubject, as asker: Identity,
        receive: (HistoryPage) async throws -> Void
    ) async throws {
        do {
            let query = HistoryQuery(
                exported.series, from: Timestamp(milliseconds: 0), to: subject.readingsEnd,
                resolution: exported.resolution)
            var cursor = try await history.open(query, as: asker)
            while let page = try await cursor.next() {
                guard await maySee(exported.series, about: subject) else { return }
                try await receive(page)
            }
        } catch ActionRefusal.missing {
            return
        }
    }

    private func maySee(_ series: SeriesID, about subject: ExportSubject) async -> Bool {
        let (home, policy) = await (registry.snapshot, people.policy)
        guard let device = home[series.device] else { return false }
        return policy.mayViewHistory(
            subject.person.id, of: series.capability.kind, device: device, at: clock.decisionTime())
    }
}

extension CapabilityKind {
    /// The resolutions in which an export contains a series; nil for a kind that is not recorded.
    fileprivate var exportedResolutions: [HistoryResolution]? {
        switch facts.recording {
        case .reading: [.raw, .hour]
        case .stateChange: [.raw]
        case .none: nil
        }
    }
}
