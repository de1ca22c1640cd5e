import HomeKitAccessories
import HomeModel
import Testing

/// A press is an event.
struct PressTests {
    @Test func pressIsNeitherPolledNorReadBack() throws {
        let (_, model) = try HomeKitFixture("remote-and-doorbell").model()
        let buttons = model.bindings.filter(\.isPress)
        #expect(buttons.count == 3)
        #expect(buttons.flatMap(\.readable).isEmpty)
        #expect(Set(buttons.flatMap(\.notifying)).isSubset(of: model.subscribed))
        #expect(Set(model.polled).isDisjoint(with: [1001, 1101, 1201]))
    }

    @Test func pressHasAWordAndNullHasNone() throws {
        let (_, model) = try HomeKitFixture("remote-and-doorbell").model()
        let button = try #require(model.bindings(reportedBy: [1101]).first)
        #expect(button.part == PartID("button-1100"))
        let words = (0...3).map { button.value(in: [1101: .integer($0)]) }
        #expect(words == [.text("single"), .text("double"), .text("long"), nil])
        #expect(button.value(in: [:]) == nil)
    }
}
