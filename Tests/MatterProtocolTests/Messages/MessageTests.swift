import Crypto
import SeededRandom
import Testing

@testable import MatterProtocol

@Suite struct MessageTests {
    private let start = ContinuousClock.now

    /// The messages of a PASE that matter.js tests its codec with.
    private let request = hexadecimal(
        """
        040000000a4ff2177ea0c8a7cb6a63520520d3640000153001204715a406c6b0496ad52039e347db8528cb69a1cb2fce6f2318552ae65e
        103aca250233dc240300280435052501881325022c011818
        """)
    private let response = hexadecimal(
        """
        01000000218712797ea0c8a7cb6a63520621d36400000a4ff217153001204715a406c6b0496ad52039e347db8528cb69a1cb2fce6f2318
        552ae65e103aca3002201783302d95a4a9fb0decb8fdd6564b90a957681459aeee069961bea61d7b247125039d8935042501e8033002
        2099f813dd41bd081a1c63e811828f0662594bca89cd9d4ed26f7427fdb2a027361835052501881325022c011818
        """)
    private let initiatorNodeID: UInt64 = 5_936_706_156_730_294_398

    @Test func unsecuredMessageOfAnInitiatorIsReadAndWritten() throws {
        var responder = UnsecuredSession(
            role: .responder, initiatorNodeID: initiatorNodeID, peerParameters: ReliableMessageParameters(),
            counter: MessageCounter(first: 2_031_257_377))
        let message = try responder.decode(request, at: start)
        #expect(message.counter == 401_755_914)
        #expect(
            message.header
                == ProtocolHeader(
                    exchangeID: 25_811, senderRole: .initiator, protocolID: .secureChannel,
                    opcode: SecureChannelOpcode.pbkdfParamRequest.rawValue, isReliable: true))
        #expect(message.payload == Array(request[22...]))
        var initiator = UnsecuredSession(
            role: .initiator, initiatorNodeID: initiatorNodeID, peerParameters: ReliableMessageParameters(),
            counter: MessageCounter(first: 401_755_914))
        #expect(try initiator.encode(message.header, payload: message.payload).bytes == request)
    }

    @Test func unsecuredMessageOfAResponderIsReadAndWritten() throws {
        var initiator = UnsecuredSession(
            role: .initiator, initiatorNodeID: initiatorNodeID, peerParameters: ReliableMessageParameters(),
            counter: MessageCounter(first: 1))
        let message = try initiator.decode(response, at: start)
        #expect(message.header.secureChannelOpcode == .pbkdfParamResponse)
        #expect(message.header.acknowledgedCounter == 401_755_914)
        #expect(message.header.senderRole == .responder)
        var responder = UnsecuredSession(
            role: .responder, initiatorNodeID: initiatorNodeID, peerParameters: ReliableMessageParameters(),
            counter: MessageCounter(first: 2_031_257_377))
        #expect(try responder.encode(message.header, payload: message.payload).bytes == response)
    }

    @Test func messageExtensionsAndSecuredExtensionsArePassedOver() throws {
        var responder = UnsecuredSession(
            role: .responder, initiatorNodeID: initiatorNodeID, peerParameters: ReliableMessageParameters(),
            counter: MessageCounter(first: 1))
        let plain = try responder.decode(request, at: start)
        var extended = request
        extended[3] = 0x20
        extended.insert(contentsOf: [3, 0, 1, 2, 3], at: 16)
        #expect(try responder.decode(extended, at: start).payload == plain.payload)
        var secured = request
        secured[16] |= 0x08
        secured.insert(contentsOf: [3, 0, 1, 2, 3], at: 22)
        #expect(try responder.decode(secured, at: start).payload == plain.payload)
        extended[17] = 0xFF
        #expect(throws: MessageError.truncated) { try responder.decode(extended, at: start) }
    }

    @Test(arguments: [
        (0, UInt8(0x14), MessageError.unknownVersion(1)), (0, 0x07, .reservedValue), (0, 0x06, .groupMessage),
        (3, 0x80, .privacyNotSupported), (3, 0x01, .groupMessage), (3, 0x02, .reservedValue), (3, 0x40, .reservedValue),
        (1, 0x01, .otherSession), (8, 0x00, .otherNode),
    ])
    func headerThatIsNotSupportedIsRefused(position: Int, byte: UInt8, error: MessageError) {
        var responder = UnsecuredSession(
            role: .responder, initiatorNodeID: initiatorNodeID, peerParameters: ReliableMessageParameters(),
            counter: MessageCounter(first: 1))
        var changed = request
        changed[position] = byte
        #expect(throws: error) { try responder.decode(changed, at: start) }
    }

    @Test func vendorOfAProtocolIsReadAndWritten() throws {
        let header = ProtocolHeader(
            exchangeID: 7, senderRole: .initiator, protocolID: ProtocolID(vendor: 0xFFF1, number: 0xAABB), opcode: 3,
            isReliable: false, acknowledgedCounter: 9)
        var bytes: [UInt8] = []
        header.encode(to: &bytes)
        #expect(bytes == hexadecimal("13 03 0700 bbaa f1ff 09000000"))
        let decoded = try ProtocolHeader.decode(bytes, from: 0)
        #expect(decoded.header == header)
        #expect(decoded.end == bytes.count)
    }

    @Test func truncatedRandomAndLongMessagesAreRefused() throws {
        let seed = printedSeed()
        var random = SeededGenerator(seed: seed)
        for count in 0..<22 {
            var session = UnsecuredSession.responder(initiatorNodeID: initiatorNodeID, using: &random)
            #expect(throws: MessageError.truncated) { try session.decode(Array(request.prefix(count)), at: start) }
        }
        var session = UnsecuredSession.responder(initiatorNodeID: initiatorNodeID, using: &random)
        for _ in 0..<5000 {
            _ = try? session.decode(random.bytes(Int.random(in: 0...60, using: &random)), at: start)
            _ = try? session.decode(random.damaged(request), at: start)
        }
        #expect(throws: MessageError.tooLong(byteCount: 8193, limit: 8192)) {
            try session.decode([UInt8](repeating: 0, count: 8193), at: start)
        }
    }

    /// The examples of the Matter specification, appendix D, which matter.js tests too.
    @Test(arguments: [
        (
            "0100020000005200",
            StatusReport(generalCode: .failure, protocolID: .bulkDataExchange, protocolCode: 0x52)
        ),
        (
            "0000bbaaf1ff0000",
            StatusReport(
                generalCode: .success, protocolID: ProtocolID(vendor: 0xFFF1, number: 0xAABB), protocolCode: 0)
        ),
        (
            "0100bbaaf1ffc1265566eeff",
            StatusReport(
                generalCode: .failure, protocolID: ProtocolID(vendor: 0xFFF1, number: 0xAABB), protocolCode: 9921,
                protocolData: [0x55, 0x66, 0xEE, 0xFF])
        ),
        ("0000000000000000", .sessionEstablished), ("0000000000000300", .closeSession),
        ("0800000000000400f401", .busy(wait: .milliseconds(500))),
        ("0800000000000400ffff", .busy(wait: .seconds(100))), ("63000000000063 00", report(code: 99)),
    ])
    func statusReportIsReadAndWritten(bytes: String, report: StatusReport) throws {
        #expect(report.encode() == hexadecimal(bytes))
        #expect(try StatusReport(decoding: hexadecimal(bytes)) == report)
        for count in 0..<8 {
            #expect(throws: MessageError.truncated) {
                try StatusReport(decoding: Array(hexadecimal(bytes).prefix(count)))
            }
        }
    }

    private static func report(code: UInt16) -> StatusReport {
        StatusReport(
            generalCode: GeneralStatusCode(rawValue: code), secureChannelCode: SecureChannelStatusCode(rawValue: code))
    }

    @Test func busyNodeTellsItsWait() throws {
        #expect(StatusReport.busy(wait: .milliseconds(500)).busyWait == .milliseconds(500))
        #expect(try StatusReport(decoding: hexadecimal("0800000000000400")).busyWait == .zero)
        #expect(StatusReport.closeSession.busyWait == nil)
        #expect(StatusReport.closeSession.isCloseSession)
        #expect(StatusReport.sessionEstablished.isSessionEstablished)
        #expect(!StatusReport.invalidParameter.isSessionEstablished)
    }
}
