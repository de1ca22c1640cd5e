import GatewayCore
import HomeModel
import MatterProtocol
import MatterTransport

extension DevicePairingFailure {
    init(_ failure: NodeFailure) {
        self =
            switch failure {
            case .establishment(.wrongPasscode): .wrongCode(failure.explanation)
            // A node that has another passcode often says no more than this.
            case .establishment(.refusedByPeer(let report)) where report.secureChannelCode == .invalidParameter:
                .wrongCode(failure.explanation)
            case .establishment(.peerBusy): .blocked(.pauseNeeded, reason: failure.explanation)
            case .unreachable, .timedOut, .sessionClosed, .sessionLost, .noSocket:
                .blocked(.unreachable, reason: failure.explanation)
            default: .blocked(.deviceRefused, reason: failure.explanation)
            }
    }
}

extension SetupCode {
    /// Reads the digits of a code, or the text of a QR code, which must be that of the node. The other nodes that accept a
    /// code now serve to say whose code it may be.
    init(
        _ secret: Secret, for service: NetworkService, among others: some Sequence<NetworkService>
    ) throws(DevicePairingFailure) {
        do throws(SetupCodeError) {
            self = try SetupCode(secret.exposedText)
        } catch {
            throw .invalidCode(error.explanation)
        }
        guard !matches(service) else { return }
        let names = others.filter(matches).map { "“\($0.shownName)”" }.sorted()
        throw .invalidCode(
            names.isEmpty
                ? "This is the code of another device."
                : "This is the code of another device, maybe of \(names.joined(separator: " or ")).")
    }

    private func matches(_ service: NetworkService) -> Bool {
        guard case .matterCommissionable(let record) = service.record, let discriminator = record.discriminator else {
            return false
        }
        return matches(discriminator: discriminator, vendorID: record.vendorID, productID: record.productID)
    }
}

extension NetworkService {
    /// The name that the node announces for people, or else its instance name. Escaped.
    var shownName: String {
        if case .matterCommissionable(let record) = record, let name = record.deviceName { return name.description }
        return name.description
    }
}
