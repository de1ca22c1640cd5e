import GatewayCore
import Testing

@testable import GatewayAPI

/// A schema names exactly the properties that the body encodes, and requires those that the body always encodes.
struct SchemaTests {
    @Test(arguments: RouteTable.routes)
    func schemaNamesEveryProperty(of route: Route<Home>) throws {
        let bodies = [route.documentation.body].compactMap(\.self)
        for media in bodies + route.documentation.answers.flatMap(\.content.values) {
            compare(try PropertyRecorder(media.example), with: media.schema, at: "")
        }
    }

    @Test func recorderFindsOptionalProperties() throws {
        let recorder = try PropertyRecorder(Sample(known: 1, optional: nil))
        #expect(recorder.properties.mapValues(\.isRequired) == ["known": true, "optional": false])
    }

    private struct Sample: Encodable {
        let known: Int
        let optional: String?
    }

    private func compare(_ recorder: PropertyRecorder, with schema: Schema, at path: String) {
        let keywords = schema.keywords
        if let properties = keywords.properties, keywords.additionalProperties != nil {
            #expect(Set(properties.keys) == Set(recorder.properties.keys), "\(path)")
            let required = recorder.properties.filter(\.value.isRequired).keys
            #expect(Set(keywords.required ?? []) == Set(required), "\(path)")
        }
        for (name, property) in keywords.properties ?? [:] {
            guard let recorded = recorder.properties[name] else { continue }
            compare(recorded.value, with: property, at: "\(path)/\(name)")
        }
        if let items = keywords.items, let element = PropertyRecorder(merging: recorder.elements) {
            compare(element, with: items, at: "\(path)/[]")
        }
    }
}
