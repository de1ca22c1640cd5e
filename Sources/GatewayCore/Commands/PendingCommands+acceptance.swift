package import HomeModel

/// Reports of devices that accept or reject commands.
extension PendingCommands {
    /// Records that the device itself accepted this command.
    package func acknowledged(_ id: CommandID) {
        guard let part = part(of: id) else { return }
        let expires = uptime() + Self.longestAccepted
        change(id, of: part) { entry in
            entry.isAcknowledged = true
            entry.expires = max(entry.expires, expires)
            entry.answers?.yield(.acknowledged)
        }
    }

    /// Records that the device goes for a value (Homie `$target`). Another value declines the newest command if all
    /// pending commands of the series want the same value.
    package func acknowledged(_ value: CapabilityValue, for series: SeriesID) {
        let part = PartKey(series)
        dropExpired(of: part)
        guard let all = entries[part] else { return }
        for (index, entry) in all.enumerated()
        where entry.target.series == series && entry.target.value.isMet(by: value) {
            // A device may repeat the target of an older command. So it has accepted this command only if it accepted
            // the older ones first, and its target shows that only for the same capability.
            let isNew = all[..<index].allSatisfy { older in
                !older.mayUndo(entry) || older.isAcknowledged && older.target.series == series
            }
            change(at: index, of: part) { entry in
                entry.hasTarget = true
                entry.expires = max(entry.expires, uptime() + Self.longestAccepted)
                entry.isAcknowledged = entry.isAcknowledged || isNew
            }
            entry.answers?.yield(isNew ? .acknowledged : .unproven)
        }
        // A command that a newer one replaced, or whose value was reported, may have been executed already. Older
        // commands that may still be executed make no difference when they want the same value.
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

    /// Records that the device did not execute this command. Without `isCertain`, only its bridge got no answer from
    /// the device: then the device may have executed the command, and may report that later.
    package func failed(_ id: CommandID, reason: String, isCertain: Bool = true) {
        guard let part = part(of: id) else { return }
        change(id, of: part) { entry in
            if isCertain { entry.isSettled = true }
            entry.deliver(isCertain ? .failed(reason) : .unanswered(reason))
        }
    }

    /// Records that the device did not execute some command. The report counts only if exactly one pending command can
    /// be meant.
    package func failed(_ reason: String, isCertain: Bool = true, concerning concerns: (SeriesID) -> Bool) {
        for part in entries.keys { dropExpired(of: part) }
        let concerned = entries.values.flatMap { $0.filter { concerns($0.target.series) } }
        guard concerned.count == 1, let only = concerned.first else { return }
        failed(only.id, reason: reason, isCertain: isCertain)
    }

    private func part(of id: CommandID) -> PartKey? { entries.first { $0.value.contains { $0.id == id } }?.key }
}
