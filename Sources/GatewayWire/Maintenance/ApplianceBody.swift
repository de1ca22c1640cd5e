package import HomeModel

/// `GET /appliances`, `GET /appliances/{id}`: a thing of the home that people look after.
package struct ApplianceBody: Codable, Sendable {
    package let id: ApplianceID
    package let name: String
    /// Absent for an appliance that is in no room.
    package let room: RoomBody?
    package let maker: String?
    package let model: String?
    package let serialNumber: String?
    package let boughtOn: LocalDate?
    package let boughtFrom: String?
    package let price: Money?
    /// The last day of the warranty.
    package let warrantyEnds: LocalDate?
    /// How long the warranty still lasts; absent without an end, and while the clock is not known.
    package let warranty: WarrantyBody?
    package let manual: String?
    package let device: DeviceID?
    /// The name of the device; absent when the caller may not see it.
    package let deviceName: String?
    package let part: PartID?
    package let note: String?
    /// Increases with every change, for `If-Match`.
    package let revision: Int

    package init(
        _ appliance: Appliance, room: RoomBody?, deviceName: String?, warranty: WarrantyBody?
    ) {
        let details = appliance.details
        id = appliance.id
        name = details.name.text
        self.room = room
        maker = details.maker
        model = details.model
        serialNumber = details.serialNumber?.exposedText
        boughtOn = details.boughtOn
        boughtFrom = details.boughtFrom
        price = details.price
        warrantyEnds = details.warrantyEnds
        self.warranty = warranty
        manual = details.manual?.description
        device = details.link?.device
        self.deviceName = deviceName
        part = details.link?.part
        note = details.note
        revision = appliance.revision
    }
}

/// How long a warranty still lasts, rounded down to the unit in which people think of it.
package struct WarrantyBody: Codable, Sendable, Hashable {
    package enum State: String, Codable, Sendable, CaseIterable { case ended, days, months, years }

    package let state: State
    /// The number of days, months or years; 0 days on the last day. Absent when it has ended.
    package let count: Int?

    package init(_ warranty: Warranty) {
        switch warranty {
        case .ended: (state, count) = (.ended, nil)
        case .days(let days): (state, count) = (.days, days)
        case .months(let months): (state, count) = (.months, months)
        case .years(let years): (state, count) = (.years, years)
        }
    }
}

/// `POST /appliances` and `PUT /appliances/{id}`: all that people write down about an appliance. What is absent is not known.
package struct NewApplianceBody: Codable, Sendable {
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

    /// The present details of an appliance, to change some of them.
    package init(_ appliance: ApplianceBody) {
        self.init(
            name: appliance.name, room: appliance.room?.id, maker: appliance.maker, model: appliance.model,
            serialNumber: appliance.serialNumber, boughtOn: appliance.boughtOn, boughtFrom: appliance.boughtFrom,
            price: appliance.price, warrantyEnds: appliance.warrantyEnds, manual: appliance.manual,
            device: appliance.device, part: appliance.part, note: appliance.note)
    }
}
