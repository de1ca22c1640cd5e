package import HomeModel

/// An appliance as a person describes it, before it is checked.
package struct ApplianceDraft: Sendable {
    package var name: String
    package var room: RoomID?
    package var maker: String?
    package var model: String?
    package var serialNumber: String?
    package var boughtOn: LocalDate?
    package var boughtFrom: String?
    package var price: Money?
    package var warrantyEnds: LocalDate?
    package var manual: String?
    package var device: DeviceID?
    package var part: PartID?
    package var note: String?

    package init(
        name: String, room: RoomID? = nil, maker: String? = nil, model: String? = nil, serialNumber: String? = nil,
        boughtOn: LocalDate? = nil, boughtFrom: String? = nil, price: Money? = nil, warrantyEnds: LocalDate? = nil,
        manual: String? = nil, device: DeviceID? = nil, part: PartID? = nil, note: String? = nil
    ) {
        self.name = name
        self.room = room
        self.maker = maker
        self.model = model
        self.serialNumber = serialNumber
        self.boughtOn = boughtOn
        self.boughtFrom = boughtFrom
        self.price = price
        self.warrantyEnds = warrantyEnds
        self.manual = manual
        self.device = device
        self.part = part
        self.note = note
    }
}

extension ApplianceDraft {
    /// Returns the details, or throws `.invalid` for the first field that breaks a rule. `known` are the details that they
    /// replace: what they share with these was valid once, and is accepted again. The devices in `hidden` do not exist for
    /// the person; an appliance of such a device keeps it when the person names none.
    func checked(
        in home: HomeSnapshot, hidden: Set<DeviceID>, replacing known: ApplianceDetails?
    ) throws(ActionRefusal) -> ApplianceDetails {
        let rule = ApplianceDetails.textRule
        let keptLink = known?.link.flatMap { hidden.contains($0.device) ? $0 : nil }
        let details = ApplianceDetails(
            name: try DisplayName.checked(name, field: "name"), room: room,
            maker: try maker.checked(by: rule, field: "maker"), model: try model.checked(by: rule, field: "model"),
            serialNumber: try serialNumber.checked(by: rule, field: "serialNumber").map { SerialNumber($0) },
            boughtOn: boughtOn, boughtFrom: try boughtFrom.checked(by: ApplianceDetails.shopRule, field: "boughtFrom"),
            price: try price?.checked(field: "price", replacing: known?.price), warrantyEnds: warrantyEnds,
            manual: try checkedManual(), link: device.map { ApplianceLink(device: $0, part: part) } ?? keptLink,
            note: try note.checked(by: ApplianceDetails.noteRule, field: "note"))
        if let room, room != known?.room, home.rooms[room] == nil {
            throw .invalid(field: "room", code: "notFound", detail: "There is no room with the id “\(room)”.")
        }
        if let boughtOn, let warrantyEnds, warrantyEnds < boughtOn {
            throw .invalid(
                field: "warrantyEnds", code: "contradictory",
                detail: "The warranty ends on \(warrantyEnds), before the appliance was bought (\(boughtOn)).")
        }
        if part != nil, device == nil {
            throw .invalid(
                field: "part", code: "contradictory", detail: "A part belongs to a device: name the device too.")
        }
        if device != nil, let link = details.link, link != known?.link || hidden.contains(link.device) {
            try check(link, in: home, hidden: hidden)
        }
        return details
    }

    private func checkedManual() throws(ActionRefusal) -> WebLink? {
        guard let manual else { return nil }
        guard let link = WebLink(manual) else {
            throw .invalid(field: "manual", code: "invalid", detail: WebLink.advice)
        }
        return link
    }

    private func check(
        _ link: ApplianceLink, in home: HomeSnapshot, hidden: Set<DeviceID>
    ) throws(ActionRefusal) {
        guard let device = home[link.device], !hidden.contains(device.id) else {
            throw .invalid(
                field: "device", code: "notFound", detail: "The home has no device with the id “\(link.device)”.")
        }
        guard let part = link.part, device.description[part] == nil else { return }
        let parts = device.description.parts.map(\.id.rawValue).joined(separator: ", ")
        throw .invalid(
            field: "part", code: "noSuchPart", detail: "There is no part “\(part)”; this device has \(parts).")
    }
}

extension String? {
    /// The text by its rule; nil for a blank one. Throws `.invalid`.
    func checked(by rule: FreeTextRule, field: String) throws(ActionRefusal) -> String? {
        guard let raw = self else { return nil }
        do throws(FreeTextError) {
            return try rule.checked(raw)
        } catch {
            throw .invalid(field: field, code: error.code, detail: error.description)
        }
    }
}

extension Money {
    /// The amount, unless a person may not enter it. A currency that went out of use stays valid where it is `known`.
    func checked(field: String, replacing known: Money?) throws(ActionRefusal) -> Money {
        guard isEnterable else {
            throw .invalid(
                field: field, code: "outOfRange",
                detail: "An amount is 0 or more, with at most \(Money.maximumWholeDigits) digits before the point.")
        }
        guard currency.isInUse || currency == known?.currency else {
            throw .invalid(
                field: field, code: "unknown",
                detail: "“\(currency)” is no currency in use; give an ISO 4217 code such as SEK.")
        }
        return self
    }
}
