/// A thing of the home that people look after: a dishwasher, a heat pump, a smoke alarm. It need not be a device.
package struct Appliance: Hashable, Sendable {
    package static let maximumCount = 500

    package let id: ApplianceID
    package var details: ApplianceDetails
    /// The actor who wrote the note last, as the audit log names actors, or the pseudonym of a person who was erased; nil
    /// without a note.
    package let noteBy: String?
    package let addedAt: Timestamp
    /// Increases with every change, for `If-Match`.
    package let revision: Int

    package init(
        id: ApplianceID, details: ApplianceDetails, noteBy: String? = nil, addedAt: Timestamp, revision: Int = 1
    ) {
        self.id = id
        self.details = details
        self.noteBy = noteBy
        self.addedAt = addedAt
        self.revision = revision
    }

    package var name: DisplayName { details.name }
    package var room: RoomID? { details.room }
    package var link: ApplianceLink? { details.link }
}

package typealias ApplianceID = Identifier<Appliance>

/// What people write down about an appliance.
package struct ApplianceDetails: Hashable, Sendable {
    package var name: DisplayName
    package var room: RoomID?
    package var maker: String?
    package var model: String?
    package var serialNumber: SerialNumber?
    package var boughtOn: LocalDate?
    package var boughtFrom: String?
    package var price: Money?
    /// The last day of the warranty.
    package var warrantyEnds: LocalDate?
    /// Where the manual is on the web.
    package var manual: WebLink?
    /// The device, or the part of one, that measures or controls the appliance.
    package var link: ApplianceLink?
    package var note: String?

    package init(
        name: DisplayName, room: RoomID? = nil, maker: String? = nil, model: String? = nil,
        serialNumber: SerialNumber? = nil, boughtOn: LocalDate? = nil, boughtFrom: String? = nil,
        price: Money? = nil, warrantyEnds: LocalDate? = nil, manual: WebLink? = nil, link: ApplianceLink? = nil,
        note: String? = nil
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
        self.link = link
        self.note = note
    }
}

extension ApplianceDetails {
    /// The rules for its texts.
    package static let textRule = FreeTextRule.line(100)
    package static let shopRule = FreeTextRule.line(200)
    package static let noteRule = FreeTextRule.lines(2000)
}

/// The device, or one part of it, that belongs to an appliance.
package struct ApplianceLink: Hashable, Sendable {
    package let device: DeviceID
    /// Nil for the whole device.
    package let part: PartID?

    package init(device: DeviceID, part: PartID? = nil) {
        self.device = device
        self.part = part
    }
}
