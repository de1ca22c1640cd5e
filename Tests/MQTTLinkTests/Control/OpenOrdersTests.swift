import HomeModel
import Testing

@testable import MQTTLink

@Suite struct OpenOrdersTests {
    private let lamp = DeviceID("lamp" as StaticString)
    private let plug = DeviceID("plug" as StaticString)

    @Test func nobodyAnswersForAnother() {
        var orders = OpenOrders()
        let command = CommandID.random()
        let number = orders.number(for: command, to: lamp)
        #expect(orders.command(number, from: lamp) == command)
        #expect(orders.command(number, from: plug) == nil)
        #expect(orders.command(number + 1, from: lamp) == nil)
    }

    @Test func anAnswerToAQuestionIsAboutNoCommand() {
        var orders = OpenOrders()
        let command = orders.number(for: .random(), to: lamp)
        let question = orders.nextNumber()
        #expect(question != command && orders.command(question, from: lamp) == nil)
    }

    @Test func theOldestAreForgotten() {
        var orders = OpenOrders()
        let first = orders.number(for: .random(), to: lamp)
        for _ in 0..<4095 { _ = orders.nextNumber() }
        #expect(orders.command(first, from: lamp) != nil)
        _ = orders.nextNumber()
        #expect(orders.command(first, from: lamp) == nil)
    }
}
