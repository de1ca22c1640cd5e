package import HomeModel

/// What devices say to commands besides their state.
extension PendingCommands {
    /// The device answered this command itself: it accepted it.
    package func acknowledged(_ id: CommandID) {
        guard let part = part(of: id) else { return }
        let expires = uptime() + Self.longestAccepted
        change(id, of: part) { entry in
            entry.isAcknowledged = true
            entry.expires = max(entry.expires, expires)
            entry.answers?.yield(.acknowledged)
        }
    }

    /// The device goes for a value (Homie `$target`). Another value declines the newest command if all that are pending
    /// want the same.
    package func acknowledged(_ value: CapabilityValue, for series: SeriesID) {
        let part = PartKey(series)
        dropExpired(of: part)
        guard let all = entries[part] else { return }
        for (index, entry) in all.enumerated()
        where entry.target.series == series && entry.target.value.isMet(by: value) {
            // A device that repeats an old target has not accepted the newer command: it must have accepted the older
            // ones first. That it did so shows only for the same capability.
            let isNew = all[..<index].allSatisfy { older in
                !older.bars(entry) || older.isAcknowledged && older.target.series == series
            }
            change(at: index, of: part) { entry in
                entry.hasTarget = true
                entry.expires = max(entry.expires, uptime() + Self.longestAccepted)
                entry.isAcknowledged = entry.isAcknowledged || isNew
            }
            entry.answers?.yield(isNew ? .acknowledged : .unproven)
        }
        // A command that a newer one replaced may have been executed before, as one whose value was reported. Older ones
        // that may still be executed make no difference when they want the same.
        let own = all.indices.filter { all[$0].target.series == series }
        guard let last = own.last, !all[last].isOvertaken, all[last].matches[all[last].series] == nil else { return }
        let newest = all[last]
        let wasAccepted = own.contains { all[$0].isAcknowledged || all[$0].hasTarget }
        guard !newest.target.value.isMet(by: value),
            own.allSatisfy({ newest.target.value.isMet(by: all[$0].target.value) })
        else { return }
        for index in own {
            change(at: index, of: part) { entry in
                entry.isAcknowledged = false
                entry.hasTarget = false
            }
        }
        newest.answers?.yield(
            .declined(value, wasAccepted: wasAccepted, certainFrom: wasAccepted ? .zero : newest.expires))
    }

    /// The device said that it did not do this command. Without `isCertain` its bridge only had no answer from it: then the
    /// device may have done it, and may report that later.
    package func failed(_ id: CommandID, _ reason: String, isCertain: Bool = true) {
        guard let part = part(of: id) else { return }
        change(id, of: part) { entry in
            if isCertain { entry.isSettled = true }
            entry.tell(isCertain ? .failed(reason) : .unanswered(reason))
        }
    }

    /// The device said that it did not do something. The statement counts only if one command can be meant.
    package func failed(_ reason: String, isCertain: Bool = true, concerning concerns: (SeriesID) -> Bool) {
        for part in entries.keys { dropExpired(of: part) }
        let concerned = entries.values.flatMap { $0.filter { concerns($0.target.series) } }
        guard concerned.count == 1, let only = concerned.first else { return }
        failed(only.id, reason, isCertain: isCertain)
    }

    private func part(of id: CommandID) -> PartKey? { entries.first { $0.value.contains { $0.id == id } }?.key }
}
