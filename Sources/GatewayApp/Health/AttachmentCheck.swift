import Attachments
import GatewayCore
import HomeModel

/// The health of photographs and manuals: whether their files are as they were written, whether there is room for more, and
/// whether photographs can be converted on this machine.
enum AttachmentCheck {
    /// From this share of the limit on, a notice says so.
    private static let nearlyFull = 0.9

    static func of(_ attachments: AttachmentService) -> HealthChecks.Check {
        { health(of: await attachments.health()) }
    }

    static func health(of attachments: AttachmentHealth) -> SubsystemHealth {
        let megabytes = (attachments.bytes + 999_999) / 1_000_000
        let maximum = attachments.maximumBytes / 1_000_000
        var findings: [HealthFinding] = []
        if attachments.missing > 0 { findings.append(missing(attachments.missing)) }
        if attachments.changed > 0 { findings.append(changed(attachments.changed)) }
        if Double(attachments.bytes) >= Self.nearlyFull * Double(attachments.maximumBytes) {
            findings.append(full(megabytes, of: maximum))
        }
        if let obstacle = attachments.obstacle { findings.append(finding(for: obstacle)) }
        return SubsystemHealth(
            "attachments", summary: "\(attachments.count) photographs and manuals, \(megabytes) of \(maximum) MB",
            values: [
                "count": .number(attachments.count), "megabytes": .number(megabytes), "maximum": .number(maximum),
            ], findings: findings)
    }

    private static func missing(_ count: Int) -> HealthFinding {
        HealthFinding(
            "attachments.missing", severity: .warning,
            message: "The files of \(count) photographs or manuals are missing from the folder attachments.",
            remedy: "Restore the folder from a backup, or remove them: tomte appliances photo list shows them.",
            values: ["count": .number(count)])
    }

    private static func changed(_ count: Int) -> HealthFinding {
        HealthFinding(
            "attachments.changed", severity: .warning,
            message: "The files of \(count) photographs or manuals were changed, so they are not shown.",
            remedy: "Check the disk. Restore the folder attachments from a backup, or remove them: tomte appliances "
                + "photo list shows them.",
            values: ["count": .number(count)])
    }

    private static func full(_ megabytes: Int, of maximum: Int) -> HealthFinding {
        HealthFinding(
            "attachments.nearlyFull", severity: .notice,
            message: "Photographs and manuals have \(megabytes) of \(maximum) MB.",
            remedy: "Remove some, or raise attachments.maximumMegabytes in the configuration.",
            values: ["megabytes": .number(megabytes), "maximum": .number(maximum)])
    }

    /// A home without photographs needs none of this, so it is no warning.
    private static func finding(for obstacle: ConverterObstacle) -> HealthFinding {
        let install = "apt install bubblewrap libvips-tools util-linux"
        switch obstacle {
        case .bubblewrapMissing:
            return HealthFinding(
                "attachments.noBubblewrap", severity: .notice,
                message: "Photographs cannot be added: bubblewrap, which confines their conversion, is not installed.",
                remedy: "Install it: \(install)")
        case .converterMissing:
            return HealthFinding(
                "attachments.noConverter", severity: .notice,
                message: "Photographs cannot be added: vipsthumbnail, which converts them, is not installed.",
                remedy: "Install it: \(install)")
        case .limiterMissing:
            return HealthFinding(
                "attachments.noLimiter", severity: .notice,
                message: "Photographs cannot be added: prlimit, which limits their conversion, is not installed.",
                remedy: "Install it: \(install)")
        case .confinementFails:
            return HealthFinding(
                "attachments.notConfined", severity: .notice,
                message: "Photographs cannot be added: their conversion cannot be confined on this machine.",
                remedy: "bubblewrap needs namespaces of users. Check sysctl user.max_user_namespaces and "
                    + "kernel.unprivileged_userns_clone; a container needs the right to make them. Nothing is converted "
                    + "without it.")
        case .serviceMissing:
            return HealthFinding(
                "attachments.noService", severity: .notice,
                message: "Photographs cannot be added: the service that converts them does not answer.",
                remedy: "Install what it needs: \(install). Then start its socket: systemctl enable --now "
                    + "tomte-photographs.socket")
        }
    }
}
