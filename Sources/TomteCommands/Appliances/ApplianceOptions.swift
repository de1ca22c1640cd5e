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

    @Option(help: "What it cost: a decimal such as 7990.00.")
    var price: String?

    @Option(
        help: "The currency of the price (ISO 4217), such as SEK (default: that of the home's country).",
        transform: Currency.argument)
    var currency: Currency?

    @Option(help: ArgumentHelp("The last day of the warranty.", valueName: "date"), transform: LocalDate.argument)
    var warranty: LocalDate?

    @Option(help: "The address of the manual on the web.")
    var manual: String?

    @Option(help: "The device that measures or controls it: DEVICE or DEVICE/PART.")
    var device: DeviceArgument?

    @Option(help: "A note, such as where its filter is.")
    var note: String?

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
        if let price {
            body.price = try await client.money(price, in: currency ?? body.price?.currency)
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

    /// The currency that is usual where this time zone applies; nil for a zone of several countries.
    static func currency(ofTimeZone zone: String) -> Currency? {
        Currency(currencies[zone] ?? (zone.hasPrefix("Europe/") ? "EUR" : ""))
    }

    /// Those of Europe that have not the euro, and a few more.
    private static let currencies = [
        "Europe/Stockholm": "SEK", "Europe/Oslo": "NOK", "Europe/Copenhagen": "DKK", "Atlantic/Reykjavik": "ISK",
        "Europe/London": "GBP", "Europe/Zurich": "CHF", "Europe/Warsaw": "PLN", "Europe/Prague": "CZK",
        "Europe/Budapest": "HUF", "Europe/Bucharest": "RON", "Asia/Tokyo": "JPY", "Pacific/Auckland": "NZD",
    ]

    /// The amount, with a point or a comma before its decimals; nil for another text. Three digits after a comma are
    /// thousands in some countries, so only one or two are decimals.
    static func amount(_ text: String) -> MoneyAmount? {
        let halves = text.split(separator: ",", omittingEmptySubsequences: false)
        let isDecimalComma = halves.count == 2 && (1...2).contains(halves[1].count)
        let plain = isDecimalComma ? halves.joined(separator: ".") : text
        return MoneyAmount(plain, maximumWholeDigits: Money.maximumWholeDigits)
    }
}

extension CLIClient {
    /// The amount in this currency; without one, in that of the home's country. Throws `.usage` where that is not known.
    func money(_ text: String, in currency: Currency?) async throws(CLIError) -> Money {
        if let currency { return try MoneyText.money(text, currency: currency) }
        let zone = try await home().body().timeZone
        guard let usual = MoneyText.currency(ofTimeZone: zone) else {
            throw .usage("Give the currency too, such as --currency EUR.")
        }
        return try MoneyText.money(text, currency: usual)
    }
}
