import HomeModel
import SimulatedHome

extension SimulatedHome {
    func isOn(_ device: String) -> CapabilityValue? { value(.switch, of: device) }

    func value(_ kind: CapabilityKind, of device: String) -> CapabilityValue? {
        observations(of: device)?.first { $0.address == ValueAddress(kind) }?.value
    }
}

/// Devices with a server of their own need no credentials of the broker.
struct NoCredentials: CredentialSource {
    func credential(for root: String) async throws -> DeviceCredential {
        throw SimulatedHomeError.noExpiredCertificates
    }
}
