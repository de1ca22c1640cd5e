import DeviceFixtures
@testable import DeviceProtocols
import Testing

@Suite struct HomieDescriptionTests {
    private func read(_ json: String) throws(DialectError) -> HomieDescription {
        try HomieDescription(json: Array(json.utf8))
    }

    @Test func missingFieldsTakeDefaultValues() throws {
        let description = try read(
            #"{"homie":"5.0","version":1,"nodes":{"n":{"properties":{"p":{"datatype":"string"}}}}}"#)
        let property = try #require(description.nodes["n"]?.properties["p"])
        #expect(!property.settable && property.retained && property.unit == nil && property.format == nil)
        #expect(description.children.isEmpty && description.root == nil && description.parent == nil)
        #expect(try read(#"{"homie":"5.9","version":1}"#).nodes.isEmpty)
    }

    @Test func parentDefaultsToRoot() throws {
        #expect(try read(#"{"homie":"5.0","version":1,"root":"bridge"}"#).parent == "bridge")
        #expect(try read(HomieSamples.thermostat).parent == "bridge-2")
    }

    @Test func unknownFieldsAreIgnored() throws {
        let description = try read(HomieSamples.meter)
        #expect(description.homie == "5.1")
        #expect(description.nodes.count == 3)
        #expect(description.ignored.isEmpty)
    }

    @Test func invalidPropertyOrNodeIsListedAsIgnored() throws {
        let description = try read(
            """
            {"homie":"5.0","version":1,"nodes":{
              "ok":{"properties":{"good":{"datatype":"float"},"Bad":{"datatype":"float"},"no-type":{},
                                  "typed":{"datatype":"float","settable":"yes"}}},
              "listed":[1,2], "Bad Node":{}}}
            """)
        #expect(description.nodes.keys.sorted() == ["ok"])
        #expect(description.nodes["ok"]?.properties.keys.sorted() == ["good"])
        #expect(description.ignored.count == 5)
        #expect(description.ignored.contains("ok/no-type: “datatype” must be present."))
    }

    @Test(arguments: [
        ("", "notJSON"), ("{", "notJSON"), ("nonsense", "notJSON"), ("[]", "badField"), ("{}", "badField"),
        (#"{"homie":"5.0"}"#, "badField"), (#"{"homie":"5.0","version":"1"}"#, "badField"),
        (#"{"homie":"5.0","version":1.5}"#, "badField"), (#"{"homie":"5.0","version":1e99}"#, "badField"),
        (#"{"homie":5,"version":1}"#, "badField"), (#"{"homie":"4.0","version":1}"#, "unsupportedVersion"),
        (#"{"homie":"5.","version":1}"#, "unsupportedVersion"), (#"{"homie":"5.x","version":1}"#, "unsupportedVersion"),
        (#"{"homie":"5.0","version":1,"nodes":[]}"#, "badField"),
        (#"{"homie":"5.0","version":1,"children":["Bad Id"]}"#, "badField"),
        (#"{"homie":"5.0","version":1,"root":"../x"}"#, "badField"),
        (#"{"homie":"5.0","version":1}trailing"#, "notJSON"),
    ])
    func invalidDescriptionIsRefusedWithAnErrorCode(json: String, code: String) {
        let error = #expect(throws: DialectError.self) { try read(json) }
        #expect(error?.code == code)
    }

    @Test func depthLimitIsCheckedBeforeParsing() {
        let deep = String(repeating: "[", count: 17)
        #expect(throws: DialectError.tooDeep(limit: 16)) { try read(deep) }
        #expect(throws: DialectError.tooDeep(limit: 16)) { try read(String(repeating: #"{"a":"#, count: 30_000 / 5)) }
    }

    @Test func bracketsInStringsDoNotCountAsDepth() throws {
        let name = String(repeating: #"[{\"\\"#, count: 40)
        #expect(try read(#"{"homie":"5.0","version":1,"name":"\#(name)"}"#).name?.first == "[")
    }

    @Test func sizesAreLimited() throws {
        let large = Array(repeating: UInt8(ascii: " "), count: 65_537)
        #expect(throws: DialectError.tooLarge(bytes: 65_537, limit: 65_536)) { try HomieDescription(json: large) }
        let nodes = (0...64).map { #""n\#($0)":{}"# }.joined(separator: ",")
        let manyNodes = try read(#"{"homie":"5.0","version":1,"nodes":{\#(nodes)}}"#)
        #expect(manyNodes.nodes.count == 64)
        #expect(manyNodes.ignored == ["There are too many nodes; at most 64 are read."])
        let properties = (0...64).map { #""p\#($0)":{"datatype":"float"}"# }.joined(separator: ",")
        let manyProperties = try read(#"{"homie":"5.0","version":1,"nodes":{"n":{"properties":{\#(properties)}}}}"#)
        #expect(manyProperties.nodes["n"]?.properties.count == 64)
        #expect(manyProperties.ignored == ["n: There are too many properties in a node; at most 64 are read."])
        let long = String(repeating: "a", count: 1025)
        #expect(throws: DialectError.badField("name", expected: "at most 1024 bytes long")) {
            try read(#"{"homie":"5.0","version":1,"name":"\#(long)"}"#)
        }
    }

    @Test func overlongTextRemovesOnlyItsProperty() throws {
        let long = String(repeating: "a", count: 1025)
        let description = try read(
            #"""
            {"homie":"5.0","version":1,"nodes":{"n":{"properties":{
              "a":{"datatype":"float","unit":"\#(long)"},"b":{"datatype":"float"},
              "c":{"datatype":"json","format":"\#(long)"}}}}}
            """#)
        #expect(description.nodes["n"]?.properties.keys.sorted() == ["b", "c"])
        #expect(description.ignored == ["n/a: “unit” must be at most 1024 bytes long."])
    }

    @Test func encodingAndDecodingAreInverse() throws {
        for sample in [HomieSamples.dimmer, HomieSamples.meter, HomieSamples.entrance] {
            let description = try read(sample)
            #expect(try HomieDescription(json: description.json()) == description)
        }
    }
}
