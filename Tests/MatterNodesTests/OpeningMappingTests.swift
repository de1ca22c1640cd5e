import HomeModel
import MatterProtocol
import Testing

@testable import MatterNodes

/// Locks, covers, gates and valves.
struct OpeningMappingTests {
    private func lock(_ attributes: [UInt32: TLVValue], features: UInt64 = 1, commands: [UInt64]? = nil) -> SampleNode {
        SampleNode(
            types: [0x0A], features: [0x0101: features], commands: commands.map { [0x0101: $0] } ?? [:],
            attributes: [0x0101: attributes])
    }

    @Test(
        arguments: [
            (.null, nil), (.unsigned(0), nil), (.unsigned(1), "locked"), (.unsigned(2), "unlocked"),
            (.unsigned(3), "unlatched"), (.unsigned(4), nil), (.text("1"), nil),
        ] as [(TLVValue, String?)])
    func lockStateIsItsOwnState(_ state: TLVValue, expected: String?) {
        #expect(lock([0: state]).value("lock") == expected.map { .text($0) })
    }

    @Test func lockCommandsAreTimed() throws {
        let node = lock([0: .unsigned(1)])
        let command = try #require(try node["lock"]?.command(to: .text("unlocked"), in: node.values))
        #expect(command.isTimed)
        #expect(command.steps.map(\.action) == [.invoke(command: 0x01, fields: .structure([]))])
        #expect(node.steps("lock", to: .text("locked"))?.map(\.action) == [.invoke(command: 0, fields: .structure([]))])
        #expect(throws: NodeCommandError.valueNotAccepted) {
            try node["lock"]?.command(to: .text("jammed"), in: node.values)
        }
    }

    @Test func unlockingALockWithALatchDoesNotPullTheLatch() throws {
        let node = lock([0: .unsigned(1)], features: 0x1001, commands: [0, 1, 0x27])
        #expect(
            node.steps("lock", to: .text("unlocked"))?.map(\.action) == [.invoke(command: 0x27, fields: .structure([]))]
        )
        #expect(
            node.steps("lock", to: .text("unlatched"))?.map(\.action) == [
                .invoke(command: 0x01, fields: .structure([]))
            ])
        #expect(lock([0: .unsigned(1)]).steps("lock", to: .text("unlatched")) == nil)
    }

    @Test func lockThatRequiresAPINGetsIt() throws {
        let node = lock([0: .unsigned(1), 0x17: .unsigned(8), 0x18: .unsigned(4), 0x33: true])
        let binding = try #require(node["lock"])
        #expect(binding.needsPIN(in: node.values))
        #expect(throws: NodeCommandError.pinRequired) { try binding.command(to: .text("unlocked"), in: node.values) }
        #expect(throws: NodeCommandError.pinLength(minimum: 4, maximum: 8)) {
            try binding.command(to: .text("unlocked"), in: node.values, pin: "123")
        }
        let command = try binding.command(to: .text("unlocked"), in: node.values, pin: "1357")
        #expect(
            command.steps.map(\.action) == [
                .invoke(command: 1, fields: .structure([0: .bytes(Array("1357".utf8))]))
            ])
        let other = lock([0: .unsigned(1), 0x33: false])
        #expect(other["lock"]?.needsPIN(in: other.values) == false)
    }

    /// Locks say how long their PINs are; what is impossible is not believed.
    @Test(
        arguments: [
            (nil, nil, 4...8), (4, 8, 4...8), (6, 6, 6...6), (6, nil, 6...8), (10, nil, 10...10), (nil, 12, 4...12),
            (nil, 3, 3...3), (8, 4, 4...8), (0, 8, 4...8), (1, 255, 1...32), (40, 50, 4...8), (-1, -1, 4...8),
            (.max, .max, 4...8),
        ] as [(Int64?, Int64?, ClosedRange<Int>)])
    func pinLengthsAreThoseThatTheLockReports(shortest: Int64?, longest: Int64?, expected: ClosedRange<Int>) {
        #expect(ClusterMapping.pinLengths(shortest: shortest, longest: longest) == expected)
    }

    @Test(
        arguments: [
            ([1: .unsigned(7), 2: .unsigned(1), 5: .unsigned(77)], true),
            ([1: .unsigned(7), 2: .unsigned(1), 5: .null], true), ([1: .unsigned(7), 2: .unsigned(1)], true),
            // Another controller gave a wrong PIN, or a person at the keypad, or the lock jammed.
            ([1: .unsigned(7), 2: .unsigned(1), 5: .unsigned(78)], false),
            ([1: .unsigned(3), 2: .unsigned(1), 5: .null], false),
            ([1: .unsigned(7), 2: .unsigned(0), 5: .unsigned(77)], false), ([:], false),
            ([1: .text("7"), 2: .text("1")], false),
        ] as [(KeyValuePairs<UInt8, TLVValue?>, Bool)])
    func lockSaysThatItRefusesThePIN(fields: KeyValuePairs<UInt8, TLVValue?>, isRefused: Bool) throws {
        let event = NodeEvent(path: LockOperationError.path(on: 1), data: .structure(fields))
        #expect(try #require(LockOperationError(event)).refusesPIN(of: 77) == isRefused)
        let alarm = NodeEvent(path: EventPath(endpoint: 1, cluster: 0x0101, event: 0), data: .structure(fields))
        #expect(LockOperationError(alarm) == nil)
    }

    @Test func pinIsInNoDescription() throws {
        let node = lock([0: .unsigned(1), 0x33: true])
        let command = try #require(try node["lock"]?.command(to: .text("unlocked"), in: node.values, pin: "86420"))
        var dumped = ""
        dump(command, to: &dumped)
        let bytes = Array("86420".utf8).map(String.init).joined(separator: ", ")
        for text in [String(describing: command), String(reflecting: command), dumped, "\(command.steps)"] {
            #expect(!text.contains("86420") && !text.contains(bytes) && !text.contains("56"), "\(text)")
        }
        #expect("\(command.steps[0])" == "invoke UnlockDoor of DoorLock on endpoint 1")
    }

    @Test func alarmOfALockSaysThatItJammed() throws {
        let node = lock([0: .unsigned(1)])
        let binding = try #require(node["lock"])
        let path = EventPath(endpoint: 1, cluster: 0x0101, event: 0)
        #expect(binding.value(of: NodeEvent(path: path, data: .structure([0: .unsigned(0)]))) == .text("jammed"))
        #expect(binding.value(of: NodeEvent(path: path, data: .structure([0: .unsigned(1)]))) == nil)
        #expect(binding.value(of: NodeEvent(path: path, data: .null)) == nil)
    }

    @Test(
        arguments: [(0, false), (1, true), (2, nil), (3, false), (4, nil), (5, false)] as [(UInt64, Bool?)])
    func doorOfALockIsAContact(_ state: UInt64, expected: Bool?) {
        #expect(lock([0: .null, 3: .unsigned(state)]).value("contact") == expected.map { .boolean($0) })
    }

    // MARK: Covers

    private func cover(
        _ attributes: [UInt32: TLVValue], features: UInt64 = 5, commands: [UInt64] = [0, 1, 2, 5, 8]
    ) -> SampleNode {
        SampleNode(
            types: [0x0202], features: [0x0102: features], commands: [0x0102: commands],
            attributes: [0x0102: attributes])
    }

    @Test(
        arguments: [
            (.unsigned(0), 100), (.unsigned(10_000), 0), (.unsigned(2_500), 75), (.unsigned(1), 99.99), (.null, nil),
            (.unsigned(10_001), nil),
        ] as [(TLVValue, Double?)])
    func positionCountsFromClosedToOpen(_ hundredths: TLVValue, expected: Double?) {
        #expect(cover([14: hundredths]).value("position") == expected.map { .number($0) })
    }

    @Test func positionIsCommandedInHundredthsOfItsOpposite() throws {
        let node = cover([14: .unsigned(0), 10: .unsigned(0)])
        let command = try #require(try node["position"]?.command(to: .number(30), in: node.values))
        #expect(command.steps == [.invoke(0x05, of: 0x0102, endpoint: 1, fields: [0: .unsigned(7_000)])])
        #expect(command.isConfirmed(by: .number(28)) && !command.isConfirmed(by: .number(27)))
        #expect(command.travelTime == .seconds(90))
    }

    @Test func coverWithoutAPositionOnlyOpensAndCloses() throws {
        let node = cover([10: .unsigned(0)], features: 1, commands: [0, 1, 2])
        #expect(node["position"]?.capability.isReported == false)
        #expect(node.steps("position", to: .number(100)) == [.invoke(0, of: 0x0102, endpoint: 1)])
        #expect(node.steps("position", to: .number(0)) == [.invoke(1, of: 0x0102, endpoint: 1)])
        #expect(node.steps("position", to: .number(50)) == nil)
        #expect(node["tilt"] == nil)
    }

    @Test(
        arguments: [
            (0, "stopped"), (0b01, "opening"), (0b10, "closing"), (0b0100, "opening"), (0b10_0000, "closing"),
            (0b1010, "closing"), (0b11, nil),
        ] as [(UInt64, String?)])
    func operationalStatusIsTheMovement(_ bits: UInt64, expected: String?) throws {
        let node = cover([10: .unsigned(bits), 14: .unsigned(0)])
        #expect(node.value("movement") == expected.map { .text($0) })
        #expect(node.steps("movement", to: .text("stopped")) == [.invoke(0x02, of: 0x0102, endpoint: 1)])
        #expect(node.steps("movement", to: .text("opening")) == nil)
    }

    // MARK: Closures and valves

    @Test func onlyGatesAreGarageDoors() {
        func closure(tag: UInt64) -> SampleNode {
            SampleNode(
                types: [0x0230],
                attributes: [
                    0x1D: [4: .array([.structure([0: .null, 1: .unsigned(0x44), 2: .unsigned(tag)])])],
                    0x0104: [1: .unsigned(0), 3: .structure([0: .unsigned(0)])],
                ])
        }
        #expect(closure(tag: 5).value("garageDoor") == .text("closed"))
        #expect(closure(tag: 4).value("garageDoor") == .text("closed"))
        #expect(closure(tag: 1).value("position") == .number(0))
        #expect(closure(tag: 1)["garageDoor"] == nil)
        #expect(
            closure(tag: 5).steps("garageDoor", to: .text("open")) == [
                .invoke(0x01, of: 0x0104, endpoint: 1, fields: [0: .unsigned(1)])
            ])
    }

    @Test func latchedClosureIsUnlatchedToOpen() {
        let node = SampleNode(
            types: [0x0230],
            attributes: [
                0x1D: [4: .array([.structure([0: .null, 1: .unsigned(0x44), 2: .unsigned(5)])])],
                0x0104: [1: .unsigned(0), 3: .structure([0: .unsigned(0), 1: true])],
            ])
        let open = node.steps("garageDoor", to: .text("open"))
        #expect(
            open == [.invoke(0x01, of: 0x0104, endpoint: 1, fields: [0: .unsigned(1), 1: false])]
                && open?[0].isTimed == true)
        #expect(
            node.steps("garageDoor", to: .text("closed")) == [
                .invoke(0x01, of: 0x0104, endpoint: 1, fields: [0: .unsigned(0)])
            ])
    }

    @Test func valveIsClosedByTheLevelZero() {
        let node = SampleNode(
            types: [0x42], features: [0x81: 2], attributes: [0x81: [4: .unsigned(1), 6: .unsigned(40)]])
        #expect(node.value("position") == .number(40))
        #expect(node.steps("position", to: .number(0)) == [.invoke(1, of: 0x81, endpoint: 1)])
        #expect(
            node.steps("position", to: .number(0.3)) == [.invoke(0, of: 0x81, endpoint: 1, fields: [1: .unsigned(1)])])
        #expect(
            node.steps("position", to: .number(70)) == [.invoke(0, of: 0x81, endpoint: 1, fields: [1: .unsigned(70)])])
    }

    @Test func valveThatMovesIsUnknown() {
        func valve(_ state: TLVValue) -> SampleNode { SampleNode(types: [0x42], attributes: [0x81: [4: state]]) }
        #expect(valve(.unsigned(0)).value("valve") == .text("closed"))
        #expect(valve(.unsigned(1)).value("valve") == .text("open"))
        #expect(valve(.unsigned(2)).value("valve") == nil && valve(.null).value("valve") == nil)
        #expect(valve(.unsigned(0)).steps("valve", to: .text("open")) == [.invoke(0, of: 0x81, endpoint: 1)])
        #expect(valve(.unsigned(0)).steps("valve", to: .text("closed")) == [.invoke(1, of: 0x81, endpoint: 1)])
    }
}
