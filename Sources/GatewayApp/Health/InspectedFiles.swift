import Foundation
import HomeModel
import HostInspection
import MosquittoBroker

/// The files of one home and of the program, and what should be true of them.
package struct InspectedFiles: Sendable {
    /// The package of the program, by its name in dpkg.
    static let packageName = "tomte"
    private static let installedProgram = "/usr/bin/tomte"
    private static let installedStateFolder = "/var/lib/tomte"
    private static let installedConfiguration = "/etc/tomte/tomte.yaml"
    private static let installedUser = "tomte"

    let stateFolder: String
    /// The folder of a broker that a service of the system runs; nil if there is none.
    let serviceBrokerFolder: String?
    /// Nil if the gateway has none.
    let configuration: String?
    /// The user to whom the home belongs.
    let owner: UInt32
    /// Whether it is the home of the service that the package installs.
    let isService: Bool
    /// The folder that contains the system.
    var root = ""
    /// The user to whom the files of the package belong.
    var packageOwner: UInt32 = 0
    /// The program of this process. An upgrade may have replaced it.
    var program = Self.ownProgram

    /// Those of a gateway that runs.
    init(state: StateFolder, configuration: GatewayConfiguration) {
        stateFolder = state.path
        serviceBrokerFolder = configuration.brokerService?.folder
        self.configuration = configuration.file
        owner = geteuid()
        isService = state.path == Self.installedStateFolder
    }

    /// Those of a home whose gateway does not run. The configuration is known only for the service of the package.
    package init(stateFolder path: String) {
        stateFolder = URL(fileURLWithPath: path).standardizedFileURL.path
        isService = stateFolder == Self.installedStateFolder
        serviceBrokerFolder = isService ? BrokerService().folder : nil
        configuration = isService ? Self.installedConfiguration : nil
        let user = isService ? UserNames.id(of: Self.installedUser) : nil
        owner = user ?? FolderInspection.owner(of: stateFolder) ?? geteuid()
    }

    init(
        stateFolder: String, serviceBrokerFolder: String? = nil, configuration: String? = nil,
        owner: UInt32 = geteuid(),
        isService: Bool = false
    ) {
        (self.stateFolder, self.serviceBrokerFolder) = (stateFolder, serviceBrokerFolder)
        (self.configuration, self.owner, self.isService) = (configuration, owner, isService)
    }

    /// The name of the owner, or the number of one without a name.
    var ownerName: String { UserNames.name(of: owner) ?? "\(owner)" }

    /// The findings in each folder that has some.
    func folders() -> [InspectedFolder] {
        var folders = [
            InspectedFolder(path: stateFolder, findings: findings(stateFolder, contents: StateFolder.contents))
        ]
        if let serviceBrokerFolder {
            let found = findings(serviceBrokerFolder, contents: StateFolder.contentsOfServiceBroker)
            folders.append(InspectedFolder(path: serviceBrokerFolder, findings: found, isOfServiceBroker: true))
        }
        return folders.filter { !$0.findings.isEmpty }
    }

    private func findings(_ folder: String, contents: FolderContents) -> [FolderInspection.Finding] {
        FolderInspection(folder, contents: contents, owner: owner).findings()
    }

    /// The path of the configuration, if a user other than root and the owner of the home can change it.
    func writableConfiguration() -> String? {
        guard let configuration else { return nil }
        // With the runtime linked statically, the members of `stat` belong to a module that this target does not import.
        let file = URL(filePath: configuration).resolvingSymlinksInPath().path
        let attributes = try? FileManager.default.attributesOfItem(atPath: file)
        guard let mode = (attributes?[.posixPermissions] as? NSNumber)?.uint32Value,
            let fileOwner = (attributes?[.ownerAccountID] as? NSNumber)?.uint32Value
        else { return nil }
        return mode & 0o022 != 0 || ![0, owner].contains(fileOwner) ? configuration : nil
    }

    /// Reads the files of the package. Nil if `isCancelled` returned true meanwhile.
    func comparison(isCancelled: () -> Bool) -> PackageComparison? {
        guard program == Self.installedProgram,
            let package = InstalledPackage(Self.packageName, root: root, owner: packageOwner)
        else { return .notInstalled }
        return package.differences(isCancelled: isCancelled).map { .compared($0, fileCount: package.fileCount) }
    }

    /// A program of a checkout is not compared with the package that may be installed beside it.
    private static var ownProgram: String {
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return path?.replacing(" (deleted)", with: "") ?? ""
    }
}

/// What an inspection found in a folder.
struct InspectedFolder: Hashable, Sendable {
    let path: String
    var findings: [FolderInspection.Finding]
    var isOfServiceBroker = false
}

/// How the installed program compares with its package.
enum PackageComparison: Hashable, Sendable {
    /// The first comparison has not ended.
    case pending
    /// The program was not installed as a package.
    case notInstalled
    case compared(InstalledPackage.Differences, fileCount: Int)
}
