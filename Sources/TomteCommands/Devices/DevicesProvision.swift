import ArgumentParser
import GatewayWire
import HomeModel

struct DevicesProvision: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "provision",
        abstract: "Issue what a device needs to connect: certificate, key and CA.",
        discussion: Example.discussion(
            """
            ROOT becomes the device's root topic, user name and client id; it may use topics below it and no others.
            The private key is handed over here and not kept.
            """,
            "tomte devices provision garden-pump --folder ./credentials"))

    @OptionGroup var gateway: GatewayOptions

    @Argument(help: ArgumentHelp("Lower-case letters, digits and hyphens.", valueName: "root"))
    var root: String

    @Option(help: ArgumentHelp("Where ROOT.pem, ROOT.key and ROOT.ca.pem are written.", valueName: "dir"))
    var folder = "."

    func run() async throws {
        guard let id = DeviceID(root) else {
            throw CommandFailure.invalid("“\(InertText(root, limit: 80))” cannot be a root: use a-z, 0-9 and hyphens.")
        }
        let files = CredentialFiles(folder: folder, root: root)
        try await gateway.withClient { client throws(CommandFailure) in
            let credential = try await client.provision(id).body()
            do {
                try files.write(credential)
            } catch {
                throw .cannotStart("The files cannot be written to \(folder): \(error)")
            }
            Console.output.lines([
                "Host         \(credential.host) port \(credential.port), MQTT 5 over TLS 1.3",
                "CA           \(files.certificateAuthority)", "Certificate  \(files.certificate)",
                "Private key  \(files.privateKey)", "Topics       \(root)/#, Homie 5 as \(root)/5/<device>",
            ])
        }
    }
}
