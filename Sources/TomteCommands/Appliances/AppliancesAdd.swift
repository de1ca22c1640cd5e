import ArgumentParser
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte appliances add`.
struct AppliancesAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add an appliance.",
        discussion: HelpDiscussion.discussion(
            "Only the name is required; what is not known can be added later with tomte appliances edit.",
            commands: "tomte appliances add Dishwasher",
            "tomte appliances add \"Heat pump\" --room Cellar --maker NIBE --device pump",
            "tomte appliances add Fridge --price 7990 --currency SEK --shop Elgiganten"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var details: ApplianceOptions

    @Argument(help: "Name of the appliance: 1 to 100 letters, numbers, spaces and - _ ( ).")
    var name: String

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            var body = NewApplianceBody(name: name)
            try await details.apply(to: &body, client: client)
            try output.show(try await client.add(body)) { appliance, console in
                console.line("\("✓", .good) The appliance \(appliance.name, .strong) was added. Id: \(appliance.id)")
            }
        }
    }
}

/// The subcommand `tomte appliances edit`.
struct AppliancesEdit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change what is written down about an appliance.",
        discussion: HelpDiscussion.discussion(
            "What no option names stays as it is. --clear removes a detail.",
            commands: "tomte appliances edit Dishwasher --name \"Old dishwasher\" --room Cellar",
            "tomte appliances edit Fridge --warranty 2028-05-02 --clear note"))

    /// The details that can be removed.
    enum Field: String, ExpressibleByArgument, CaseIterable {
        case room, maker, model, serial, bought, shop, price, warranty, manual, device, note
    }

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var details: ApplianceOptions

    @Argument(help: "Id or name of the appliance.")
    var appliance: String

    @Option(help: "The new name.")
    var name: String?

    @Option(help: ArgumentHelp("Remove this detail; may be given several times.", valueName: "detail"))
    var clear: [Field] = []

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let known = try await client.appliance(try await client.resolveAppliance(appliance).id).body()
            var body = NewApplianceBody(known)
            if let name { body.name = name }
            for field in clear { Self.clear(field, in: &body) }
            try await details.apply(to: &body, client: client)
            try output.show(try await client.set(body, of: known.id, replacing: known.revision)) { changed, console in
                console.line("\("✓", .good) The appliance \(changed.name, .strong) was changed.")
            }
        }
    }

    private static func clear(_ field: Field, in body: inout NewApplianceBody) {
        switch field {
        case .room: body.room = nil
        case .maker: body.maker = nil
        case .model: body.model = nil
        case .serial: body.serialNumber = nil
        case .bought: body.boughtOn = nil
        case .shop: body.boughtFrom = nil
        case .price: body.price = nil
        case .warranty: body.warrantyEnds = nil
        case .manual: body.manual = nil
        case .device: (body.device, body.part) = (nil, nil)
        case .note: body.note = nil
        }
    }
}
