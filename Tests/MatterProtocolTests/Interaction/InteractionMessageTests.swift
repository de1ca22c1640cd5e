import SeededRandom
import Testing

@testable import MatterProtocol

@Suite struct InteractionMessageTests {
    /// A report that matter.js tests its sessions with.
    @Test func recordedReportIsRead() throws {
        let report = try ReportData(
            decoding: hexadecimal(
                """
                1536011535012600799ac60c37012402002403312404031824021418181535012600b771f32f37012402002403282404
                02182502018018181535012600b771f32f3701240200240328240402182502f1ff18181535012600ddad82d637012402
                002403302404031824020218181535012600ddad82d637012402002403302404021824020018181535012600ddad82d6
                37012402002403302404011 8350224003c1818181535012600ddad82d6370124020024033024040018240200181815350
                12600799ac60c37012402002403312504fcff18240201181818290424ff0118
                """))
        #expect(report.attributes.count == 8)
        #expect(report.suppressesResponse)
        #expect(!report.hasMoreChunks)
        #expect(report.subscriptionID == nil)
        let data = report.attributes.compactMap { if case .data(let data) = $0 { data } else { nil } }
        #expect(
            data.first
                == AttributeData(
                    path: AttributePath(endpoint: 0, cluster: 0x31, attribute: 3), dataVersion: 0x0CC6_9A79,
                    value: .unsigned(20)))
        #expect(data[5].value == .structure([.context(0, is: .unsigned(60))]))
        #expect(data[7].path.attribute == 0xFFFC)
    }

    /// The bytes that chip-tool sends to toggle a lamp, but for the revision.
    @Test func commandIsEncodedAsChipToolDoes() throws {
        let request = InvokeRequest(commands: [CommandData(path: CommandPath(endpoint: 1, cluster: 6, command: 2))])
        let bytes = hexadecimal("15 2800 2801 3602 15 3700 240001 240106 240202 18 3501 18 18 18 24ff0c 18")
        #expect(request.encode() == bytes)
        let decoded = try InvokeRequest(decoding: bytes)
        #expect(decoded.commands[0].path == request.commands[0].path)
    }

    @Test func otherMessagesAreEncodedAsSpecified() {
        #expect(StatusResponse(status: .success).encode() == hexadecimal("15 240000 24ff0c 18"))
        #expect(StatusResponse(status: .busy).encode() == hexadecimal("15 24009c 24ff0c 18"))
        #expect(TimedRequest(timeout: 10_000).encode() == hexadecimal("15 25001027 24ff0c 18"))
        #expect(
            SubscribeResponse(subscriptionID: 0xDEAD_BEEF, maximumInterval: 60).encode()
                == hexadecimal("15 2600efbeadde 24023c 24ff0c 18"))
        #expect(
            ReadRequest(attributes: [.all]).encode() == hexadecimal("15 3600 17 18 18 2903 24ff0c 18"))
        #expect(
            ReadRequest(attributes: [AttributePathPattern(endpoint: 0, cluster: 0x28)], isFabricFiltered: false)
                .encode() == hexadecimal("15 3600 17 240200 240328 18 18 2803 24ff0c 18"))
        #expect(
            SubscribeRequest(
                keepsSubscriptions: false, minimumInterval: 0, maximumInterval: 600, attributes: [.all],
                events: [EventPathPattern(isUrgent: true)], eventFilters: [EventFilter(minimumEventNumber: 5)]
            ).encode()
                == hexadecimal(
                    "15 2800 240100 25025802 3603 17 18 18 3604 17 2904 18 18 3605 15 240105 18 18 2907 24ff0c 18"))
        #expect(
            WriteRequest(attributes: [
                AttributeData(
                    path: AttributePath(endpoint: 0, cluster: 0x1F, attribute: 0), index: .append, dataVersion: 7,
                    value: .null)
            ]).encode()
                == hexadecimal(
                    "15 2800 2801 3602 15 240007 3701 240200 24031f 240400 3405 18 3402 18 18 24ff0c 18"))
    }

    /// Fields in another order, unknown fields, wide integers, another revision, and paths as structures.
    @Test func unusualFormsAreAccepted() throws {
        let report = try ReportData(
            decoding: hexadecimal(
                """
                15 27ff0b00000000000000 2409 07 2804 3601 15 3501 2402 05 3501 260406000000 2503 0600 2402 01 2c07 0161 18
                18 18 18 270001000000 00000000 18
                """))
        #expect(report.subscriptionID == 1)
        #expect(!report.suppressesResponse)
        #expect(
            report.attributes == [
                .data(
                    AttributeData(path: AttributePath(endpoint: 1, cluster: 6, attribute: 6), value: .unsigned(5)))
            ])
        #expect(try ReportData(decoding: hexadecimal("15 18")).attributes == [])
        #expect(try InvokeResponse(decoding: hexadecimal("15 24ff01 18")).results == [])
        #expect(try StatusResponse(decoding: hexadecimal("15 2400ee 18")).status.rawValue == 0xEE)
    }

    @Test(arguments: [
        ("", InteractionError.encoding(.truncated)), ("04 05", .malformed(field: "message")),
        ("16 18", .malformed(field: "message")), ("15 240105 18", .malformed(field: "attribute reports")),
        ("15 3601 04 05 18 18", .malformed(field: "attribute report")),
        ("15 3601 15 18 18 18", .malformed(field: "attribute status")),
        ("15 3601 15 3501 18 18 18 18", .malformed(field: "attribute path")),
        ("15 3601 15 3501 3701 240201 240306 18 240201 18 18 18 18", .malformed(field: "attribute")),
        ("15 3601 15 3501 3701 240306 240400 18 240201 18 18 18 18", .malformed(field: "endpoint")),
        (
            "15 3601 15 3501 3701 260200000100 240306 240400 18 240201 18 18 18 18",
            .malformed(field: "endpoint")
        ),
        ("15 3601 15 3501 3701 240201 240306 240400 18 18 18 18 18", .malformed(field: "attribute value")),
        (
            "15 3601 15 3501 3701 240201 240306 240400 2905 18 240201 18 18 18 18",
            .malformed(field: "list index")
        ),
        ("15 2403 05 18", .malformed(field: "more chunked messages")),
        ("15 2900 18", .malformed(field: "subscription id")),
        ("15 3602 15 3501 3700 240101 240206 240301 18 18 18 18 18", .malformed(field: "event number")),
    ])
    func malformedReportIsRefused(bytes: String, error: InteractionError) {
        #expect(throws: error) { try ReportData(decoding: hexadecimal(bytes)) }
    }

    @Test func everyMessageIsReadAsItWasWritten() throws {
        let seed = printedSeed()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            func check<Message: InteractionMessage>(_ message: Message) throws {
                #expect(try Message(decoding: message.encode()) == message, "seed \(seed)")
            }
            try check(random.readRequest())
            try check(random.subscribeRequest())
            try check(random.reportData())
            try check(random.writeRequest())
            try check(WriteResponse(statuses: random.list { $0.attributeStatus() }))
            try check(random.invokeRequest())
            try check(random.invokeResponse())
            try check(TimedRequest(timeout: random.integer()))
            try check(StatusResponse(status: InteractionStatus(rawValue: random.integer())))
            try check(SubscribeResponse(subscriptionID: random.integer(), maximumInterval: random.integer()))
        }
    }

    @Test func truncatedAndDamagedMessagesAreReadOrRefused() throws {
        let seed = printedSeed()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let payloads = [
                random.readRequest().encode(), random.subscribeRequest().encode(), random.reportData().encode(),
                random.writeRequest().encode(), random.invokeRequest().encode(), random.invokeResponse().encode(),
            ]
            for payload in payloads {
                let end = Int.random(in: 0..<payload.count, using: &random)
                #expect(throws: InteractionError.encoding(.truncated), "seed \(seed)") {
                    try ReportData(decoding: Array(payload.prefix(end)))
                }
                // Each message is read as every other kind too.
                let damaged = random.damaged(payload)
                for bytes in [payload, damaged] {
                    _ = try? ReadRequest(decoding: bytes)
                    _ = try? SubscribeRequest(decoding: bytes)
                    _ = try? ReportData(decoding: bytes)
                    _ = try? WriteRequest(decoding: bytes)
                    _ = try? WriteResponse(decoding: bytes)
                    _ = try? InvokeRequest(decoding: bytes)
                    _ = try? InvokeResponse(decoding: bytes)
                    _ = try? SubscribeResponse(decoding: bytes)
                    _ = try? TimedRequest(decoding: bytes)
                    _ = try? StatusResponse(decoding: bytes)
                }
            }
        }
    }

    @Test func commandWithoutFieldsIsSentWithAnEmptyStructure() throws {
        let path = CommandPath(endpoint: 1, cluster: 6, command: 1)
        let request = try InvokeRequest(decoding: InvokeRequest(commands: [CommandData(path: path)]).encode())
        #expect(request.commands == [CommandData(path: path, fields: .structure([] as [TLVElement]))])
        let bare = try InvokeRequest(decoding: hexadecimal("15 3602 15 3700 240001 240106 240201 18 18 18 18"))
        #expect(bare.commands == [CommandData(path: path)])
    }

    @Test func patternsContainTheirPaths() {
        let path = AttributePath(endpoint: 1, cluster: 6, attribute: 0)
        #expect(AttributePathPattern.all.contains(path))
        #expect(AttributePathPattern(path).contains(path))
        #expect(AttributePathPattern(cluster: 6).contains(path))
        #expect(!AttributePathPattern(endpoint: 2, cluster: 6).contains(path))
        #expect(!AttributePathPattern(attribute: 1).contains(path))
        let event = EventPath(endpoint: 1, cluster: 0x3B, event: 1)
        #expect(EventPathPattern().contains(event))
        #expect(EventPathPattern(endpoint: 1, cluster: 0x3B, event: 1, isUrgent: true).contains(event))
        #expect(!EventPathPattern(event: 2).contains(event))
    }
}

@Suite struct InteractionStatusTests {
    @Test(arguments: [
        (InteractionStatus.success, 0x00), (.failure, 0x01), (.unsupportedAccess, 0x7E), (.constraintError, 0x87),
        (.resourceExhausted, 0x89), (.busy, 0x9C), (.unsupportedCluster, 0xC3), (.needsTimedInteraction, 0xC6),
        (.failSafeRequired, 0xCA), (.invalidInState, 0xCB), (.dynamicConstraintError, 0xCF),
    ])
    func statusHasTheNumberOfTheSpecification(status: InteractionStatus, number: Int) {
        #expect(Int(status.rawValue) == number)
        #expect(!status.explanation.contains("unknown"))
    }

    @Test func everyCodeHasASentence() {
        let sentences = (0...UInt8.max).map { InteractionStatus(rawValue: $0).explanation }
        #expect(sentences.allSatisfy { $0.hasSuffix(".") })
        #expect(Set(sentences).count == 256)
        #expect(sentences.filter { $0.contains("unknown status code") }.count == 256 - 36)
        #expect(InteractionStatus(rawValue: 0x42).explanation == "The node answered with the unknown status code 66.")
    }
}
