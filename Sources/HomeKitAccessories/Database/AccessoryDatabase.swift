import HomeKitProtocol

/// The accessories of one pairing, as `GET /accessories` returns them.
package struct AccessoryDatabase: Hashable, Sendable {
    /// No two have the same `aid`.
    package let accessories: [Accessory]
    /// The things that the parser had to leave out, as `what: why`.
    package let problems: [String]

    package init(accessories: [Accessory], problems: [String] = []) {
        self.accessories = accessories
        self.problems = problems
    }

    package subscript(_ aid: UInt64) -> Accessory? { accessories.first { $0.aid == aid } }

    /// The accessory that has the pairing: the bridge, or the only accessory. Nil when there are none.
    package var root: Accessory? { self[1] ?? accessories.min { $0.aid < $1.aid } }

    /// Parses the body of `GET /accessories`. A list of accessories without an object around it is accepted too.
    ///
    /// The parser leaves out what it cannot use and says so in `problems`; one odd characteristic hides no accessory.
    package init(parsing body: [UInt8]) throws(AccessoryDatabaseError) {
        let document: HomeKitJSON
        do throws(HomeKitJSONError) {
            document = try HomeKitJSONParser.parse(body, limits: .database)
        } catch {
            throw .json(error)
        }
        guard let list = document["accessories"]?.elements ?? document.elements else { throw .noAccessories }
        var parser = DatabaseParser()
        accessories = try parser.accessories(list)
        problems = parser.problems
    }
}
