import ArgumentParser
import Foundation
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte appliances photo`.
struct AppliancesPhoto: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photo",
        abstract: "Add, list, save and remove the photographs of appliances and of services.",
        discussion: HelpDiscussion.discussion(
            """
            A JPEG, PNG, WebP or HEIC file of at most 20 MB and 100 megapixels becomes a JPEG file of at
            most 4096 pixels on its longer edge. Places, times and all else that a camera writes into a
            picture are removed, and the original is not kept. What is stored is encrypted.
            """,
            commands: "tomte appliances photo add Dishwasher type-plate.jpg --title \"Type plate\"",
            "tomte appliances photo list Dishwasher"),
        subcommands: [PhotoAdd.self, PhotoList.self, PhotoSave.self, PhotoRemove.self])
}

/// The subcommand `tomte appliances manual`.
struct AppliancesManual: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "manual",
        abstract: "Add and save the manuals of appliances.",
        discussion: HelpDiscussion.discussion(
            """
            A manual is a PDF file of at most 20 MB. It is stored encrypted and as it is. Open one only
            if you trust its source. tomte appliances photo list shows manuals too, and tomte appliances
            photo remove removes them.
            """,
            commands: "tomte appliances manual add Dishwasher manual.pdf", "tomte appliances manual save Dishwasher"),
        subcommands: [ManualAdd.self, ManualSave.self])
}

/// What the subcommands add to: an appliance, or an entry of the service history.
struct AttachmentOwnerOptions: ParsableArguments {
    @Argument(help: "Id or name of the appliance, or with --entry the id of an entry of the service history.")
    var appliance: String

    @Flag(help: "The photographs of an entry of the service history instead.")
    var entry = false

    func resolve(_ client: CLIClient) async throws(CLIError) -> AttachmentOwner {
        guard entry else { return .appliance(try await client.resolveAppliance(appliance).id) }
        guard let id = ServiceEntryID(appliance) else {
            throw .usage(
                "“\(EscapedText(appliance, limit: 64))” is no id; tomte maintenance history list shows all ids.")
        }
        return .serviceEntry(id)
    }
}

/// The subcommand `tomte appliances photo add`.
struct PhotoAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add photographs to an appliance, or to an entry of the service history.",
        discussion: HelpDiscussion.discussion(
            "", commands: "tomte appliances photo add Dishwasher type-plate.jpg --title \"Type plate\"",
            "tomte appliances photo add Dishwasher front.heic back.heic",
            "tomte appliances photo add --entry k3x9d0a7q2m4w8zp new-pump.jpg"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var owner: AttachmentOwnerOptions

    @Argument(help: "JPEG, PNG, WebP or HEIC files.", completion: .file())
    var files: [String]

    @Option(help: "A title, of at most 100 characters.")
    var title: String?

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let owner = try await owner.resolve(client)
            for file in files {
                let content = try AttachmentSource.content(of: file)
                let answer = try await client.add(.photo, content: content, title: title, to: owner, as: .random())
                try output.show(answer) { photo, console in
                    console.line("\("✓", .good) The photo was added. Id: \(photo.id)")
                }
            }
        }
    }
}

/// The subcommand `tomte appliances photo list`.
struct PhotoList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the photographs and manuals of an appliance, or of an entry of the service history.",
        discussion: HelpDiscussion.discussion(
            "", commands: "tomte appliances photo list Dishwasher",
            "tomte appliances photo list --entry k3x9d0a7q2m4w8zp --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var owner: AttachmentOwnerOptions

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let clock = try await HomeClockText(of: client)
            let answer = try await client.attachments(of: try await owner.resolve(client))
            try output.show(answer) { all, console in
                guard !all.isEmpty else {
                    return console.prose(
                        "There are no photos here yet; add one with tomte appliances photo add APPLIANCE FILE.")
                }
                console.table(AttachmentText.table(all, clock: clock))
            }
        }
    }
}

/// The subcommand `tomte appliances photo save`.
struct PhotoSave: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "save",
        abstract: "Save a photograph as a file.",
        discussion: HelpDiscussion.discussion(
            "", commands: "tomte appliances photo save p4w8zk3x9d0a7q2m",
            "tomte appliances photo save p4w8zk3x9d0a7q2m -o a.jpg"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var target: AttachmentTarget

    @Argument(help: "The id of the photograph, as tomte appliances photo list shows it.")
    var id: String

    func run() async throws(CLIError) {
        guard let id = AttachmentID(id) else { throw .usage("\(id.debugDescription) is no id of a photograph.") }
        try await gateway.withClient { client throws(CLIError) in
            try await target.save(id, name: "photo-\(id).jpg", from: client)
        }
    }
}

/// The subcommand `tomte appliances photo remove`.
struct PhotoRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a photograph or a manual for good.",
        discussion: HelpDiscussion.discussion(
            "Its key is destroyed, so that no copy of its file can be read. On a terminal it asks for confirmation first.",
            commands: "tomte appliances photo remove p4w8zk3x9d0a7q2m",
            "tomte appliances photo remove p4w8zk3x9d0a7q2m --yes"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var confirmation: ConfirmationOptions

    @Argument(help: "The id, as tomte appliances photo list shows it.")
    var id: String

    func run() async throws(CLIError) {
        guard let id = AttachmentID(id) else { throw .usage("\(id.debugDescription) is no id of a photograph.") }
        try await gateway.withClient { client throws(CLIError) in
            try confirmation.confirm("Remove \(id.rawValue, .strong) for good?")
            try await client.removeAttachment(id)
            output.done { $0.line("\("✓", .good) It was removed.") }
        }
    }
}

/// The subcommand `tomte appliances manual add`.
struct ManualAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add the PDF of a manual to an appliance.",
        discussion: HelpDiscussion.discussion(
            "", commands: "tomte appliances manual add Dishwasher manual.pdf",
            "tomte appliances manual add \"Heat pump\" service.pdf --title \"Service manual\""))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id or name of the appliance.")
    var appliance: String

    @Argument(help: "A PDF file.", completion: .file())
    var file: String

    @Option(help: "A title, of at most 100 characters (default: the name of the file).")
    var title: String?

    func run() async throws(CLIError) {
        let content = try AttachmentSource.content(of: file)
        try await gateway.withClient { client throws(CLIError) in
            let found = try await client.resolveAppliance(appliance)
            let name = URL(filePath: file).deletingPathExtension().lastPathComponent
            let answer = try await client.add(
                .manual, content: content, title: title ?? String(name.prefix(100)), to: .appliance(found.id),
                as: .random())
            try output.show(answer) { manual, console in
                console.line("\("✓", .good) The manual of \(found.name, .strong) was added. Id: \(manual.id)")
            }
        }
    }
}

/// The subcommand `tomte appliances manual save`.
struct ManualSave: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "save",
        abstract: "Save the manual of an appliance as a PDF file.",
        discussion: HelpDiscussion.discussion(
            "If the appliance has several manuals, choose one with --id.",
            commands: "tomte appliances manual save Dishwasher", "tomte appliances manual save Dishwasher -o manual.pdf"
        ))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var target: AttachmentTarget

    @Argument(help: "Id or name of the appliance.")
    var appliance: String

    @Option(help: "The id of one of several manuals.")
    var id: String?

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let found = try await client.resolveAppliance(appliance)
            let manuals = try await client.attachments(of: .appliance(found.id)).body()
                .filter { $0.kind == .manual && (id == nil || $0.id.rawValue == id) }
            guard let manual = manuals.first else {
                throw .invalid(
                    "\(EscapedText(found.name, limit: 100)) has no such manual; add one with tomte appliances manual add."
                )
            }
            guard manuals.count == 1 else {
                let ids = manuals.map(\.id.rawValue).joined(separator: ", ")
                throw .invalid("There are several manuals; choose one with --id: \(ids).")
            }
            try await target.save(manual.id, name: "manual-\(found.id).pdf", from: client)
        }
    }
}
