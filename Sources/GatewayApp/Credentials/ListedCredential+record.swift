import DeviceProtocols
import Foundation
import GatewayCore
import HomeCertificates
import HomeModel

extension ListedCredential {
    init?(_ record: CredentialRecord, expiresAt: Date?) {
        guard let root = DeviceID(record.id.rawValue) else { return nil }
        let isPassword = record.passwordHash != nil
        self.init(
            root: root, family: DeviceFamilies.definition(of: DeviceFamily(rawValue: record.family))?.name,
            proof: isPassword ? .password : .certificate,
            mac: record.mac.flatMap(MACAddress.init),
            issuedAt: record.issuedAt == .distantPast ? nil : Timestamp(record.issuedAt),
            expiresAt: isPassword ? nil : expiresAt.map(Timestamp.init), isEnding: record.endedAt != nil,
            isProvisional: record.isProvisional ?? false)
    }
}
