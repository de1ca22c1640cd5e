package import Foundation

/// The current boot of the machine.
package enum Boot {
    /// The boot id of the kernel. If the kernel has none, every start of the gateway counts as a boot.
    package static let id: UUID = {
        let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        return text.flatMap { UUID(uuidString: $0.trimmingCharacters(in: .whitespacesAndNewlines)) } ?? UUID()
    }()
}
