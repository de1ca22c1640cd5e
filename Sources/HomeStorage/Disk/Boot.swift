package import Foundation

/// The machine's latest start.
package enum Boot {
    /// As the kernel names it; where it names none, every start of the gateway counts as one.
    package static let id: UUID = {
        let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        return text.flatMap { UUID(uuidString: $0.trimmingCharacters(in: .whitespacesAndNewlines)) } ?? UUID()
    }()
}
