import HomeModel
import MatterProtocol
import Testing

@testable import MatterNodes

/// The tables fit together: rows name elements of the specification, and fixtures use every row.
struct MappingCoverageTests {
    @Test func clustersAndTheirElementsAreUnique() {
        #expect(Set(ClusterTable.all.map(\.id)).count == ClusterTable.all.count)
        for cluster in ClusterTable.all {
            #expect(Set(cluster.attributes.map(\.id)).count == cluster.attributes.count, "\(cluster.name)")
            #expect(Set(cluster.commands.map(\.id)).count == cluster.commands.count, "\(cluster.name)")
            #expect(Set(cluster.events.map(\.id)).count == cluster.events.count, "\(cluster.name)")
            #expect(Set(cluster.features.map(\.bit)).count == cluster.features.count, "\(cluster.name)")
        }
    }

    @Test func everyRowNamesElementsOfItsCluster() throws {
        #expect(Set(ClusterMapping.all.map(\.cluster)).count == ClusterMapping.all.count)
        for mapping in ClusterMapping.all {
            let cluster = try #require(ClusterTable[mapping.cluster], "0x\(String(mapping.cluster, radix: 16))")
            for row in mapping.rows {
                for id in row.elements.reported { #expect(cluster.attribute(id) != nil, "\(cluster.name) \(id)") }
                for id in row.elements.events { #expect(cluster.event(id) != nil, "\(cluster.name) \(id)") }
                for id in row.elements.written {
                    #expect(cluster.attribute(id)?.isWritable == true, "\(cluster.name) \(id)")
                }
                // The oven's operation has fewer commands than others, and shares their rows.
                guard mapping.cluster != 0x48 else { continue }
                for id in row.elements.invoked { #expect(cluster.command(id) != nil, "\(cluster.name) \(id)") }
            }
        }
    }

    @Test func silentAndUnsupportedClustersHaveNoRows() {
        for mapping in ClusterMapping.all {
            #expect(!ClusterMapping.silent.contains(mapping.cluster))
            #expect(ClusterMapping.unsupported[mapping.cluster] == nil)
        }
        #expect(ClusterMapping.silent.isDisjoint(with: ClusterMapping.unsupported.keys))
    }

    /// The elements that the capabilities of all fixtures report.
    @Test func everyRowIsUsedByAFixture() throws {
        var used: Set<String> = []
        for fixture in MatterFixture.all {
            let values = try fixture.values()
            let model = NodeModel(values)
            let clusters = model.endpoints.reduce(into: Set<UInt32>()) { $0.formUnion($1.clusters) }
            for endpoint in model.endpoints {
                for mapping in ClusterMapping.all where endpoint.clusters.contains(mapping.cluster) {
                    let instance = ClusterInstance(
                        mapping.cluster, endpoint: endpoint, values: values, clustersOfDevice: clusters)
                    for (index, row) in mapping.rows.enumerated() where row.value(of: instance) != nil {
                        used.insert("\(mapping.cluster)/\(index)")
                    }
                }
            }
        }
        for mapping in ClusterMapping.all {
            for (index, row) in mapping.rows.enumerated() where !used.contains("\(mapping.cluster)/\(index)") {
                Issue.record("\(ClusterTable[mapping.cluster]?.name ?? "") \(row.name)")
            }
        }
    }

    @Test func commandsOfALockAreTimed() {
        for command: UInt32 in [0x00, 0x01, 0x27] {
            #expect(ClusterTable[0x0101]?.command(command)?.isTimed == true)
        }
        #expect(ClusterTable[0x06]?.command(1)?.isTimed == false)
        #expect(ClusterTable[0x3C]?.command(0)?.isTimed == true)
    }
}
