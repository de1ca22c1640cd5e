import MatterProtocol

extension NodeDefinition {
    /// What a node announces while it can be commissioned. `isEnhanced` tells that an administrator opened the window
    /// with a passcode of its own.
    func commissionableAnnouncement(
        instance: String, discriminator: UInt16, isEnhanced: Bool, port: UInt16
    ) -> NodeAnnouncement {
        var subtypes = ["_S\(discriminator >> 8)", "_L\(discriminator)", "_V\(vendorID)"]
        if let primaryDeviceType { subtypes.append("_T\(primaryDeviceType)") }
        subtypes.append("_CM")
        var txt = ["D=\(discriminator)", "VP=\(vendorID)+\(productID)", "CM=\(isEnhanced ? 2 : 1)"]
        if let primaryDeviceType { txt.append("DT=\(primaryDeviceType)") }
        // 32 characters are permitted.
        txt.append("DN=\((deviceName ?? productName).prefix(32))")
        // Hint: the code is on the label of the node.
        txt += ["PH=33", "PI="]
        return NodeAnnouncement(
            service: .commissionable, name: instance, subtypes: subtypes, port: port, txt: txt + timing)
    }

    /// What a node announces for a fabric.
    func operationalAnnouncement(of identity: FabricIdentity, port: UInt16) -> NodeAnnouncement {
        NodeAnnouncement(
            service: .operational, name: identity.instanceName, subtypes: ["_I\(identity.compressedFabricID)"],
            port: port, txt: timing)
    }

    private var timing: [String] {
        [
            sessionParameters.idleInterval.map { "SII=\($0)" }, sessionParameters.activeInterval.map { "SAI=\($0)" },
            sessionParameters.activeThreshold.map { "SAT=\($0)" }, "T=0",
        ].compactMap(\.self)
    }
}
