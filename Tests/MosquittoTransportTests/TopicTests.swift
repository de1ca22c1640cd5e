import Testing

@testable import MosquittoTransport

struct TopicTests {
    @Test(arguments: ["a", "/", "a/b", "$SYS/x", "ä/°C", " "])
    func validNameIsAccepted(name: String) throws {
        try Topic.checkName(name)
    }

    static let hostile: [(String, TopicFault)] = [
        ("", .empty),
        ("a\u{0}b", .forbiddenCharacter(0)),
        ("a\nb", .forbiddenCharacter(10)),
        ("a\u{7F}", .forbiddenCharacter(0x7F)),
        ("a\u{9B}31m", .forbiddenCharacter(0x9B)),
        ("a\(Character(UnicodeScalar(0xFDD0) ?? " "))", .forbiddenCharacter(0xFDD0)),
        ("a\(Character(UnicodeScalar(0x1FFFF) ?? " "))", .forbiddenCharacter(0x1FFFF)),
        (String(repeating: "/", count: 201), .tooManyLevels),
    ]

    @Test(arguments: hostile)
    func hostileTextIsRefusedAsNameAndAsFilter(text: String, fault: TopicFault) {
        #expect(throws: MosquittoError.invalidTopic(fault)) { try Topic.checkName(text) }
        #expect(throws: MosquittoError.invalidTopic(fault)) { try Topic.checkFilter(text) }
    }

    @Test func lengthLimitIsInBytes() throws {
        try Topic.checkName(String(repeating: "x", count: 65_535))
        for text in [String(repeating: "x", count: 65_536), String(repeating: "ä", count: 32_768)] {
            #expect(throws: MosquittoError.invalidTopic(.tooLong(bytes: 65_536))) { try Topic.checkFilter(text) }
        }
    }

    @Test(arguments: ["+", "#", "a/+", "a+", "a/#", "+/b"])
    func wildcardsAreRefusedInNames(name: String) {
        #expect(throws: MosquittoError.invalidTopic(.wildcardInName)) { try Topic.checkName(name) }
    }

    @Test(arguments: ["#", "+", "+/+", "a/#", "a/+/b", "/", "a//b", "+/#"])
    func validFilterIsAccepted(filter: String) throws {
        try Topic.checkFilter(filter)
    }

    @Test(arguments: ["a#", "#/a", "a/#/b", "a+/b", "++", "a/b+", "##", "/#/"])
    func misplacedWildcardsAreRefused(filter: String) {
        #expect(throws: MosquittoError.invalidTopic(.misplacedWildcard)) { try Topic.checkFilter(filter) }
    }

    @Test func allFieldsOfAPublicationAreChecked() {
        #expect(throws: MosquittoError.payloadTooLarge(bytes: 11, limitBytes: 10)) {
            try Publication(topic: "a", payload: Array(repeating: 0, count: 11)).check(limitBytes: 10)
        }
        #expect(throws: MosquittoError.invalidTopic(.wildcardInName)) {
            try Publication(topic: "a", payload: [], responseTopic: "b/#").check(limitBytes: 10)
        }
        #expect(throws: MosquittoError.invalidProperty("userProperties")) {
            try Publication(topic: "a", payload: [], userProperties: [UserProperty(name: "n", value: "\u{0}")])
                .check(limitBytes: 10)
        }
        #expect(throws: MosquittoError.invalidProperty("correlationData")) {
            try Publication(topic: "a", payload: [], correlationData: Array(repeating: 0, count: 65_536))
                .check(limitBytes: 10)
        }
    }
}
