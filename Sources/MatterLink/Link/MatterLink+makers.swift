package import GatewayCore
package import HomeModel

extension MatterLink: MakerTrustingLink {
    package func makers() async -> DeviceMakers { makerStore.makers }

    package func maker(of certificate: String) async throws(DeviceMakerFailure) -> DeviceMaker {
        try makerStore.maker(of: certificate)
    }

    /// Nodes that are commissioned from now on are judged with the new maker too.
    package func addMaker(_ certificate: String) async throws(DeviceMakerFailure) -> DeviceMaker {
        try makerStore.add(certificate)
    }

    package func removeMaker(_ id: DeviceMakerID) async throws(DeviceMakerFailure) { try makerStore.remove(id) }
}
