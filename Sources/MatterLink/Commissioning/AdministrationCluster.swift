/// The numbers of the clusters with which an administrator adds nodes and removes them, and of their own codes. Source:
/// Matter core specification, sections 9.3, 11.1, 11.10, 11.18 and 11.19.
enum AdministrationCluster {
    static let identify: UInt32 = 0x03
    static let basicInformation: UInt32 = 0x28
    static let generalCommissioning: UInt32 = 0x30
    static let administratorCommissioning: UInt32 = 0x3C
    static let operationalCredentials: UInt32 = 0x3E

    /// The codes of General Commissioning.
    enum CommissioningCode {
        static let noFailSafe: UInt8 = 3
    }

    /// The codes of Administrator Commissioning, as the cluster's own statuses.
    enum WindowStatus {
        /// The node accepts another commissioner already.
        static let busy: UInt8 = 2
        static let notOpen: UInt8 = 4
    }

    /// The codes of Operational Credentials.
    enum CertificateCode {
        static let tableFull: UInt8 = 5
        /// The node belongs to this fabric already.
        static let fabricConflict: UInt8 = 9
    }
}
