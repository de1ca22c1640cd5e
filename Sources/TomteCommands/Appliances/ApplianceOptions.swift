import ArgumentParser
import GatewayWire
import HomeModel
import TomteClient

/// What people write down about an appliance, as options.
struct ApplianceOptions: ParsableArguments {
    @Option(help: "The room: its id or name.")
    var room: String?

    @Option(help: "The maker.")
    var maker: String?

    @Option(help: "The model.")
    var model: String?

    @Option(help: "The serial number. Only owners and admins can see it.")
    var serial: String?

    @Option(help: ArgumentHelp("The day on which it was bought.", valueName: "date"), transform: LocalDate.argument)
    var bought: LocalDate?

    @Option(help: "Where it was bought.")
    var shop: String?

    @Option(help: "What it cost: a decimal such as 7990.00. It needs --currency.")
    var price: String?

    @Option(help: "The currency of the price (ISO 4217), such as SEK.", transform: Currency.argument)
    var currency: Currency?

    @Option(help: ArgumentHelp("The last day of the warranty.", valueName: "date"), transform: LocalDate.argument)
    var warranty: LocalDate?

    @Option(help: "The address of the manual on the web.")
    var manual: String?

    @Option(help: "The device that measures or controls it: DEVICE or DEVICE/PART.")
    var device: DeviceArgument?

    @Option(help: "A note, such as where its filter is.")
    var note: String?

    func validate() throws {
        guard price == nil || currency != nil else {
            throw ValidationError("Give the currency of the price too, such as --currency SEK.")
        }
    }

    /// The address with https:// where a person left that out.
    static func webAddress(_ text: String) -> String {
        text.contains(".") && !text.contains(":") ? "https://\(text)" : text
    }

    /// Sets the details that the options name.
    func apply(to body: inout NewApplianceBody, client: CLIClient) async throws(CLIError) {
        if let room { body.room = try await client.resolveRoom(room).id }
        if let maker { body.maker = maker }
        if let model { body.model = model }
        if let serial { body.serialNumber = serial }
        if let bought { body.boughtOn = bought }
        if let shop { body.boughtFrom = shop }
        if let price, let currency {
            body.price = try MoneyText.money(price, currency: currency)
        } else if let currency, let known = body.price {
            body.price = Money(known.amount, currency: currency)
        }
        if let warranty { body.warrantyEnds = warranty }
        if let manual { body.manual = Self.webAddress(manual) }
        if let device {
            let found = try await client.resolve(device)
            try device.checkPart(in: found)
            (body.device, body.part) = (found.id, device.part)
        }
        if let note { body.note = note }
    }
}

/// Amounts of money as arguments.
enum MoneyText {
    static func money(_ text: String, currency: Currency) throws(CLIError) -> Money {
        guard let amount = amount(text) else {
            throw .invalid("“\(EscapedText(text, limit: 40))” is no amount; write a decimal such as 249.00.")
        }
        return Money(amount, currency: currency)
    }

    /// The amount, with a point or a comma before its decimals; nil for another text. Three digits after a comma are
    /// thousands in some countries, so only one or two are decimals.
    static func amount(_ text: String) -> MoneyAmount? {
        let halves = text.split(separator: ",", omittingEmptySubsequences: false)
        let isDecimalComma = halves.count == 2 && (1...2).contains(halves[1].count)
        let plain = isDecimalComma ? halves.joined(separator: ".") : text
        return MoneyAmount(plain, maximumWholeDigits: Money.maximumWholeDigits)
    }
}
