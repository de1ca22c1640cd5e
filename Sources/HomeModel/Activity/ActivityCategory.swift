/// The categories by which people filter the activity.
package enum ActivityCategory: String, Sendable, Codable, CaseIterable {
    /// Commands to devices.
    case control
    /// Doors, windows, locks, valves and covers that were moved by hand.
    case openings
    /// Motion, presence and buttons.
    case presence
    case safety
    /// Devices that went offline or came back, and low batteries.
    case status
    /// Sign-ins, PINs, invitations, people and their permissions.
    case access
    /// Devices that were added, changed or removed, settings, stored data and the gateway itself.
    case settings
}

extension AuditEvent {
    package var category: ActivityCategory {
        switch self {
        case .deviceControl, .deviceOutcome, .groupControl, .groupParts, .groupOutcome: .control
        case .lockdownOn, .lockdownOff, .incidentOpen, .incidentNote, .incidentClose, .incidentReopen,
            .incidentRename, .incidentContain, .incidentExport:
            .safety
        case .authLogin, .authLogout, .authStepUp, .pairingRequest, .pairingSuccess, .pairingFailure, .clientRevoke,
            .clientLock, .tokenCreate, .tokenRevoke, .policyChange, .grantCreate, .grantChange, .grantRevoke:
            .access
        case .deviceSetup, .devicePair, .deviceUnpair, .deviceShare, .deviceIdentify, .deviceLockPIN, .makerTrust,
            .deviceAdopt, .deviceRemove, .deviceRename, .deviceMove, .maintenanceClear, .maintenanceHistory,
            .maintenanceTask, .applianceAdd, .applianceChange, .applianceRemove, .attachmentAdd, .attachmentRemove,
            .settingsChange, .consentGive,
            .consentWithdraw, .retentionPurge, .dataImport, .dataExport, .dataErase, .dataStrike, .dataRestore,
            .certificateIssue, .certificateRevoke, .gatewayStart, .gatewayStop:
            .settings
        }
    }
}
