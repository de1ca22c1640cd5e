package import MatterProtocol

/// What a simulated node is: the texts on its label, and its endpoints. The node adds endpoint 0, through which it is
/// commissioned.
package struct NodeDefinition: Sendable {
    package var vendorName = "Tomte Test Vendor"
    package var productName: String
    /// The name that the node announces, and its node label until a controller writes another one. Nil if it is the name of
    /// the product, without a label.
    package var deviceName: String?
    package var serialNumber: String
    /// FFF1 to FFF4 are the vendors for tests.
    package var vendorID: UInt16 = 0xFFF1
    package var productID: UInt16 = 0x8000
    package var hardwareVersion: UInt16 = 1
    package var softwareVersion: UInt32 = 1
    package var passcode: SetupPasscode
    /// Twelve bits.
    package var discriminator: UInt16
    /// Endpoints from 1 on.
    package var endpoints: [EndpointDefinition]
    /// What the node says about its timing.
    package var sessionParameters = SessionParameters(
        idleInterval: 500, activeInterval: 300, activeThreshold: 4000, dataModelRevision: 18,
        interactionModelRevision: 12, specificationVersion: 0x0104_0000, maximumPathsPerInvoke: 10)

    package init(
        productName: String, serialNumber: String = "TOMTE-TEST-1", passcode: SetupPasscode, discriminator: UInt16,
        endpoints: [EndpointDefinition]
    ) {
        self.productName = productName
        self.serialNumber = serialNumber
        self.passcode = passcode
        self.discriminator = discriminator & 0xFFF
        self.endpoints = endpoints
    }

    /// What the label of the node shows.
    package var setupPayload: SetupPayload {
        SetupPayload(
            vendorID: vendorID, productID: productID, discovery: .ipNetwork, discriminator: discriminator,
            passcode: passcode)
    }

    /// The device type that the node announces: that of its first endpoint.
    package var primaryDeviceType: UInt32? { endpoints.first?.deviceTypes.first?.id }
}
