/// What becomes of a signal, given the incidents that exist: one rule has one open incident for each subject, and opens
/// only so many in a day.
package enum IncidentAdmission: Hashable, Sendable {
    /// The signal is further evidence for this open incident.
    case extends(IncidentID)
    case opens
    /// The rule has opened its incidents of the day.
    case limited

    package init(
        of signal: IncidentSignal, among incidents: some Sequence<Incident>, rules: IncidentRules, now: Timestamp
    ) {
        var openedToday = 0
        for incident in incidents where incident.rule == signal.rule {
            if incident.isOpen, incident.subject == signal.subject {
                self = .extends(incident.id)
                return
            }
            // An incident from the future was opened before the clock was set back, and counts too.
            if now - incident.openedAt < .days(1) { openedToday += 1 }
        }
        self = openedToday < rules[signal.rule]?.mostPerDay ?? 0 ? .opens : .limited
    }
}
